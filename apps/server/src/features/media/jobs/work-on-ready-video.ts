import { rm } from 'node:fs/promises';
import type { Deps } from '../../../platform/deps.ts';
import { findMediaTools, type MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { whileWanted } from '../../../platform/jobs/while-wanted.ts';
import { requireSpaceForWork } from '../../../platform/system/disk-space.ts';

/** What the work gets: tools, and its own folder, which is deleted afterwards. */
export interface Workplace {
  tools: MediaTools;
  folder: string;
  /** Aborted within a second after the result is no longer needed. */
  signal: AbortSignal;
}

/**
 * Runs the work of a job for a ready video, if it still needs it. The work is aborted when the video is deleted or
 * prepared again.
 * @param find the video while it needs this work
 * @throws NoSpaceError if the disk is nearly full
 */
export async function workOnReadyVideo<Waiting extends { playback_key: string }>(
  { config, storage }: Pick<Deps, 'config' | 'storage'>,
  jobSignal: AbortSignal,
  find: () => Promise<Waiting | undefined>,
  work: (waiting: Waiting, workplace: Workplace) => Promise<void>,
): Promise<void> {
  const [waiting, tools] = await Promise.all([find(), findMediaTools(config)]);
  if (!waiting || !tools) return;
  await requireSpaceForWork(config);
  const folder = await storage.stagingFolder();
  try {
    await whileWanted(
      jobSignal,
      async () => (await find())?.playback_key === waiting.playback_key,
      (signal) => work(waiting, { tools, folder, signal }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
