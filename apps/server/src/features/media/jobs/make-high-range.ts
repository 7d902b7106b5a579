import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Trim } from '@kinreel/contracts';
import { isFailureOfFile, runFfmpeg } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { clearHevcMessages, NotFragmentedError, readFragmentIndex } from '../deliver/fragmented-mp4.ts';
import { encodingTimeout, largestEncoding } from '../encode/encoding-limits.ts';
import { highRangeArgs } from '../encode/ffmpeg-args.ts';
import { type HighRangePlan, planHighRange } from '../encode/plan.ts';
import { probeVideo, type VideoProbe } from '../probe/probe.ts';
import { describeRendition, type MadeRendition, readHead } from './make-renditions.ts';

export interface MakeHighRangeOptions {
  tools: MediaTools;
  /** Staging folder; the caller removes it. */
  folder: string;
  /** Duration of the playback file, in seconds. */
  playsSeconds: number;
  /** The delivered range of the original; all of it if not set. */
  trim?: Trim | null;
  /** Probes the original; `probeVideo` by default. */
  probe?: typeof probeVideo;
  signal?: AbortSignal;
}

/**
 * Makes the HDR rendition. If a copy does not work, it is encoded.
 * @param input the original: absolute path, in its own folder
 * @returns null if the original has no HDR, or it cannot be kept
 * @throws MediaToolError, or an Error if the result does not match the playback file
 */
export async function makeHighRange(input: string, options: MakeHighRangeOptions): Promise<MadeRendition | null> {
  const { tools, trim = null, probe: probeOriginal = probeVideo, signal } = options;
  const probe = await probeOriginal(input, tools, signal);
  const plan = probe && planHighRange(probe, tools, { trim });
  if (!plan) return null;
  try {
    return await carryOut(plan, input, probe, options);
  } catch (error) {
    const encoding = plan.video.copied && isUselessCopy(error) && planHighRange(probe, tools, { trim, reencode: true });
    if (!encoding) throw error;
    return carryOut(encoding, input, probe, options);
  }
}

function isUselessCopy(error: unknown): boolean {
  return isFailureOfFile(error) || error instanceof NotFragmentedError;
}

async function carryOut(
  plan: HighRangePlan,
  input: string,
  { sizeBytes }: VideoProbe,
  { tools, folder, playsSeconds, signal }: MakeHighRangeOptions,
): Promise<MadeRendition> {
  const path = join(folder, `${plan.size.name}.mp4`);
  await runFfmpeg(tools, highRangeArgs(plan, input, path), {
    folder: dirname(input),
    writes: folder,
    timeoutMs: encodingTimeout(Math.max(plan.cut?.end ?? 0, playsSeconds)),
    maxFileBytes: largestEncoding(sizeBytes, playsSeconds),
    background: true,
    signal,
  });
  const head = await readHead(path);
  if (plan.video.copied) {
    clearHevcMessages(head);
    await overwriteHead(path, head);
  }
  const index = readFragmentIndex(head);
  return { ...describeRendition(index, plan.size, playsSeconds, plan.range), path };
}

async function overwriteHead(path: string, head: Buffer): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.write(head, 0, head.length, 0);
  } finally {
    await file.close();
  }
}
