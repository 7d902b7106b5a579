import { escapeCue } from '@kinreel/contracts/webvtt';
import { type RefObject, useDeferredValue, useEffect, useState } from 'react';
import { type Line, linesAt } from './cue-list.ts';

/** Shows the lines over the video as they are written. @returns keys of those that stand at this moment */
export function usePreviewTrack(
  video: RefObject<HTMLVideoElement | null>,
  lines: readonly Line[],
): ReadonlySet<number> {
  const shown = useDeferredValue(lines);
  const [current, setCurrent] = useState<ReadonlySet<number>>(new Set<number>());

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    // A track cannot be taken away again: the element keeps the one.
    const track = element.textTracks[0] ?? element.addTextTrack('captions', 'Captions');
    track.mode = 'showing';
    for (const cue of Array.from(track.cues ?? [])) track.removeCue(cue);
    for (const { start, end, text } of shown) if (text) track.addCue(new VTTCue(start, end, escapeCue(text)));
  }, [video, shown]);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const look = () => {
      const keys = linesAt(shown, element.currentTime);
      setCurrent((before) =>
        keys.length === before.size && keys.every((key) => before.has(key)) ? before : new Set(keys),
      );
    };
    look();
    const events = ['timeupdate', 'seeked'] as const;
    for (const name of events) element.addEventListener(name, look);
    return () => {
      for (const name of events) element.removeEventListener(name, look);
    };
  }, [video, shown]);

  return current;
}
