import { escapeCue } from '@kinreel/contracts/webvtt';
import { useDeferredValue, useEffect, useState } from 'react';
import { cueKeysAt, type EditableCue } from './cue-list.ts';

/** Shows the edited cues over the video. @returns the keys of the cues at the current position */
export function usePreviewTrack(element: HTMLVideoElement | null, cues: readonly EditableCue[]): ReadonlySet<number> {
  const previewCues = useDeferredValue(cues);
  const [currentKeys, setCurrentKeys] = useState<ReadonlySet<number>>(new Set<number>());

  useEffect(() => {
    if (!element) return;
    // Text tracks cannot be removed, so one is reused.
    const track = element.textTracks[0] ?? element.addTextTrack('captions', 'Captions');
    track.mode = 'showing';
    for (const cue of Array.from(track.cues ?? [])) track.removeCue(cue);
    for (const { start, end, text } of previewCues) if (text) track.addCue(new VTTCue(start, end, escapeCue(text)));
  }, [element, previewCues]);

  useEffect(() => {
    if (!element) return;
    const update = () => {
      const keys = cueKeysAt(previewCues, element.currentTime);
      setCurrentKeys((before) =>
        keys.length === before.size && keys.every((key) => before.has(key)) ? before : new Set(keys),
      );
    };
    update();
    const events = ['timeupdate', 'seeked'] as const;
    for (const name of events) element.addEventListener(name, update);
    return () => {
      for (const name of events) element.removeEventListener(name, update);
    };
  }, [element, previewCues]);

  return currentKeys;
}
