import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { PlaybackErrorCode } from '../video-source.ts';

const MESSAGES: Record<PlaybackErrorCode, string> = {
  connection: 'The line dropped. Your place in the video is kept.',
  unavailable: 'You cannot watch this video any more: it was deleted, or it is no longer shared with you.',
  'signed-out': 'You are not logged in any more. Please log in to go on watching.',
  unplayable: 'This video could not be played just now.',
};

/** Playback error over the video, with Retry if that can help. */
export function PlaybackError({ code, onRetry }: { code: PlaybackErrorCode; onRetry: () => void }) {
  return (
    <Box
      role="alert"
      sx={{
        position: 'absolute',
        inset: 0,
        borderRadius: 'inherit',
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 3,
        p: 4,
        textAlign: 'center',
        bgcolor: 'dangerTint.main',
        color: 'dangerTint.contrastText',
      }}
    >
      {MESSAGES[code]}
      {code !== 'unavailable' && (
        <Button variant="outlined" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Box>
  );
}
