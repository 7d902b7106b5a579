import type { Relationship } from '@kinreel/contracts/connections';
import { common } from '@kinreel/messages/en/common';
import { invitations as text } from '@kinreel/messages/en/invitations';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/api-error.ts';
import { formatDate, formatLongDate } from '../../../shared/format/date.ts';
import { useNotices } from '../../../shared/ui/notices.tsx';
import { useInviteMutation } from '../invitations.api.ts';

/** Minimum age in milliseconds of an invitation that was sent before. */
const SENT_BEFORE_MS = 10_000;

interface InviteByEmailProps {
  email: string;
  videoId: string;
  /** When the video opens and the mail is sent; null if it is open. */
  opensAt: string | null;
  /** Message for the mail. */
  message: string;
  /** Called after the invitation was sent or cancelled. */
  onClose: () => void;
}

/** Invites an address to a video. Choosing the relationship sends the mail. */
export function InviteByEmail({ email, videoId, opensAt, message, onClose }: InviteByEmailProps) {
  const titleId = useId();
  const notices = useNotices();
  const box = useRef<HTMLElement>(null);
  const [invite, { isLoading }] = useInviteMutation();
  const [chosen, setChosen] = useState<Relationship | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => box.current?.focus(), []);

  async function send(relationship: Relationship) {
    setChosen(relationship);
    setError(null);
    try {
      const { created_at, waits } = await invite({ video_id: videoId, email, relationship, message }).unwrap();
      if (waits) notices.success({ title: text.savedTitle, text: text.savedText({ email }) });
      else if (Date.now() - Date.parse(created_at) > SENT_BEFORE_MS) {
        notices.success({ title: text.alreadyTitle, text: text.alreadyText({ email, date: formatDate(created_at) }) });
      } else notices.success({ title: text.sentTitle, text: text.sentText({ email }) });
      onClose();
    } catch (failure) {
      setError(errorMessage(failure));
    }
  }

  const choice = (relationship: Relationship, label: string) => (
    <Button
      variant="contained"
      loading={isLoading && chosen === relationship}
      disabled={isLoading && chosen !== relationship}
      onClick={() => send(relationship)}
      sx={{ flex: '1 1 9em', minHeight: 48 }}
    >
      {label}
    </Button>
  );
  return (
    <Box
      component="section"
      ref={box}
      tabIndex={-1}
      aria-labelledby={titleId}
      sx={{ mt: 3, p: 4, borderRadius: '12px', bgcolor: 'sunken', '&:focus': { outline: 'none' } }}
    >
      <Typography id={titleId} component="h4" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {text.title({ email })}
      </Typography>
      <Typography sx={{ mt: 1, color: 'text.secondary' }}>
        {opensAt ? text.introLater({ date: formatLongDate(opensAt) }) : text.intro}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
        {choice('family', text.asFamily)}
        {choice('friend', text.asFriend)}
        <Button onClick={onClose} sx={{ minHeight: 48 }}>
          {common.cancel}
        </Button>
      </Box>
      {error && (
        <Alert severity="error" sx={{ mt: 3 }}>
          <AlertTitle>{text.failed}</AlertTitle>
          {error}
        </Alert>
      )}
    </Box>
  );
}
