import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../../../platform/deps.ts';
import { runFfmpeg } from '../../../platform/ffmpeg/run.ts';
import { findMediaTools, type MediaTools } from '../../../platform/ffmpeg/tools.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import { loudnessArgs } from '../encode/ffmpeg-args.ts';
import { readLoudness } from '../encode/loudness.ts';
import { measureLoudnessJob } from './measure-loudness.job-definition.ts';
import { listWithoutLoudness, saveLoudness } from './measure-loudness.queries.ts';
import { forEachVideo } from './older-videos.ts';

/** Time limit in milliseconds: base, and per second of sound. The picture is not decoded. */
const TIMEOUT_BASE_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 500;

type MeasureDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'log'>;

/**
 * Measures all ready videos without loudness, or one of them. An unreadable file is skipped: it plays at its own
 * loudness, and the next worker start retries.
 */
export function measureLoudnessHandler(deps: MeasureDeps): JobHandler<{ videoId?: string | undefined }> {
  return {
    job: measureLoudnessJob,
    concurrency: 1,
    async run({ videoId }, { signal }) {
      const tools = await findMediaTools(deps.config);
      if (!tools) return;
      await forEachVideo(
        (page) => listWithoutLoudness(deps.db, page, videoId),
        signal,
        (video) => measureVideo(deps, tools, video, signal),
      );
    },
  };
}

async function measureVideo(
  { db, storage, log }: MeasureDeps,
  tools: MediaTools,
  { id: videoId, key, duration_ms: durationMs }: { id: string; key: string; duration_ms: number | null },
  signal: AbortSignal,
): Promise<void> {
  const folder = await storage.stagingFolder();
  try {
    const input = join(folder, 'input');
    await mkdir(input);
    const output = join(folder, 'loudness.txt');
    await runFfmpeg(tools, loudnessArgs(await storage.materialize(key, input, 'playback', signal), output), {
      folder: input,
      writes: folder,
      timeoutMs: TIMEOUT_BASE_MS + ((durationMs ?? 0) / 1000) * TIMEOUT_PER_SECOND_MS,
      maxFileBytes: 100_000_000,
      background: true,
      signal,
    });
    await saveLoudness(db, videoId, key, await readLoudness(output));
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, videoId }, 'loudness measurement failed');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
