import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';

/** From here on, minutes say enough, in seconds. */
const MINUTES_FROM = 120;

/** How much is missing of the user's own video whose file was cut off. */
export function CutOffNote({ video: { missing_seconds: missing } }: { video: Video }) {
  // A saved copy of an earlier version has no such field.
  if (!missing) return null;
  return (
    <Box sx={{ color: 'text.primary', fontWeight: 600 }}>
      {missing < MINUTES_FROM
        ? text.missingSeconds({ count: Math.round(missing) })
        : text.missingMinutes({ count: Math.round(missing / 60) })}
    </Box>
  );
}
