import { AUDIO_BITRATE, type EncodingPlan, type EncodingSink, videoBitrate } from './encoding.ts';

/** Interval in which the browser delivers recorded bytes, in milliseconds. */
const SLICE_MS = 1000;

/** Types by preference. A webm file can be cut anywhere; MediaRecorder delivers an mp4 only at key frames. */
const TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

/**
 * Records with the browser's MediaRecorder, if WebCodecs is missing. Its files have no duration; the server adds it.
 */
export function planMediaRecorder(stream: MediaStream): EncodingPlan | null {
  if (typeof MediaRecorder === 'undefined') return null;
  const mime = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const [video] = stream.getVideoTracks();
  if (!mime || !video) return null;
  const { width = 1280, height = 720 } = video.getSettings();
  const videoBitsPerSecond = videoBitrate(width, height);

  async function begin({ append, onFailure }: EncodingSink) {
    const recorder = new MediaRecorder(stream, {
      mimeType: mime,
      videoBitsPerSecond,
      audioBitsPerSecond: AUDIO_BITRATE,
    });
    let last: Promise<unknown> = Promise.resolve();
    recorder.ondataavailable = ({ data }) => {
      last = last.then(async () => append(new Uint8Array(await data.arrayBuffer()))).catch(onFailure);
    };
    recorder.onerror = (event) => onFailure(event);
    const stopped = new Promise<void>((resolve) => {
      recorder.onstop = () => resolve(last.then(() => undefined));
    });
    recorder.start(SLICE_MS);
    return {
      pause: () => recorder.pause(),
      resume: () => recorder.resume(),
      finish: () => {
        // It has already stopped if its tracks have ended.
        if (recorder.state !== 'inactive') recorder.stop();
        return stopped;
      },
    };
  }

  return { mime, bytesPerSecond: (videoBitsPerSecond + AUDIO_BITRATE) / 8, begin };
}
