import { session as text } from '@kinreel/messages/en/session';
import Alert from '@mui/material/Alert';

/** Shown above the form if the opened link does not work any more. */
export function DeadLink() {
  return (
    <Alert severity="warning" sx={{ mb: 5 }}>
      {text.linkDead}
    </Alert>
  );
}
