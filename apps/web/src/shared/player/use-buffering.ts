import { type RefObject, useEffect, useState } from 'react';

/** Buffering time before the spinner appears, and before the slow connection message, in milliseconds. */
const SPINNER_DELAY_MS = 600;
const SLOW_CONNECTION_DELAY_MS = 6000;

/** Whether a playing video waits for data: `short` shows a spinner, `long` also a message. */
export function useBuffering(element: RefObject<HTMLVideoElement | null>): 'none' | 'short' | 'long' {
  const [buffering, setBuffering] = useState<'none' | 'short' | 'long'>('none');
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = () => {
      timers.forEach(clearTimeout);
      timers = [];
      setBuffering('none');
    };
    const update = () => {
      const isBuffering = !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
      if (!isBuffering) return stop();
      if (timers.length > 0) return;
      timers = [
        setTimeout(() => setBuffering('short'), SPINNER_DELAY_MS),
        setTimeout(() => setBuffering('long'), SLOW_CONNECTION_DELAY_MS),
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
    for (const event of events) video.addEventListener(event, update);
    update();
    return () => {
      for (const event of events) video.removeEventListener(event, update);
      stop();
    };
  }, [element]);
  return buffering;
}
