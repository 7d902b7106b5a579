import { recording as text } from '@kinreel/messages/en/recording';
import Box from '@mui/material/Box';
import { useEffect, useState } from 'react';
import { formatDuration, formatDurationWithUnits } from '../../../shared/format/duration-and-size.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { type ElapsedTime, elapsedMs } from '../elapsed-time.ts';

/** Update interval of the time, in milliseconds. */
const TICK_MS = 200;

/** Duration of the recording. Screen readers announce it every minute. */
export function RecordedTime({ elapsed }: { elapsed: ElapsedTime }) {
  const [ms, setMs] = useState(() => elapsedMs(elapsed, performance.now()));
  useEffect(() => {
    const update = () => setMs(elapsedMs(elapsed, performance.now()));
    update();
    if (elapsed.since === null) return;
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  }, [elapsed]);
  const minutes = Math.floor(ms / 60_000);
  return (
    <>
      <time className="num" dateTime={`PT${(ms / 1000).toFixed(2)}S`}>
        {formatDuration(Math.floor(ms / 1000))}
      </time>
      <Box component="span" role="status" sx={visuallyHidden}>
        {minutes > 0 && text.recorded({ length: formatDurationWithUnits(minutes * 60) })}
      </Box>
    </>
  );
}
