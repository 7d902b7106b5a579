import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Trim, VideoNote } from '@kinreel/contracts';
import { isFailureOfFile, runFfmpeg } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { type FragmentIndex, NotFragmentedError, readFragmentIndex } from '../deliver/fragmented-mp4.ts';
import { bandwidthOf, type PlaylistRendition } from '../deliver/hls-playlists.ts';
import { encodingTimeout, largestEncoding, missing, TIMEOUT_MAX_MS } from '../encode/encoding-limits.ts';
import { PREVIEW_WEBP, type PreviewOutput, previewArgs, renditionsArgs, sizesToMake } from '../encode/ffmpeg-args.ts';
import { mayHaveRenditions, planHighRange, planRenditions, type RenditionSize, trimmed } from '../encode/plan.ts';
import { type PreviewPlan, planPreview } from '../encode/preview-track.ts';
import { asWebp, isWritten, pictureIn } from '../encode/video-pictures.ts';
import { startOf } from '../pieces/encode-piece.ts';
import type { ChunkedEncoder } from '../pieces/join-pieces.ts';
import { joinSizesArgs } from '../pieces/piece-args.ts';
import { pieceOrder } from '../pieces/pieces.ts';
import { probeVideo } from '../probe/probe.ts';
import { notesOfPicture } from '../probe/video-notes.ts';

/** The facts of a rendition, without its file. */
export interface DescribedRendition extends PlaylistRendition {
  fragments: FragmentIndex;
}

/** A rendition as a file in its staging folder. */
export interface MadeRendition extends DescribedRendition {
  path: string;
}

/** The preview images as a file in the staging folder. */
export interface MadePreview {
  path: string;
  plan: PreviewPlan;
  /** Notes for the owner about the picture, which was decoded completely. */
  notes: VideoNote[];
}

export interface MadeSizes {
  /** New renditions, largest first; empty if the playback file is enough. */
  renditions: MadeRendition[];
  /** The playback file as a rendition; null if it is not one. */
  first: DescribedRendition | null;
  /** Null without renditions, or if no image could be made. */
  preview: MadePreview | null;
  /** The original is HDR, so an HDR rendition can be made too. */
  hasHighRange: boolean;
}

export interface MakeRenditionsOptions {
  tools: MediaTools;
  /** Staging folder; the caller removes it. */
  folder: string;
  /** Duration of the playback file, in seconds. */
  playsSeconds: number;
  /** Size of the video as shown, in pixels. */
  shown: { width: number; height: number };
  /** Start of the playback file, HEAD_BYTES if it has as many; shows whether the file is also a rendition. */
  playbackHead?: Buffer;
  /** Not every device plays the playback file, so at least one rendition is needed. */
  needsH264?: boolean;
  /** Bytes of the playback file. */
  playbackBytes?: number;
  /** The delivered range of the original; all of it if not set. */
  trim?: Trim | null;
  /** Probes the original; `probeVideo` by default. */
  probe?: typeof probeVideo;
  /** Set if a long video may be encoded in chunks. */
  encodeInChunks?: ChunkedEncoder;
  signal?: AbortSignal;
}

/** The index of a file is within these first bytes: an hour has 11 KB per track. */
export const HEAD_BYTES = 256 * 1024;

/** Time limit for preview images per second of video, in milliseconds. */
const PREVIEW_PER_SECOND_MS = 1_000;

/**
 * Makes the renditions of a video, and its preview images in the same run, decoding once.
 * @param input the original: absolute path, in its own folder
 * @throws MediaToolError, or an Error if the result does not match the playback file
 */
