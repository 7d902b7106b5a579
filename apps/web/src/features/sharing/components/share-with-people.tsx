import { SHARE_MESSAGE_MAX_LENGTH } from '@kinreel/contracts/constants';
import type { ShareRecipient } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { shareLabel } from '../share-text.ts';
import {
  useGetRecipientsQuery,
  useGetSharePeopleQuery,
  useRemoveShareMutation,
  useShareVideoMutation,
} from '../sharing.api.ts';
import type { SharedVideo } from '../sharing.slice.ts';
import { PeoplePicker, toPickablePerson } from './people-picker.tsx';

interface ShareWithPeopleProps {
  video: SharedVideo;
  /** The user, who owns the video. */
  userId: string;
  onShared: () => void;
}

/** Shares a video with selected people and a message (SHARE-02, SHARE-03), and lists who has it. */
export function ShareWithPeople({ video, userId, onShared }: ShareWithPeopleProps) {
  const titleId = useId();
  const notices = useNotices();
  const connections = useGetSharePeopleQuery(userId, { refetchOnMountOrArgChange: true });
  const recipients = useGetRecipientsQuery(video.id, { refetchOnMountOrArgChange: true });
  const [share, sharing] = useShareVideoMutation();
  const [selected, setSelected] = useState<string[]>([]);
  const [message, setMessage] = useState(() => text.message({ prompt: video.prompt }));
  const [error, setError] = useState<string | null>(null);

  const people = useMemo(
    () => connections.data?.map((connection) => toPickablePerson(connection, userId)) ?? [],
    [connections.data, userId],
  );
  const sharedWith = useMemo(() => new Set(recipients.data?.map((person) => person.id)), [recipients.data]);

  function toggle(id: string) {
    setError(null);
    setSelected((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  }

  async function send() {
    if (selected.length === 0) {
      setError(text.noRecipientText);
      return;
    }
    setError(null);
    try {
      const response = await share({ user_id: selected, video_id: video.id, message }).unwrap();
      if (response !== 'OK') throw new Error(response);
      notices.success({ title: text.sharedTitle, text: text.sharedText });
      onShared();
    } catch (failure) {
      setError(errorMessage(failure));
    }
  }

  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        {text.peopleTitle}
      </Typography>
      {error && (
        <Alert severity="error" sx={{ mb: 3 }}>
          <AlertTitle>{text.noRecipientTitle}</AlertTitle>
          {error}
        </Alert>
      )}
      {connections.isError && !connections.data ? (
        <FailedState
          title={text.peopleFailed}
          text={errorMessage(connections.error)}
          headingLevel="h3"
          onRetry={connections.refetch}
        />
      ) : !connections.data ? (
        <Skeleton variant="rounded" height={56} aria-label={text.peopleLoading} sx={{ borderRadius: '12px' }} />
      ) : people.length === 0 ? (
        <EmptyState title={text.noPeopleTitle} text={text.noPeopleText} headingLevel="h3" />
      ) : (
        <>
          <PeoplePicker
            people={people}
            selected={selected}
            sharedWith={sharedWith}
            onToggle={toggle}
            labelledBy={titleId}
            error={error !== null}
          />
          <FormField
            label={text.yourMessage}
            multiline
            minRows={2}
            maxRows={6}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            inputProps={{ maxLength: SHARE_MESSAGE_MAX_LENGTH }}
            sx={{ mt: 4, '& .MuiOutlinedInput-root': { p: 0 } }}
          />
          <Button
            fullWidth
            variant="contained"
            size="large"
            startIcon={<ShareIcon />}
            loading={sharing.isLoading}
            loadingPosition="start"
            onClick={send}
            sx={{ mt: 4, fontSize: '1.125rem' }}
          >
            {shareLabel(selected.length)}
          </Button>
        </>
      )}
      <Recipients videoId={video.id} recipients={recipients} />
    </section>
  );
}

interface RecipientsProps {
  videoId: string;
  recipients: { data?: ShareRecipient[] | undefined; isError: boolean; error?: unknown; refetch: () => unknown };
}

/** People the video is shared with, each with a button to stop sharing. Empty if there are none. */
function Recipients({ videoId, recipients }: RecipientsProps) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [removeShare] = useRemoveShareMutation();
  const rows = recipients.data ?? [];
  const removal = useRemoval({
    rows,
    idOf: (person) => person.id,
    title: text.stopTitle,
    text: (person) => text.stopText({ name: fullName(person) }),
    confirmLabel: text.stop,
    remove: (person) => removeShare({ videoId, userId: person.id }).unwrap(),
    done: text.stopped,
    container: list,
  });
  if (recipients.isError && !recipients.data)
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={recipients.refetch}>
            {common.retry}
          </Button>
        }
        sx={{ mt: 6 }}
      >
        <AlertTitle>{text.recipientsFailed}</AlertTitle>
        {errorMessage(recipients.error)}
      </Alert>
    );
  return (
    <Box
      component="section"
      ref={list}
      tabIndex={-1}
      aria-labelledby={titleId}
      sx={{ mt: 6, '&:focus': { outline: 'none' } }}
    >
      {rows.length > 0 && (
        <>
          <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 2 }}>
            {text.recipients}
          </Typography>
          <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0 }}>
            {rows.map((person) => {
              const name = fullName(person);
              return (
                <Box
                  component="li"
                  key={person.id}
                  data-row={person.id}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 3,
                    py: 2.5,
                    borderTop: '1px solid',
                    borderColor: 'divider',
                  }}
                >
                  <PersonAvatar name={name} src={person.profile_image} size={44} />
                  <Box sx={{ flex: 1, minWidth: 0 }}>
                    <Box sx={{ fontWeight: 600 }}>{name}</Box>
                    <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>
                      {text.sharedOn({ date: formatDate(person.shared_on) })}
                    </Box>
                  </Box>
                  <Button color="error" aria-label={text.stopWith({ name })} onClick={() => removal.ask(person)}>
                    {text.stop}
                  </Button>
                </Box>
              );
            })}
          </Box>
        </>
      )}
      {removal.dialog}
    </Box>
  );
}
