import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { formatDuration, formatDurationWithUnits } from '../../../shared/format/duration-and-size.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { type Elapsed, elapsedMs } from '../elapsed.ts';

/** How often the time is looked at, in milliseconds. */
const TICK_MS = 200;

/** How long the recording is; said aloud each minute only. */
export function ElapsedTime({ elapsed }: { elapsed: Elapsed }) {
  const [ms, setMs] = useState(() => elapsedMs(elapsed, performance.now()));
  useEffect(() => {
    const look = () => setMs(elapsedMs(elapsed, performance.now()));
    look();
    if (elapsed.since === null) return;
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [elapsed]);
  const minutes = Math.floor(ms / 60_000);
  return (
    <>
      <time className="num" dateTime={`PT${(ms / 1000).toFixed(2)}S`}>
        {formatDuration(Math.floor(ms / 1000))}
      </time>
      <Box component="span" role="status" sx={visuallyHidden}>
        {minutes > 0 && `${formatDurationWithUnits(minutes * 60)} recorded`}
      </Box>
    </>
  );
}
