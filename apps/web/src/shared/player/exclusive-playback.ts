/** The video that plays now. Only one plays at a time. */
let playing: HTMLVideoElement | null = null;

/** Pauses the video that was playing before. Call it when `video` starts. */
export function pauseOthers(video: HTMLVideoElement): void {
  if (playing && playing !== video) playing.pause();
  playing = video;
}
