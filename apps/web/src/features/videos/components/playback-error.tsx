import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Trouble } from '../video-source.ts';

const WORDS: Record<Trouble, string> = {
  line: 'The line dropped. Your place in the video is kept.',
  gone: 'You cannot watch this video any more: it was deleted, or it is no longer shared with you.',
  'signed-out': 'You are not logged in any more. Please log in to go on watching.',
  unplayable: 'This video could not be played just now.',
};

/** Why a video does not play, over its picture, and another try where that can help. */
export function PlaybackError({ trouble, onRetry }: { trouble: Trouble; onRetry: () => void }) {
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
      {WORDS[trouble]}
      {trouble !== 'gone' && (
        <Button variant="outlined" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Box>
  );
}
