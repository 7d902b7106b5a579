import { type RefObject, useEffect, useState } from 'react';

/** How long a player may wait before it shows that it does, and before it says that the line is slow. Milliseconds. */
const SHOWN_AFTER_MS = 600;
const SLOW_AFTER_MS = 6000;

/** Whether a video that should play waits for its bytes: not so that one would see it, for a moment, or long. */
export function useWaiting(element: RefObject<HTMLVideoElement | null>): 'no' | 'moment' | 'long' {
  const [waiting, setWaiting] = useState<'no' | 'moment' | 'long'>('no');
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => {
      timers.forEach(clearTimeout);
      timers = [];
      setWaiting('no');
    };
    const look = () => {
      const waits = !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
      if (!waits) return stop();
      if (timers.length > 0) return;
      timers = [
        setTimeout(() => setWaiting('moment'), SHOWN_AFTER_MS),
        setTimeout(() => setWaiting('long'), SLOW_AFTER_MS),
      ];
    };
    const events = [
      'play',
      'waiting',
      'stalled',
      'playing',
      'canplay',
      'timeupdate',
      'pause',
      'ended',
      'emptied',
      'error',
    ];
    for (const event of events) video.addEventListener(event, look);
    look();
    return () => {
      for (const event of events) video.removeEventListener(event, look);
      stop();
    };
  }, [element]);
  return waiting;
}
