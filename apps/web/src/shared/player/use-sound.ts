import { type RefObject, useEffect, useState } from 'react';
import { isSessionSoundOn, saveSessionSound } from './session-sound.ts';

/**
 * `session`: watched videos start muted with volume 0 (VID-01) until the person turns the sound on once; then it stays
 * on for the session. `own`: a person's own recordings start with sound.
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

  /** The first time the sound is turned on, the volume is still 0 and must be raised. */
  function onVolumeChange(): void {
    const video = element.current;
    if (!video) return;
    if (muted && !video.muted && video.volume === 0) video.volume = 1;
    setMuted(video.muted || video.volume === 0);
  }

  return { muted, setSound, changeVolume, onVolumeChange };
}
