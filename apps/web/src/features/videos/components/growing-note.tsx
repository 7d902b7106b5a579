import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';

/** Shown while a video is being prepared and can be watched already. */
export function GrowingNote({ video }: { video: Video }) {
  if (!video.growing) return null;
  return <Box sx={{ color: 'text.primary' }}>{text.growing}</Box>;
}
