import { type RefObject, useEffect, useState } from 'react';

/** Sound of a video element. It starts muted with volume 0 (VID-01). */
export function useSound(element: RefObject<HTMLVideoElement | null>) {
  const [muted, setMuted] = useState(true);

  useEffect(() => {
    if (!element.current) return;
    element.current.volume = 0;
    element.current.muted = true;
  }, [element]);

  function setSound(on: boolean): void {
    const video = element.current;
    if (!video) return;
    video.muted = !on;
    if (on && video.volume === 0) video.volume = 1;
  }

  /** @param by change from -1 to 1 */
  function changeVolume(by: number): void {
    const video = element.current;
    if (!video) return;
    const volume = Math.min(1, Math.max(0, (video.muted ? 0 : video.volume) + by));
    video.volume = Math.round(volume * 100) / 100;
    video.muted = video.volume === 0;
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
