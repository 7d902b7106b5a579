import { common } from '@kinreel/messages/en/common';
import { player as text } from '@kinreel/messages/en/player';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { PlaybackErrorCode } from './video-source.ts';

const MESSAGES = {
  connection: 'connectionLost',
  unavailable: 'unavailable',
  'logged-out': 'loggedOut',
  unplayable: 'unplayable',
} as const;

/** The reason for a playback error. */
export function playbackErrorText(code: PlaybackErrorCode): string {
  return text[MESSAGES[code]];
}

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
      {playbackErrorText(code)}
      {code !== 'unavailable' && (
        <Button variant="outlined" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </Box>
  );
}
