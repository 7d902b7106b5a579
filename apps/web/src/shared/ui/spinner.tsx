import { common } from '@kinreel/messages/en/common';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { useReducedMotion } from './use-reduced-motion.ts';

interface SpinnerProps {
  /** What is loading. Announced to screen readers, and visible with reduced motion. */
  label?: string;
  /** Diameter in pixels. */
  size?: number;
}

/** Indeterminate progress. */
export function Spinner({ label = common.loading, size = 44 }: SpinnerProps) {
  const isReducedMotion = useReducedMotion();
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', color: 'text.secondary' }}>
      {isReducedMotion ? (
        <span role="progressbar" aria-label={label}>
          {common.loadingText({ label })}
        </span>
      ) : (
        <CircularProgress aria-label={label} size={size} thickness={4} color="primary" />
      )}
    </Box>
  );
}
