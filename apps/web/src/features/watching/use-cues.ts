import { type RefObject, useEffect, useState } from 'react';

/** A caption: seconds and plain text. */
export interface CaptionLine {
  start: number;
  text: string;
}

interface Cues {
  lines: readonly CaptionLine[];
  /** Indexes of the current lines. */
  current: readonly number[];
}

const NONE: Cues = { lines: [], current: [] };

/**
 * The captions of a video element, from its track, which loads even if it is hidden. @param url null without captions
 */
export function useCues(element: RefObject<HTMLVideoElement | null>, url: string | null): Cues {
  const [cues, setCues] = useState<Cues>(NONE);
  useEffect(() => {
    const trackElement = element.current?.querySelector<HTMLTrackElement>('track[kind=captions]');
    if (!url || !trackElement) return;
    const { track } = trackElement;
    const read = () => {
      const all = Array.from(track.cues ?? []) as VTTCue[];
      const lines = all.map((cue) => ({ start: cue.startTime, text: cue.getCueAsHTML().textContent }));
      const time = element.current?.currentTime ?? 0;
      // Chromium counts a line as active at its end time too, where the next one starts.
      const active = (Array.from(track.activeCues ?? []) as VTTCue[]).filter(({ endTime }) => endTime > time);
      setCues({ lines, current: active.map((cue) => all.indexOf(cue)) });
    };
    trackElement.addEventListener('load', read);
    track.addEventListener('cuechange', read);
    read();
    return () => {
      trackElement.removeEventListener('load', read);
      track.removeEventListener('cuechange', read);
      setCues(NONE);
    };
  }, [element, url]);
  return cues;
}
