import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { SHORT } from './tray.tsx';

/** Radius and circumference of the ring, in units of its viewBox. */
const RADIUS = 60;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The text is above the ring, or next to it in a low window, so that no word is broken. */
const TEXT_ABOVE_RING = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 3,
  overflowWrap: 'normal',
  [SHORT]: { flexDirection: 'row' },
} as const;

/** The seconds until the recording starts. Screen readers announce each number. */
export function Countdown({ count, from, onCancel }: { count: number; from: number; onCancel: () => void }) {
  return (
    <>
      <Box sx={TEXT_ABOVE_RING}>
        <Box
          sx={{ fontSize: { xs: '1.125rem', sm: '1.375rem' }, fontWeight: 600, lineHeight: 1.2, textAlign: 'center' }}
        >
          {text.startsIn}
        </Box>
        <Box
          sx={{
            position: 'relative',
            display: 'grid',
            placeItems: 'center',
            flex: 'none',
            // With large text at most so large that the picture can be seen.
            width: { xs: 'min(6.75rem, 34vw)', sm: 'min(8.25rem, 176px)' },
            aspectRatio: 1,
            fontSize: { xs: 'min(3.875rem, 20vw)', sm: 'min(4.75rem, 102px)' },
            fontWeight: 300,
            lineHeight: 1,
            [SHORT]: { width: 'min(4.75rem, 26vh)', fontSize: 'min(2.75rem, 15vh)' },
          }}
        >
          <Box
            component="svg"
            viewBox="0 0 132 132"
            aria-hidden
            sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', rotate: '-90deg' }}
          >
            <circle cx="66" cy="66" r={RADIUS} fill="none" stroke="rgb(255 255 255 / .25)" strokeWidth="9" />
            <Box
              component="circle"
              cx="66"
              cy="66"
              r={RADIUS}
              fill="none"
              stroke="#ffffff"
              strokeWidth="9"
              strokeLinecap="round"
              strokeDasharray={CIRCUMFERENCE}
              strokeDashoffset={CIRCUMFERENCE * (1 - (from - count + 1) / (from + 1))}
              sx={{ transition: 'stroke-dashoffset 400ms linear' }}
            />
          </Box>
          <span role="status" aria-live="assertive" className="num">
            {count > 0 ? count : ''}
          </span>
        </Box>
      </Box>
      <Button
        autoFocus
        onClick={onCancel}
        sx={{
          bgcolor: '#ffffff',
          color: '#1e2a21',
          px: { xs: 3.5, sm: 5.5 },
          flex: 'none',
          whiteSpace: 'nowrap',
          '&:hover': { bgcolor: '#e9ece3' },
          '&:focus-visible': { outlineColor: '#ffffff', boxShadow: '0 0 0 9px var(--mui-palette-focusRing)' },
        }}
      >
        {text.notYet}
      </Button>
    </>
  );
}
