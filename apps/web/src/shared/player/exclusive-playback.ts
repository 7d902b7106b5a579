/** The playing video. Only one plays at a time. */
let playing: HTMLVideoElement | null = null;

/** Pauses the previous video. Call it when `video` starts. */
export function pauseOthers(video: HTMLVideoElement): void {
  if (playing && playing !== video) playing.pause();
  playing = video;
}
