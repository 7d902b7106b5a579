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
            width: { xs: '6.75rem', sm: '8.25rem' },
            height: { xs: '6.75rem', sm: '8.25rem' },
            fontSize: { xs: '3.875rem', sm: '4.75rem' },
            fontWeight: 300,
            lineHeight: 1,
            [SHORT]: { width: '4.75rem', height: '4.75rem', fontSize: '2.75rem' },
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
