import { type RefObject, useEffect, useState } from 'react';
import { isSessionSoundOn, saveSessionSound } from './session-sound.ts';

/**
 * Whose sound it is. `session`: the videos that people watch start muted with volume 0 (VID-01), until the sound is turned
 * on once; then it stays on for the session. `own`: what a person made themselves starts with sound.
 */
export type SoundKind = 'session' | 'own';

/** Sound of a video element. */
export function useSound(element: RefObject<HTMLVideoElement | null>, kind: SoundKind) {
  const [muted, setMuted] = useState(() => kind === 'session' && !isSessionSoundOn());

  useEffect(() => {
    if (!element.current) return;
    const on = kind === 'own' || isSessionSoundOn();
    element.current.volume = on ? 1 : 0;
    element.current.muted = !on;
  }, [element, kind]);

  function remember(video: HTMLVideoElement): void {
    if (kind === 'session') saveSessionSound(!video.muted && video.volume > 0);
  }

  function setSound(on: boolean): void {
    const video = element.current;
    if (!video) return;
    video.muted = !on;
    if (on && video.volume === 0) video.volume = 1;
    remember(video);
  }

  /** @param by change from -1 to 1 */
  function changeVolume(by: number): void {
    const video = element.current;
    if (!video) return;
    const volume = Math.min(1, Math.max(0, (video.muted ? 0 : video.volume) + by));
    video.volume = Math.round(volume * 100) / 100;
    video.muted = video.volume === 0;
    remember(video);
  }

  /** Sound that is turned on for the first time must be audible, but the volume is still 0. */
  function onVolumeChange(): void {
    const video = element.current;
    if (!video) return;
    if (muted && !video.muted && video.volume === 0) video.volume = 1;
    setMuted(video.muted || video.volume === 0);
  }

  return { muted, setSound, changeVolume, onVolumeChange };
}
