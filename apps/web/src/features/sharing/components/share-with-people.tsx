import { SHARE_MESSAGE_MAX_LENGTH } from '@kinreel/contracts/constants';
import { shareMessage } from '@kinreel/messages/en/share-message';
import { sharing as text } from '@kinreel/messages/en/sharing';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { FormField } from '../../../shared/ui/form-field.tsx';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { ShareIcon } from '../../../shared/ui/share-icon.tsx';
import { EmptyState, FailedState } from '../../../shared/ui/states.tsx';
import { type Access, toPickablePerson } from '../pickable-person.ts';
import { shareLabel } from '../share-text.ts';
import { useGetRecipientsQuery, useGetSharePeopleQuery, useShareVideoMutation } from '../sharing.api.ts';
import type { SharedVideo } from '../sharing.slice.ts';
import { PeoplePicker } from './people-picker.tsx';
import { Recipients } from './recipients.tsx';

interface ShareWithPeopleProps {
  video: SharedVideo;
  /** The user, who owns the video. */
  userId: string;
  /** Who can already see the video. */
  access: Access;
  onShared: () => void;
  /** Renders an invitation for people without an account. Without it there are no invitations. */
  renderInvite?: RenderInvite | undefined;
  /** The people invited by mail, shown below the recipients. */
  invitations?: ReactNode;
}

/** Renders the invitation of an address to a video. `onClose` closes it. */
export type RenderInvite = (invitation: {
  email: string;
  videoId: string;
  message: string;
  onClose: () => void;
}) => ReactNode;

/** Shares a video with selected people and a message (SHARE-02, SHARE-03), and lists its recipients. */
export function ShareWithPeople({ video, userId, access, onShared, renderInvite, invitations }: ShareWithPeopleProps) {
  const titleId = useId();
  const notices = useNotices();
  const connections = useGetSharePeopleQuery(userId, { refetchOnMountOrArgChange: true });
  const recipients = useGetRecipientsQuery(video.id, { refetchOnMountOrArgChange: true });
  const [share, sharing] = useShareVideoMutation();
  const [selected, setSelected] = useState<string[]>([]);
  const [message, setMessage] = useState(() => shareMessage.message({ prompt: video.prompt }));
  /** `isChoice`: the chosen people cause the error. */
  const [error, setError] = useState<{ words: string; isChoice: boolean } | null>(null);

  const people = useMemo(
    () => connections.data?.map((connection) => toPickablePerson(connection, userId)) ?? [],
    [connections.data, userId],
  );
  const [invited, setInvited] = useState<string | null>(null);
  const errorId = useId();
  const field = useRef<HTMLButtonElement>(null);

  async function send() {
    if (selected.length === 0) {
      setError({ words: text.noRecipientText, isChoice: true });
      field.current?.focus();
      return;
    }
    setError(null);
    try {
      const response = await share({ user_id: selected, video_id: video.id, message }).unwrap();
      if (response !== 'OK') throw new Error(response);
      notices.success({ title: text.sharedTitle, text: text.sharedText });
      onShared();
    } catch (failure) {
      setError({ words: errorMessage(failure), isChoice: false });
    }
  }

  const errorAlert = error && (
    <Alert id={errorId} severity="error">
      <AlertTitle>{text.noRecipientTitle}</AlertTitle>
      {error.words}
    </Alert>
  );
  return (
    <section aria-labelledby={titleId}>
      <Typography id={titleId} variant="h4" component="h3" sx={{ mb: 3 }}>
        {text.peopleTitle}
      </Typography>
      {connections.isError && !connections.data ? (
        <FailedState
          title={text.peopleFailed}
          error={connections.error}
          headingLevel="h3"
          onRetry={connections.refetch}
        />
      ) : !connections.data ? (
        <Skeleton
          variant="rounded"
          height={56}
          role="status"
          aria-label={text.peopleLoading}
          sx={{ borderRadius: '12px' }}
        />
      ) : people.length === 0 && !renderInvite ? (
        <EmptyState title={text.noPeopleTitle} text={text.noPeopleText} headingLevel="h3" />
      ) : (
        <>
          <PeoplePicker
            people={people}
            selected={selected}
            access={access}
            onChange={(ids) => {
              setError(null);
              setSelected(ids);
            }}
            onInvite={renderInvite && setInvited}
            labelledBy={titleId}
            field={field}
            error={error?.isChoice ? errorAlert : undefined}
            errorId={errorId}
          />
          {invited !== null &&
            renderInvite?.({ email: invited, videoId: video.id, message, onClose: () => setInvited(null) })}
          <FormField
            label={text.yourMessage}
            multiline
            minRows={2}
            maxRows={6}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
            inputProps={{ maxLength: SHARE_MESSAGE_MAX_LENGTH }}
            sx={{ mt: 2, '& .MuiOutlinedInput-root': { p: 0 } }}
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
          {/* Below the button, so that the button does not move when it is pressed. */}
          {error && !error.isChoice && <Box sx={{ mt: 3 }}>{errorAlert}</Box>}
        </>
      )}
      <Recipients videoId={video.id} access={access} recipients={recipients} />
      {invitations}
    </section>
  );
}
