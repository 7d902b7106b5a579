import { evenGain } from '@kinreel/contracts/loudness';
import { type RefObject, useEffect } from 'react';
import { usePreference } from '../use-preference.ts';
import type { PlayableVideo } from './playable-video.ts';
import { changeLoudness } from './sound-graph.ts';

/** Normalizes the loudness of a video, unless the person has turned that off. */
export function useEvenSound(element: RefObject<HTMLVideoElement | null>, loudness: PlayableVideo['loudness']) {
  const [on, setOn] = usePreference('kinreel.even-sound');
  const decibels = on ? evenGain(loudness) : 0;

  useEffect(() => (element.current ? changeLoudness(element.current, decibels) : undefined), [element, decibels]);

  return { on, setOn };
}
