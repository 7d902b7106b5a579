import { type FileHandle, open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { StreamTargetChunk } from 'mediabunny';

// `require` loads one file, see probe.worker.ts.
const {
  Conversion,
  FilePathSource,
  Input,
  MATROSKA,
  MP4,
  MPEG_TS,
  Mp4OutputFormat,
  Output,
  QTFF,
  StreamTarget,
  WEBM,
  WebMOutputFormat,
} = createRequire(import.meta.url)('mediabunny') as typeof import('mediabunny');

/** Input of the remuxer for machines without ffmpeg; paths are absolute. */
export interface RemuxOrder {
  input: string;
  output: string;
  container: 'mp4' | 'webm';
  /** Bytes of the input. */
  sizeBytes: number;
}

/**
 * Up to this size, the index of an MP4 is moved to its start in memory; otherwise players need an additional request.
 */
const IN_MEMORY_BYTES = 256 * 1024 * 1024;

/** Copies the first video and the first audio track, without metadata. Posts whether the output has both. */
async function remux({ input: path, output: target, container, sizeBytes }: RemuxOrder): Promise<boolean> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF, WEBM, MATROSKA, MPEG_TS] });
  await using file = await open(target, 'w');
  const conversion = await Conversion.init({
    input,
    output: new Output({
      format:
        container === 'mp4'
          ? new Mp4OutputFormat({ fastStart: sizeBytes <= IN_MEMORY_BYTES ? 'in-memory' : false })
          : new WebMOutputFormat(),
      target: new StreamTarget(writerTo(file), { chunked: true }),
    }),
    video: (track) => ({ discard: track.number !== 1 }),
    audio: (track) => ({ discard: track.number !== 1 }),
    copy: { mode: 'forced' },
    tags: {},
    showWarnings: false,
  });
  const lost = conversion.discardedTracks.some(
    ({ track, reason }) => reason !== 'discarded_by_user' && track.number === 1 && track.type !== 'subtitle',
  );
  if (lost || !conversion.isValid) return false;
  await conversion.execute();
  return true;
}

/** Writes all bytes or fails. The library's own target ignores partial writes, which happen on a full disk. */
function writerTo(file: FileHandle): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    async write({ data, position }) {
      for (let done = 0; done < data.byteLength; ) {
        const { bytesWritten } = await file.write(data, done, data.byteLength - done, position + done);
        done += bytesWritten;
      }
    },
  });
}

parentPort?.postMessage(await remux(workerData as RemuxOrder));
