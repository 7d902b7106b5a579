import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useReducedMotion } from './use-reduced-motion.ts';

interface SpinnerProps {
  /** What is awaited, read aloud, and shown instead of the motion where less motion is wished. */
  label?: string;
  /** Diameter in pixels. */
  size?: number;
}

/** Something is under way and nobody knows how long it takes. */
export function Spinner({ label = 'Loading', size = 44 }: SpinnerProps) {
  const still = useReducedMotion();
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
      {still ? (
        <span>{label} …</span>
      ) : (
        <CircularProgress aria-label={label} size={size} thickness={4} color="primary" />
      )}
    </Box>
  );
}
