import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  loudnessArgs,
  preparationArgs,
  previewArgs,
  renditionsArgs,
  sizesToMake,
} from '../../apps/server/src/features/media/encode/ffmpeg-args.ts';
import { planPreparation, planRenditions } from '../../apps/server/src/features/media/encode/plan.ts';
import { planPreview } from '../../apps/server/src/features/media/encode/preview-track.ts';
import { pictureIn } from '../../apps/server/src/features/media/encode/video-pictures.ts';
import { sideOutputsIn } from '../../apps/server/src/features/media/jobs/prepare-video.ts';
import { displaySize, probeVideo } from '../../apps/server/src/features/media/probe/probe.ts';
import { findMediaTools, type MediaTools } from '../../apps/server/src/platform/ffmpeg/tools.ts';
import { withDatabase } from '../../e2e/support/database.ts';
import type { Kinreel } from '../../e2e/support/kinreel.ts';
import type { LongClip } from './long-clips.ts';
import { ownCpuSeconds } from './processes.ts';

const execute = promisify(execFile);

/** A file of a prepared video. */
interface StoredSize {
  /** "playback", or the name of a rendition. */
  name: string;
  path: string;
  bytes: number;
}

/** The playback file, then the renditions that are separate files and play on every screen, largest first. */
export function storedSizes(kinreel: Kinreel, videoId: string): Promise<StoredSize[]> {
  return withDatabase(kinreel, async (database) => {
    const { rows } = await database.query<{ name: string; key: string; bytes: number }>(
      `select 'playback' as name, key, size::float as bytes, 0 as place from video_files
         where video_id = $1 and kind = 'playback'
       union all select name, key, size::float, 10000 - width from renditions r where video_id = $1 and video_range = 'SDR'
         and not exists (select from video_files f where f.key = r.key) order by place`,
      [videoId],
    );
    return rows.map(({ name, key, bytes }) => ({ name, bytes, path: join(kinreel.dataDir, 'media/objects', key) }));
  });
}

/**
 * Runs only ffmpeg, with the arguments of the preparation. The worker's other work, such as inspecting and storing
 * files and making WebP images, is not included.
 * @param playbackBytes size of the playback file
 * @returns whether the playback file is a copy, and the CPU seconds, scaled from the sample to the clip
 */
export async function runBare(
  { sample: { path: original, times } }: LongClip,
  playbackBytes: number,
): Promise<{ copied: boolean; cpuSeconds: number }> {
  const tools = await mediaTools();
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-bare-'));
  try {
    const probe = await probeVideo(original, tools);
    const plan = probe && planPreparation(probe, tools, { maxSeconds: Number.POSITIVE_INFINITY });
    if (!probe || plan?.kind !== 'prepare') throw new Error('The file cannot be prepared');
    await mkdir(join(folder, 'growing'));
    const growing = plan.video.encode ? { list: join(folder, 'growing', 'list.m3u8'), seconds: null } : undefined;
    const needsH264 = plan.container === 'webm';
    const sizes = planRenditions(probe, tools, {
      needsH264,
      playbackBytes: playbackBytes / times,
      isRendition: plan.isRendition,
    });
    const outputs = (sizes ? sizesToMake(sizes) : []).map(({ name }) => join(folder, `${name}.mp4`));
    const { sideOutputs } = sideOutputsIn(plan, probe, folder, tools);
    const playback = join(folder, 'playback');
    const preview = {
      plan: planPreview(probe.durationSeconds ?? 1, probe.video ? displaySize(probe.video) : { width: 1, height: 1 }),
      output: pictureIn(folder, 'preview', tools),
      black: join(folder, 'black.txt'),
    };
    const before = ownCpuSeconds().children;
    const run = (args: string[]) => execute(tools.ffmpeg, ['-v', 'error', ...args]);
    await run(preparationArgs(plan, original, playback, { ...sideOutputs, growing }));
    // A long copy gets its loudness measured later, in a separate run.
    if (probe.audio && !sideOutputs.sound?.loudness) await run(loudnessArgs(playback, join(folder, 'loudness.txt')));
    await run(sizes ? renditionsArgs(sizes, original, outputs, preview) : previewArgs(playback, preview));
    return { copied: plan.video.encode === null, cpuSeconds: (ownCpuSeconds().children - before) * times };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * SSIM of a size and the original, scaled to the original's size, over the first ten seconds. 1 means identical.
 * @param path of the size
 */
export async function similarity(original: string, path: string): Promise<number> {
  const tools = await mediaTools();
  const probe = await probeVideo(original, tools);
  if (!probe?.video) throw new Error('The original has no picture');
  const { width, height } = displaySize(probe.video);
  const { stderr } = await execute(tools.ffmpeg, [
    ...['-hide_banner', '-t', '10', '-i', path, '-t', '10', '-i', original],
    ...['-lavfi', `[0:v]scale=${width}:${height}:flags=bicubic[size];[size][1:v]ssim`, '-f', 'null', '-'],
  ]);
  return Number(/SSIM .*All:([\d.]+)/.exec(stderr)?.[1]);
}

async function mediaTools(): Promise<MediaTools> {
  const tools = await findMediaTools({ ffmpegPath: process.env.FFMPEG_PATH });
  if (!tools) throw new Error('There is no ffmpeg');
  return tools;
}
