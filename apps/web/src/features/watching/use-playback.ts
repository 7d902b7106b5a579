import { type RefObject, useEffect, useState } from 'react';

/** The playback state of a video element. */
export interface Playback {
  /** Whether the person or the page has started it. */
  requested: boolean;
  /** Whether the first frame is visible. */
  started: boolean;
  paused: boolean;
  ended: boolean;
}

const EVENTS = ['play', 'pause', 'playing', 'ended', 'seeking', 'seeked', 'timeupdate', 'emptied'] as const;

export function usePlayback(element: RefObject<HTMLVideoElement | null>): Playback {
  const [playback, setPlayback] = useState<Playback>({ requested: false, started: false, paused: true, ended: false });
  useEffect(() => {
    const video = element.current;
    if (!video) return;
    const update = () =>
      setPlayback((before) => {
        const { paused, ended } = video;
        const hasPicture = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && !video.seeking;
        // While another source is loaded, the last frame stays.
        const started = before.started || (hasPicture && video.played.length > 0);
        const requested = before.requested || !paused;
        const now = { requested, started, paused, ended };
        const names = Object.keys(now) as (keyof Playback)[];
        return names.every((name) => now[name] === before[name]) ? before : now;
      });
    for (const event of EVENTS) video.addEventListener(event, update);
    update();
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update);
    };
  }, [element]);
  return playback;
}
