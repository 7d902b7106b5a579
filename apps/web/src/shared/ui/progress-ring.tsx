import Box from '@mui/material/Box';
import { formatPercent } from '../format/numbers.ts';

interface ProgressRingProps {
  /** Percentage done, 0 to 100. */
  value: number;
  /** Accessible name of the progress bar. */
  label: string;
  /** Diameter in pixels. Below 72 the percentage is not shown. */
  size?: number;
  /** `warning` while the connection is lost. */
  tone?: 'brand' | 'warning';
}

/** Progress of an upload or of video processing, drawn as a ring. */
export function ProgressRing({ value, label, size = 124, tone = 'brand' }: ProgressRingProps) {
  const done = Math.min(100, Math.max(0, Math.round(value)));
  const width = size < 72 ? 12 : 7;
  const radius = 50 - width / 2;
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={100}
      className="num"
      sx={{
        position: 'relative',
        display: 'grid',
        placeItems: 'center',
        flex: 'none',
        width: size,
        height: size,
        fontSize: `${Math.max(16, size * 0.225) / 16}rem`,
        fontWeight: 600,
        color: 'text.primary',
      }}
    >
      <Box
        component="svg"
        viewBox="0 0 100 100"
        aria-hidden
        sx={{ position: 'absolute', inset: 0, transform: 'rotate(-90deg)', fill: 'none' }}
      >
        <Box
          component="circle"
          cx={50}
          cy={50}
          r={radius}
          sx={{ stroke: (theme) => theme.vars?.palette.divider, strokeWidth: width }}
        />
        <Box
          component="circle"
          cx={50}
          cy={50}
          r={radius}
          pathLength={100}
          strokeDasharray={100}
          strokeDashoffset={100 - done}
          strokeLinecap="round"
          sx={{
            stroke: (theme) =>
              tone === 'warning' ? theme.vars?.palette.warning.main : theme.vars?.palette.primary.main,
            strokeWidth: width,
            opacity: done === 0 ? 0 : 1,
            transition: 'stroke-dashoffset 400ms linear',
          }}
        />
      </Box>
      {size >= 72 && <span aria-hidden>{formatPercent(done)}</span>}
    </Box>
  );
}
