/** After the end of any recording, in seconds. Seeking there makes a browser find the length of a file without one. */
const FAR_SECONDS = 1e9;

/** How long to wait for a file that cannot be read. */
const TIMEOUT_MS = 10_000;

/** Length of a recording in seconds, as this browser plays it; null if it cannot play it. */
export async function videoLength(file: Blob): Promise<number | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    return await new Promise<number | null>((resolve) => {
      setTimeout(() => resolve(null), TIMEOUT_MS);
      video.onerror = () => resolve(null);
      video.ondurationchange = () => {
        if (Number.isFinite(video.duration)) resolve(video.duration);
        // MediaRecorder writes no length.
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
