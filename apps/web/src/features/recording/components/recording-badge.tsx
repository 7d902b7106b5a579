import { recording as text } from '@kinreel/messages/en/recording';
import PauseRounded from '@mui/icons-material/PauseRounded';
import Box from '@mui/material/Box';
import type { ElapsedTime } from '../elapsed-time.ts';
import { RecordedTime } from './recorded-time.tsx';
import { SHORT } from './tray.tsx';

/** Overlay with the recorded time, and whether the recording is paused. */
export function RecordingBadge({ isPaused, elapsed }: { isPaused: boolean; elapsed: ElapsedTime }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        left: { xs: 16, sm: 24 },
        top: { xs: 16, sm: 24 },
        display: 'flex',
        alignItems: 'center',
        gap: 3,
        px: { xs: 3.5, sm: 4 },
        py: { xs: 1.5, sm: 2 },
        borderRadius: '12px',
        bgcolor: 'media.main',
        color: 'media.contrastText',
        fontWeight: 600,
        fontSize: { xs: '1.125rem', sm: '1.25rem' },
        whiteSpace: 'nowrap',
        [SHORT]: { left: 12, top: 12 },
      }}
    >
      {isPaused ? (
        <PauseRounded aria-hidden />
      ) : (
        <Box aria-hidden sx={{ width: 14, height: 14, borderRadius: '50%', bgcolor: '#ff8a70' }} />
      )}
      <span>
        {isPaused ? text.paused : text.recording} <RecordedTime elapsed={elapsed} />
      </span>
    </Box>
  );
}
