import { drawnFile } from '../../shared/photos/drawn-file.ts';

/** Longest side of the uploaded image in pixels, the same as that of a stored poster. */
const MAX_SIDE_PX = 1280;

/** The current frame of the video as a JPEG. Null if there is none, or the browser cannot encode it. */
export async function frameFile(element: HTMLVideoElement): Promise<File | null> {
  if (element.seeking) await new Promise((done) => element.addEventListener('seeked', done, { once: true }));
  const { videoWidth, videoHeight } = element;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight));
  const size = { width: Math.round(videoWidth * scale), height: Math.round(videoHeight * scale) };
  if (size.width === 0 || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
  return drawnFile(size, (context) => context.drawImage(element, 0, 0, size.width, size.height));
}
