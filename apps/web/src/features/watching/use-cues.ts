import { type RefObject, useEffect, useState } from 'react';

/** A caption: seconds and plain text. */
export interface SaidLine {
  start: number;
  text: string;
}

interface Cues {
  lines: readonly SaidLine[];
  /** Indexes of the lines that are being said. */
  current: readonly number[];
}

const NONE: Cues = { lines: [], current: [] };

/** The captions of a video element, from its track, which loads even if it is not shown. @param url null without captions */
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
      // Chromium counts a line as active at its end too, where the next one begins.
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
