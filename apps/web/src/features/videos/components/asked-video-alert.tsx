import { watching as text } from '@kinreel/messages/en/watching';
import Alert from '@mui/material/Alert';

/** Why the requested video is not shown: the person may not see it, or the link no longer works. */
export type AskedVideoProblem = 'video' | 'link';

/** Shown above the list that replaces the video. */
export function AskedVideoAlert({ problem }: { problem: AskedVideoProblem }) {
  return (
    <Alert severity="warning" sx={{ mt: 5 }}>
      {problem === 'link' ? text.linkMissing : text.videoMissing}
    </Alert>
  );
}
