import { type RefObject, useEffect, useState } from 'react';
import { isSessionSoundOn, saveSessionSound, sessionVolume } from './session-sound.ts';

/**
 * `session`: watched videos start muted with volume 0 (VID-01) until the person turns the sound on once; then it stays
 * on for the session. `own`: a person's own recordings start with sound.
 */
export type SoundKind = 'session' | 'own';

/** Sound that is turned on is at least this loud: a slider on its way to its end leaves a volume that nobody hears. */
const AUDIBLE = 0.3;

/** Sound of a video element. */
export function useSound(element: RefObject<HTMLVideoElement | null>, kind: SoundKind) {
  const [muted, setMuted] = useState(() => kind === 'session' && !isSessionSoundOn());

  useEffect(() => {
    if (!element.current) return;
    const on = kind === 'own' || isSessionSoundOn();
    element.current.volume = on ? (kind === 'own' ? 1 : sessionVolume()) : 0;
    element.current.muted = !on;
  }, [element, kind]);

  function remember(video: HTMLVideoElement): void {
    if (kind === 'session') saveSessionSound(!video.muted && video.volume > 0, video.volume);
  }

  function setSound(on: boolean): void {
    const video = element.current;
    if (!video) return;
    video.muted = !on;
    if (on && video.volume === 0) video.volume = audibleVolume(kind);
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

  /** A slider has set the volume. At its end it turns the sound off, so that turning it on again is heard. */
  function onSlide(): void {
    const video = element.current;
    if (!video) return;
    video.muted = video.volume === 0;
    remember(video);
  }

  /** Sound that is turned on for the first time must be audible, but the volume is still 0. */
  function onVolumeChange(): void {
    const video = element.current;
    if (!video) return;
    if (muted && !video.muted && video.volume === 0) video.volume = audibleVolume(kind);
    setMuted(video.muted || video.volume === 0);
  }

  return { muted, setSound, changeVolume, onSlide, onVolumeChange };
}

/** The volume of sound that is turned on. */
function audibleVolume(kind: SoundKind): number {
  return kind === 'session' ? Math.max(AUDIBLE, sessionVolume()) : 1;
}
