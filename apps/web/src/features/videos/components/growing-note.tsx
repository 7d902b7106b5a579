import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';

/** Shown if a video can already be watched while it is being prepared. */
export function GrowingNote({ video }: { video: Video }) {
  if (!video.growing) return null;
  return <Box sx={{ color: 'text.primary' }}>{text.growing}</Box>;
}
