import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// By `require` it is one file. By `import` it is 66, and each probe would take twice the CPU time to load them.
const { FilePathSource, Input, MATROSKA, MP4, MPEG_TS, OGG, QTFF, WEBM } = createRequire(import.meta.url)(
  'mediabunny',
) as typeof import('mediabunny');

/** The report of the pure TypeScript reader; codecs have its own names. */
export interface QuickReport {
  /** Seconds to the end of the last packet; null if there is none. */
  durationSeconds: number | null;
  video: {
    codec: string | null;
    /** RFC 6381, such as avc1.64001f. */
    codecString: string | null;
    codedWidth: number;
    codedHeight: number;
    /** Width of a pixel divided by its height. */
    pixelAspect: number;
    /** Degrees, clockwise. */
    rotation: number;
    mirrored: boolean;
    /** H.273 name such as `pq`, `hlg`, `bt709`; null if unknown. */
    transfer: string | null;
  } | null;
  audio: { codec: string | null; channels: number } | null;
}

/** Probes `workerData.path` and posts a QuickReport. HLS is not allowed: a playlist could name other addresses. */
async function probe(path: string): Promise<QuickReport> {
  using input = new Input({
    source: new FilePathSource(path),
    formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG],
  });
  const [video] = await input.getVideoTracks();
  const [audio] = await input.getAudioTracks();
  // Chromium writes 0.25 s into the header of a recording of 6 s: only the packets have the true duration.
  const duration = video || audio ? await input.computeDuration().catch(() => null) : null;
  const pixelAspect = await video?.getPixelAspectRatio();
  return {
    durationSeconds: duration && Number.isFinite(duration) && duration > 0 ? duration : null,
    video: video
      ? {
          codec: await video.getCodec(),
          codecString: await video.getCodecParameterString().catch(() => null),
          codedWidth: await video.getCodedWidth(),
          codedHeight: await video.getCodedHeight(),
          pixelAspect: pixelAspect ? pixelAspect.num / pixelAspect.den : 1,
          rotation: await video.getRotation(),
          mirrored: await video.getFlip(),
          transfer: (await video.getColorSpace().catch(() => null))?.transfer ?? null,
        }
      : null,
    audio: audio ? { codec: await audio.getCodec(), channels: await audio.getNumberOfChannels() } : null,
  };
}

parentPort?.postMessage(await probe((workerData as { path: string }).path));
