import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import { failureText } from '../failure-text.ts';

/** Tells the owner why the preparation of a video waits. */
export function WaitingNote({ video }: { video: Video }) {
  return video.status_code && <Box sx={{ color: 'text.primary' }}>{failureText(video)}</Box>;
}
