/**
 * A position in seconds after the end of any recording. Seeking there makes browsers compute the duration of a file
 * without one.
 */
const FAR_SECONDS = 1e9;

/** Timeout for a file that cannot be read. */
const TIMEOUT_MS = 10_000;

/** Duration of a recording in seconds; null if this browser cannot play it. */
export async function videoLength(file: Blob): Promise<number | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    return await new Promise<number | null>((resolve) => {
      setTimeout(() => resolve(null), TIMEOUT_MS);
      video.onerror = () => resolve(null);
      video.ondurationchange = () => {
        if (Number.isFinite(video.duration)) resolve(video.duration);
        // MediaRecorder writes no duration.
        else video.currentTime = FAR_SECONDS;
      };
      video.preload = 'metadata';
      video.muted = true;
      video.src = url;
    });
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}
