/** One video plays at a time: whichever starts makes the one before it pause. */
let playing: HTMLVideoElement | null = null;

/** To be called when `video` starts. */
export function pauseOthers(video: HTMLVideoElement): void {
  if (playing && playing !== video) playing.pause();
  playing = video;
}
