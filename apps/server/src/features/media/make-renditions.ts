import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MediaToolError, runFfmpeg } from '../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { encodePreview } from '../../platform/pictures/decode-picture.ts';
import { previewArgs, renditionsArgs } from './ffmpeg-args.ts';
import { type FragmentIndex, readFragmentIndex } from './fragmented-mp4.ts';
import { bandwidthOf, type PlaylistRendition } from './hls-playlists.ts';
import { planRenditions, type RenditionSize } from './plan.ts';
import { encodingTimeout, largestEncoding, missing } from './prepare-video.ts';
import { type PreviewPlan, planPreview } from './preview-track.ts';
import { probeVideo } from './probe.ts';

/** A rendition as a file in its staging folder. */
export interface MadeRendition extends PlaylistRendition {
  path: string;
  fragments: FragmentIndex;
}

export interface MakeRenditionsOptions {
  tools: MediaTools;
  /** Staging folder; the caller removes it. */
  folder: string;
  /** Duration of the playback file, in seconds. */
  playsSeconds: number;
  /** Not every device plays the playback file: make at least one rendition. */
  needsH264?: boolean;
  /** Bytes of the playback file; without it the most that it can have. */
  playbackBytes?: number;
  signal?: AbortSignal;
}

/** Bytes at the start of a file that contain its index: an hour has 11 KB for each track. */
const HEAD_BYTES = 256 * 1024;

/** Milliseconds that the preview images of a second of video may take. */
const PREVIEW_PER_SECOND_MS = 1_000;

/**
 * Makes the renditions of a video that a player switches between.
 * @param input the original: absolute path, in a folder of its own
 * @returns none if the playback file is enough
 * @throws MediaToolError, or an Error if the result does not match the playback file
 */
export async function makeRenditions(input: string, options: MakeRenditionsOptions): Promise<MadeRendition[]> {
  const { tools, folder, playsSeconds, needsH264, playbackBytes, signal } = options;
  const source = await probeVideo(input, tools, signal);
  const plan = source && planRenditions(source, tools, { needsH264, playbackBytes });
  if (!plan) return [];
  const outputs = plan.sizes.map(({ name }) => join(folder, `${name}.mp4`));
  const seconds = Math.max(playsSeconds, source.durationSeconds ?? 0);
  await runFfmpeg(tools, renditionsArgs(plan, input, outputs), {
    folder: dirname(input),
    timeoutMs: encodingTimeout(seconds * plan.sizes.length),
    maxFileBytes: largestEncoding(source.sizeBytes, seconds),
    background: true,
    signal,
  });
  return Promise.all(plan.sizes.map((size, i) => describeRendition(outputs[i] ?? '', size, playsSeconds)));
}

async function describeRendition(
  path: string,
  { name, width, height }: RenditionSize,
  playsSeconds: number,
): Promise<MadeRendition> {
  const { codecs, ...fragments } = readFragmentIndex(await readHead(path));
  const seconds = fragments.segments.reduce((sum, segment) => sum + segment.seconds, 0);
  if (missing(playsSeconds, seconds) > 0)
    throw new Error(`a rendition of ${seconds} s beside a video of ${playsSeconds} s`);
  return { name, width, height, path, fragments, codecs, ...bandwidthOf(fragments.segments) };
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Makes the preview images of a video.
 * @param input a playback file or rendition, the smaller the faster @param size of the video as shown
 * @returns null if no image could be made
 */
export async function makePreview(
  input: string,
  size: { width: number; height: number },
  { tools, folder, playsSeconds, signal }: MakeRenditionsOptions,
  isRendition = false,
): Promise<{ path: string; plan: PreviewPlan } | null> {
  const plan = planPreview(playsSeconds, size);
  const [raw, path] = [join(folder, 'preview.png'), join(folder, 'preview.webp')];
  const limits = {
    folder: dirname(input),
    timeoutMs: 60_000 + playsSeconds * PREVIEW_PER_SECOND_MS,
    maxFileBytes: 100_000_000,
    background: true,
    signal,
  };
  try {
    await runFfmpeg(tools, previewArgs(plan, input, raw, isRendition), limits);
  } catch (error) {
    if (!(error instanceof MediaToolError) || error.kind === 'machine') throw error;
  }
  if (!(await stat(raw).catch(() => null))?.size) return null;
  await encodePreview(raw, path, signal);
  return { path, plan };
}
