import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import Box from '@mui/material/Box';

/** Number of seconds from which the text uses minutes. */
const MINUTES_FROM = 120;

/** Tells the owner how much of a truncated file is missing. */
export function CutOffNote({ video: { missing_seconds: missing } }: { video: Video }) {
  // Saved responses of earlier versions lack this field.
  if (!missing) return null;
  return (
    <Box sx={{ color: 'text.primary', fontWeight: 600 }}>
      {missing < MINUTES_FROM
        ? text.missingSeconds({ count: Math.round(missing) })
        : text.missingMinutes({ count: Math.round(missing / 60) })}
    </Box>
  );
}
