import type { ShareRecipient } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { sharing as text } from '@kinreel/messages/en/sharing';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useId, useRef } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate } from '../../../shared/format/date.ts';
import { fullName } from '../../../shared/format/person.ts';
import { PersonAvatar } from '../../../shared/ui/person-avatar.tsx';
import { RemovableRow } from '../../../shared/ui/removable-row.tsx';
import { useRemoval } from '../../../shared/ui/use-removal.tsx';
import { type Access, otherReason } from '../pickable-person.ts';
import { sharingApi, useRemoveShareMutation } from '../sharing.api.ts';

interface RecipientsProps {
  videoId: string;
  /** Who can see the video. */
  access: Access;
  recipients: { data?: ShareRecipient[] | undefined; isError: boolean; error?: unknown; refetch: () => unknown };
}

/** The recipients of the video, each with a button to stop sharing. Renders nothing if there are none. */
export function Recipients({ videoId, access, recipients }: RecipientsProps) {
  const titleId = useId();
  const list = useRef<HTMLElement>(null);
  const [removeShare] = useRemoveShareMutation();
  // The other half of the dialog loads them.
  const { data: links } = sharingApi.endpoints.getLinks.useQueryState(videoId);
  const hasLinks = links !== undefined && links.length > 0;
  const rows = recipients.data ?? [];
  const removal = useRemoval({
    rows,
    idOf: (person) => person.id,
    title: (person) => text.stopTitle({ name: fullName(person) }),
    text: (person) => {
      const reason = otherReason(person.id, access);
      return text.stopText({ name: fullName(person), reason: reason === 'none' && hasLinks ? 'has_links' : reason });
    },
    confirmLabel: text.stop,
    action: (person) => text.stopWith({ name: fullName(person) }),
    remove: (person) => removeShare({ videoId, userId: person.id }).unwrap(),
    done: (person) => text.stopped({ name: fullName(person) }),
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
                <RemovableRow
                  key={person.id}
                  id={person.id}
                  start={<PersonAvatar name={name} src={person.profile_image} size={44} />}
                  title={name}
                  details={text.sharedOn({ date: formatDate(person.shared_on) })}
                  removeLabel={text.stop}
                  removeName={text.stopWith({ name })}
                  onRemove={() => removal.ask(person)}
                />
              );
            })}
          </Box>
        </>
      )}
      {removal.dialog}
    </Box>
  );
}
