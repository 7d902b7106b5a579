import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

// `require` loads one file. `import` would load 66 and double the CPU time of each probe.
const { FilePathSource, Input, MATROSKA, MP4, MPEG_TS, OGG, QTFF, WEBM } = createRequire(import.meta.url)(
  'mediabunny',
) as typeof import('mediabunny');

/** The result of the TypeScript reader, with its own codec names. */
export interface QuickReport {
  /** Seconds from the first packet to the end of the last, of picture and sound; null without packets. */
  durationSeconds: number | null;
  video: {
    codec: string | null;
    /** RFC 6381, such as avc1.64001f. */
    codecString: string | null;
    codedWidth: number;
    codedHeight: number;
    /** Measured at the beginning; null if unknown. */
    framesPerSecond: number | null;
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

type Source = InstanceType<typeof Input>;
type Track = Awaited<ReturnType<Source['getTracks']>>[number];

/** Number of packets from which the frame rate is measured. */
const RATE_PACKETS = 60;

/** Probes `workerData.path` and posts a QuickReport. HLS is not allowed: a playlist could reference other URLs. */
async function probe(path: string): Promise<QuickReport> {
  using input = new Input({
    source: new FilePathSource(path),
    formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS, OGG],
  });
  const [video] = await input.getVideoTracks();
  const [audio] = await input.getAudioTracks();
  const duration = await lengthOf(
    input,
    [video, audio].flatMap((track) => track ?? []),
  ).catch(() => null);
  const pixelAspect = await video?.getPixelAspectRatio();
  return {
    durationSeconds: duration && Number.isFinite(duration) && duration > 0 ? duration : null,
    video: video
      ? {
          codec: await video.getCodec(),
          codecString: await video.getCodecParameterString().catch(() => null),
          codedWidth: await video.getCodedWidth(),
          codedHeight: await video.getCodedHeight(),
          framesPerSecond: (await video.computePacketStats(RATE_PACKETS).catch(() => null))?.averagePacketRate ?? null,
          pixelAspect: pixelAspect ? pixelAspect.num / pixelAspect.den : 1,
          rotation: await video.getRotation(),
          mirrored: await video.getFlip(),
          transfer: (await video.getColorSpace().catch(() => null))?.transfer ?? null,
        }
      : null,
    audio: audio ? { codec: await audio.getCodec(), channels: await audio.getNumberOfChannels() } : null,
  };
}

/** Duration by the packets: the header of a Chromium recording of 6 s may declare 0.25 s. */
async function lengthOf(input: Source, tracks: Track[]): Promise<number | null> {
  if (tracks.length === 0) return null;
  const start = await input.getFirstTimestamp(tracks);
  // Timestamps of a transport stream start anywhere. In other containers, negative times are not presented.
  const isClock = (await input.getFormat()) === MPEG_TS;
  return (await input.computeDuration(tracks)) - (isClock ? start : Math.max(0, start));
}

parentPort?.postMessage(await probe((workerData as { path: string }).path));
