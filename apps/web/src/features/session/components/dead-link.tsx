import { session as text } from '@kinreel/messages/en/session';
import Alert from '@mui/material/Alert';

/** Above the form, when the link that was opened does not work any more. */
export function DeadLink() {
  return (
    <Alert severity="warning" sx={{ mb: 5 }}>
      {text.linkDead}
    </Alert>
  );
}
