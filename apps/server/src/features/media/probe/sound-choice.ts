import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filterPath } from '../../../platform/ffmpeg/filter-path.ts';
import { isFailureOfFile, runFfmpeg, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { SILENCE_DB } from './video-notes.ts';

/** How many seconds of each track are decoded, and the time limit in milliseconds. */
const LISTEN_SECONDS = 600;
const TIMEOUT_MS = 120_000;

/**
 * Chooses the audio track: the first one that is not silent. Cameras with two inputs record a track for each, also for
 * an input without a microphone.
 * @param path absolute, in its own folder
 * @param sounds the tracks, the default track first
 * @returns the first one if all are silent; null if there is none
 * @throws MediaToolError that the file has not caused, or the signal's reason
 */
export async function chooseSound<Sound extends { index: number | null }>(
  path: string,
  sounds: readonly Sound[],
  tools: MediaTools,
  signal?: AbortSignal,
): Promise<Sound | null> {
  const [first = null, ...others] = sounds;
  if (others.length === 0) return first;
  for (const sound of sounds) if (await isHeard(path, sound.index ?? 0, tools, signal)) return sound;
  return first;
}

async function isHeard(path: string, track: number, tools: MediaTools, signal?: AbortSignal): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-sound-'));
  try {
    const peaks = join(folder, 'peaks.txt');
    const key = 'lavfi.astats.Overall.Peak_level';
    const measure = `astats=metadata=1:measure_perchannel=none:measure_overall=Peak_level,ametadata=mode=print:key=${key}:file=${filterPath(peaks)}`;
    const args = [
      ...safeInput(path),
      '-map',
      `0:${track}`,
      '-t',
      `${LISTEN_SECONDS}`,
      '-af',
      measure,
      '-f',
      'null',
      '-',
    ];
    const limits = { folder: dirname(path), writes: folder, timeoutMs: TIMEOUT_MS, maxFileBytes: 100_000_000, signal };
    await runFfmpeg(tools, args, limits);
    const written = await readFile(peaks, 'utf8');
    return [...written.matchAll(/Peak_level=(-?[\d.]+)$/gm)].some(([, peak]) => Number(peak) > SILENCE_DB);
  } catch (error) {
    // A track that cannot be decoded counts as silent.
    if (isFailureOfFile(error)) return false;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
