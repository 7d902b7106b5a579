import { watching as text } from '@kinreel/messages/en/watching';
import Alert from '@mui/material/Alert';

/** Why the video that an address names is not shown: it is not there for this person, or the link no longer works. */
export type AskedVideoProblem = 'video' | 'link';

/** Above the list that is shown instead. */
export function AskedVideoAlert({ problem }: { problem: AskedVideoProblem }) {
  return (
    <Alert severity="warning" sx={{ mt: 5 }}>
      {problem === 'link' ? text.linkMissing : text.videoMissing}
    </Alert>
  );
}