export async function makeRenditions(input: string, options: MakeRenditionsOptions): Promise<MadeSizes> {
  const { tools, folder, playsSeconds, needsH264, playbackBytes, trim = null, probe = probeVideo, signal } = options;
  const none: MadeSizes = { renditions: [], first: null, preview: null, hasHighRange: false };
  const index = options.playbackHead ? fragmentsOf(options.playbackHead) : null;
  if (!mayHaveRenditions(playsSeconds, { needsH264 })) return none;
  const whole = await probe(input, tools, signal);
  const plan = whole && planRenditions(whole, tools, { needsH264, playbackBytes, isRendition: index !== null, trim });
  if (!plan) return none;
  const source = trimmed(whole, trim);
  const sizes = sizesToMake(plan);
  const outputs = sizes.map(({ name }) => join(folder, `${name}.mp4`));
  const preview = previewOutput(options);
  const seconds = Math.max(playsSeconds, source.durationSeconds ?? 0);
  const order = pieceOrder(source, plan.video.encode, sizes, { background: true });
  const chunked = order && !plan.cut && { order, seconds, input, tools, sourceBytes: source.sizeBytes };
  const split = chunked && options.encodeInChunks ? await options.encodeInChunks(chunked) : null;
  const limits = {
    folder: dirname(input),
    writes: options.folder,
    timeoutMs: encodingTimeout(Math.max(plan.cut?.end ?? 0, seconds) * sizes.length),
    maxFileBytes: largestEncoding(source.sizeBytes, seconds),
    background: true,
    signal,
  };
  if (split) {
    const sound = { path: input, startSeconds: await startOf(tools, input, signal) };
    const args = joinSizesArgs(plan, sound, outputs);
    await runFfmpeg(tools, args, { ...limits, timeoutMs: TIMEOUT_MAX_MS, stdin: split.read(() => {}) }).catch(
      (error) => {
        if (!isFailureOfFile(error)) throw error;
        return split.giveUp(error);
      },
    );
    // From the smallest size, which is the cheapest to decode.
    await runFfmpeg(tools, previewArgs(outputs.at(-1) ?? '', preview), limits);
  } else await runFfmpeg(tools, renditionsArgs(plan, input, outputs, preview), limits);
  const renditions = sizes.map(async (size, i) => {
    const path = outputs[i] ?? '';
    return { ...describeRendition(readFragmentIndex(await readHead(path)), size, playsSeconds), path };
  });
  return {
    renditions: await Promise.all(renditions),
    first: index && plan.first && describeRendition(index, plan.first, playsSeconds),
    preview: await storePreview(preview, signal),
    hasHighRange: planHighRange(whole, tools, { trim }) !== null,
  };
}

function fragmentsOf(head: Buffer): ReturnType<typeof readFragmentIndex> | null {
  try {
    return readFragmentIndex(head);
  } catch (error) {
    if (error instanceof NotFragmentedError) return null;
    throw error;
  }
}

export function describeRendition(
  { codecs, ...fragments }: ReturnType<typeof readFragmentIndex>,
  { name, width, height }: RenditionSize,
  playsSeconds: number,
  videoRange: PlaylistRendition['videoRange'] = 'SDR',
): DescribedRendition {
  const seconds = fragments.segments.reduce((sum, segment) => sum + segment.seconds, 0);
  if (missing(playsSeconds, seconds) > 0)
    throw new Error(`a rendition has ${seconds} s, but the video has ${playsSeconds} s`);
  return { name, width, height, fragments, codecs, videoRange, ...bandwidthOf(fragments.segments) };
}

export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Makes the preview images of a video without renditions.
 * @param input its playback file
 * @returns null if no image could be made
 */
export async function makePreview(input: string, options: MakeRenditionsOptions): Promise<MadePreview | null> {
  const { tools, playsSeconds, signal } = options;
  const preview = previewOutput(options);
  const limits = {
    folder: dirname(input),
    writes: options.folder,
    timeoutMs: 60_000 + playsSeconds * PREVIEW_PER_SECOND_MS,
    maxFileBytes: 100_000_000,
    background: true,
    signal,
  };
  try {
    await runFfmpeg(tools, previewArgs(input, preview), limits);
  } catch (error) {
    if (!isFailureOfFile(error)) throw error;
  }
  return storePreview(preview, signal);
}

function previewOutput({ folder, tools, playsSeconds, shown }: MakeRenditionsOptions): PreviewOutput {
  const output = pictureIn(folder, 'preview', tools);
  return { plan: planPreview(playsSeconds, shown), output, black: join(folder, 'black.txt') };
}

/** The images as WebP; null if ffmpeg wrote none. */
async function storePreview({ plan, output, black }: PreviewOutput, signal?: AbortSignal): Promise<MadePreview | null> {
  if (!(await isWritten(output))) return null;
  return { path: await asWebp(output, PREVIEW_WEBP, signal), plan, notes: await notesOfPicture(black) };
}
