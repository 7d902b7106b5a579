import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import { failureText } from '../failure-text.ts';

/** Why the preparation of a video waits, for its owner. */
export function WaitingNote({ video }: { video: Video }) {
  return video.status_code && <Box sx={{ color: 'text.primary' }}>{failureText(video)}</Box>;
}
