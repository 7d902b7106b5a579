/** Further than any recording reaches, in seconds: there a browser finds out where a file without a length ends. */
const FAR = 1e9;

/** How long to wait for a file that cannot be read, in milliseconds. */
const PATIENCE_MS = 10_000;

/** Length of a recording in seconds, as this browser plays it; null where it cannot. */
export async function videoLength(file: Blob): Promise<number | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  try {
    return await new Promise<number | null>((resolve) => {
      setTimeout(() => resolve(null), PATIENCE_MS);
      video.onerror = () => resolve(null);
      video.ondurationchange = () => {
        if (Number.isFinite(video.duration)) resolve(video.duration);
        // MediaRecorder writes no length.
        else video.currentTime = FAR;
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
