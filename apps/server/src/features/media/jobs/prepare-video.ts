import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Trim, VideoNote } from '@kinreel/contracts';
import { isFailureOfFile, runFfmpeg } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { thumbhash } from '../../../platform/pictures/thumbhash.ts';
import type { Loudness } from '../../videos/video-lifecycle.ts';
import { secondsOfBeginning } from '../encode/copied-beginning.ts';
import {
  encodingTimeout,
  largestEncoding,
  missing,
  TIMEOUT_BASE_MS,
  TIMEOUT_MAX_MS,
} from '../encode/encoding-limits.ts';
import {
  POSTER_WEBP,
  type PosterOutput,
  posterArgs,
  posterColors,
  preparationArgs,
  type SideOutputs,
} from '../encode/ffmpeg-args.ts';
import { clearDescription, needsHiddenData } from '../encode/hidden-data.ts';
import { readLoudness } from '../encode/loudness.ts';
import { isCopied, type Plan, type Preparation, planPreparation, trimmed } from '../encode/plan.ts';
import type { RemuxOrder } from '../encode/remux.worker.ts';
import { asWebp, isWritten, pictureIn } from '../encode/video-pictures.ts';
import { runMediaWorker } from '../media-worker.ts';
import { findCopyCut } from '../pieces/copy-cut.ts';
import { startOf } from '../pieces/encode-piece.ts';
import { type FragmentFile, followFragments } from '../pieces/follow-fragments.ts';
import type { ChunkedEncoder, ChunkedEncoding } from '../pieces/join-pieces.ts';
import { joinPlaybackArgs } from '../pieces/piece-args.ts';
import { pieceOrder } from '../pieces/pieces.ts';
import { displaySize, probeMade, probeVideo, type VideoProbe } from '../probe/probe.ts';
import { failureOfTool, UnusableVideoError } from '../probe/unusable-video-error.ts';
import { notesOfPicture, notesOfSound } from '../probe/video-notes.ts';

/** The files for viewers, in the staging folder. */
export interface PreparedVideo {
  playback: { path: string; contentType: 'video/mp4' | 'video/webm'; extension: 'mp4' | 'webm' };
  /** WebP, with its ThumbHash; null without ffmpeg. */
  poster: { path: string; thumbhash: Buffer } | null;
  durationMs: number | null;
  /** As shown: upright, with square pixels. */
  width: number;
  height: number;
  /** Seconds that the source declares but does not contain; usually 0. */
  missingSeconds: number;
  /** Notes for the owner. */
  notes: VideoNote[];
  /** Null without sound; undefined if it was not measured. */
  loudness: Loudness | null | undefined;
  /** Whether the fragments, if there are any, cover the whole video. */
  fragmentsAreWhole: boolean;
}

export interface PrepareOptions {
  tools: MediaTools | null;
  /** Staging folder; the caller removes it. */
  folder: string;
  /** Maximum duration of a video, in seconds. */
  maxSeconds: number;
  /** The delivered range of the original; all of it if not set. */
  trim?: Trim | null;
  /** Probes the original; `probeVideo` by default. */
  probe?: typeof probeVideo;
  signal?: AbortSignal;
  /** Called with the progress in per cent, 0 to 100. */
  onProgress?: (percent: number) => void;
  /** Set if a long video may be encoded in chunks. */
  encodeInChunks?: ChunkedEncoder;
  /**
   * Called with each fragment of the playback file when it is complete; may move the file, must not throw. If the
   * result was not usable, the header is passed again, followed by the fragments of another attempt.
   */
  onFragment?: (fragment: FragmentFile) => Promise<void>;
}

/** A shorter video is ready about as soon as its first fragment. */
const MIN_GROWING_SECONDS = 4;

const POSTER_TIMEOUT_MS = 60_000;

/**
 * If the picture is copied, longer sound (in seconds) is measured after the video is ready: true peaks take a CPU
 * second per three minutes of sound, more than half of the preparation (docs/decisions/0036-loudness.md).
 */
const MEASURED_LATER_SECONDS = 60;

/** A frame with a lower mean brightness (0 to 255) becomes the poster only if there is no brighter one. */
const DARK = 20;

/**
 * Makes the playback file, which plays in every browser, and a poster from an original.
 * @param input absolute path, in its own folder
 * @throws UnusableVideoError if the file is the reason, any other error otherwise
 */
export async function prepareVideo(input: string, options: PrepareOptions): Promise<PreparedVideo> {
  const { tools, folder, maxSeconds, trim = null, probe: probeOriginal = probeVideo, signal } = options;
  await mkdir(folder, { recursive: true });
  const whole = await probeOriginal(input, tools, signal).catch(toUnusableVideoError);
  if (!whole) throw new UnusableVideoError(tools ? 'damaged' : 'needs_converter');
  const probe = trimmed(whole, trim);
  const copyCut = trim && tools && isCopied(probe, tools) ? await findCopyCut(input, whole, trim, tools, signal) : null;

  // If browsers can play the streams, copying is tried first. If that fails, the copy has no decodable frame, or the
  // file is truncated, it is encoded: decoders tolerate damage that players do not.
  const plan = acceptedPlan(planPreparation(whole, tools, { maxSeconds, trim, copyCut }), maxSeconds);
  try {
    const prepared = await carryOut(plan, input, probe, options);
    if (plan.video.encode || !tools || prepared.missingSeconds === 0) return prepared;
  } catch (error) {
    if (plan.video.encode || !tools || !(error instanceof UnusableVideoError)) throw error;
  }
  const encoding = acceptedPlan(planPreparation(whole, tools, { maxSeconds, trim, reencode: true }), maxSeconds);
  return carryOut(encoding, input, probe, options);
}

function acceptedPlan(plan: Plan, maxSeconds: number): Preparation {
  if (plan.kind === 'prepare') return plan;
  const { failure } = plan;
  throw new UnusableVideoError(failure, failure === 'too_long' ? { params: { max_seconds: maxSeconds } } : {});
}

async function carryOut(
  plan: Preparation,
  input: string,
  source: VideoProbe,
  options: PrepareOptions,
): Promise<PreparedVideo> {
  const { tools, folder, signal } = options;
  const path = join(folder, `playback.${plan.container}`);
  const { poster: firstPoster, sound, black, messages, sideOutputs } = sideOutputsIn(plan, source, folder, tools);
  const split = tools ? await startChunkedEncoding(tools, plan, input, source, options) : null;
  if (tools) {
    await runTools(tools, plan, input, path, sideOutputs, source, options, split);
    // Not usable as a copy, so it is encoded.
    if (messages && (await needsHiddenData(messages))) throw new UnusableVideoError('damaged');
    if (!plan.video.encode && plan.video.codec === 'av1') await clearDescription(path);
  } else await remux(plan, input, path, source, signal);

  const result = await (plan.video.encode
    ? probeMade(path, plan.container, tools, signal)
    : probeVideo(path, tools, signal));
  const missingSeconds = missing(source.durationSeconds, result?.durationSeconds ?? null);
  if (split && (!result?.video || missingSeconds > 0)) await split.giveUp(`${missingSeconds} s are missing`);
  if (!result?.video) throw new UnusableVideoError('damaged');
  // ffmpeg succeeds with a truncated file. A part of a family's story is better than an error, and the original is
  // kept, so a truncated result is published unless it is shorter than a second.
  if (missingSeconds > 0 && (result.durationSeconds ?? 0) < 1) throw new UnusableVideoError('damaged');
  const size = displaySize(result.video);
  const shown = { durationSeconds: result.durationSeconds, size };
  const poster = tools && firstPoster ? await posterOf(tools, path, shown, firstPoster, folder, signal) : null;
  if (tools && !poster) throw new UnusableVideoError('damaged');
  options.onProgress?.(100);
  return {
    playback: { path, contentType: `video/${plan.container}`, extension: plan.container },
    poster,
    durationMs: result.durationSeconds === null ? null : Math.round(result.durationSeconds * 1000),
    ...size,
    missingSeconds,
    loudness: tools && sound.loudness ? await readLoudness(sound.loudness) : undefined,
    fragmentsAreWhole: plan.video.encode !== null,
    notes: [...(await notesOfSound(sound.silence)), ...(await notesOfPicture(black))],
  };
}

/** Paths of the additional output files of the run that makes the playback file, in this folder. */
export function sideOutputsIn(plan: Preparation, source: VideoProbe, folder: string, tools: MediaTools | null) {
  const { encode } = plan.video;
  const output = tools && posterIn(folder, 0, tools);
  const messages = plan.container === 'mp4' && !encode ? join(folder, 'messages.h264') : undefined;
  const channels = source.audio?.channels ?? 0;
  const isMeasuredLater = !encode && source.audio !== null && (source.durationSeconds ?? 0) > MEASURED_LATER_SECONDS;
  const loudness = isMeasuredLater ? undefined : join(folder, 'loudness.txt');
  const sound = { silence: join(folder, 'silence.txt'), loudness, channels };
  const black = join(folder, 'black.txt');
  const poster = encode && output ? { output, seconds: posterStart(source.durationSeconds), size: encode } : undefined;
  const sideOutputs: SideOutputs = { poster, messages, sound, black };
  return { poster: output, sound, black, messages, sideOutputs };
}

function posterIn(folder: string, number: number, tools: MediaTools): PosterOutput {
  return { picture: pictureIn(folder, `poster-${number}`, tools), colors: join(folder, `poster-${number}.rgba`) };
}

/** Encodes the video in chunks, if it is long enough and encoded completely. */
async function startChunkedEncoding(
  tools: MediaTools,
  plan: Preparation,
  input: string,
  source: VideoProbe,
  { encodeInChunks }: PrepareOptions,
): Promise<ChunkedEncoding | null> {
  const { encode } = plan.video;
  // A trimmed video is encoded as a whole, because chunks use the times of the whole file.
  const order = !plan.cut && encode && pieceOrder(source, encode, [encode], { background: false });
  if (!encodeInChunks || !order || source.durationSeconds === null) return null;
  return encodeInChunks({ order, seconds: source.durationSeconds, sourceBytes: source.sizeBytes, input, tools });
}

async function runTools(
  tools: MediaTools,
  plan: Preparation,
  input: string,
  output: string,
  sideOutputs: SideOutputs,
  source: VideoProbe,
  { maxSeconds, folder, signal, onProgress, onFragment }: PrepareOptions,
  split: ChunkedEncoding | null,
): Promise<void> {
  const seconds = source.durationSeconds ?? maxSeconds;
  const tooLong = new AbortController();
  const beginning = secondsOfBeginning(plan, source);
  const isGrowing = onFragment && (plan.video.encode ? seconds >= MIN_GROWING_SECONDS : beginning !== null);
  const list = join(folder, 'growing', 'list.m3u8');
  // An unusable copy has left its fragments.
  await rm(dirname(list), { recursive: true, force: true });
  if (isGrowing) await mkdir(dirname(list));
  const fragments = isGrowing ? followFragments(list, onFragment) : null;
  const growing = isGrowing ? { list, seconds: beginning } : undefined;
  const args = split
    ? joinPlaybackArgs(plan, { path: input, startSeconds: await startOf(tools, input, signal) }, output, {
        ...sideOutputs,
        growing,
      })
    : preparationArgs(plan, input, output, { ...sideOutputs, growing });
  const report = (share: number) => onProgress?.(Math.min(95, share * 95));
  try {
    await runFfmpeg(
      tools,
      args,
      {
        folder: dirname(input),
        writes: folder,
        // Chunks may have to wait for jobs of other videos.
        timeoutMs: split ? TIMEOUT_MAX_MS : encodingTimeout(plan.cut?.end ?? seconds),
        maxFileBytes: largestEncoding(source.sizeBytes, seconds),
        stdin: split?.read(report),
        signal: signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal,
      },
      (done) => {
        // If the header has no duration, or too short a one, the real duration is known here.
        if (done > maxSeconds + 1)
          tooLong.abort(new UnusableVideoError('too_long', { params: { max_seconds: maxSeconds } }));
        else if (!split) report(done / seconds);
      },
    );
    await fragments?.end({ all: true });
  } catch (error) {
    await fragments?.end({ all: false });
    if (split && isFailureOfFile(error)) await split.giveUp(error);
    toUnusableVideoError(error);
  }
}

/** Turns a permanent failure into the reason for the owner; rethrows anything else. */
function toUnusableVideoError(error: unknown): never {
  if (!isFailureOfFile(error)) throw error;
  throw new UnusableVideoError(failureOfTool(error.kind), { cause: error });
}

async function remux(plan: Preparation, input: string, output: string, source: VideoProbe, signal?: AbortSignal) {
  const order: RemuxOrder = { input, output, container: plan.container, sizeBytes: source.sizeBytes };
  const done = await runMediaWorker<boolean>('./encode/remux.worker.ts', order, {
    timeoutMs: TIMEOUT_BASE_MS + (source.sizeBytes / 1_000_000) * 1000,
    signal,
  });
  signal?.throwIfAborted();
  if (!done) throw new UnusableVideoError('damaged');
}

/** The first second that is tried for the poster. */
function posterStart(durationSeconds: number | null): number {
  return Math.min(3, (durationSeconds ?? 0) / 10);
}

/**
 * The poster: a frame after a tenth of the video (at most three seconds); if that is dark, from the middle; else from
 * the start.
 * @param first output of the first try, if the encoding run has written it
 */
async function posterOf(
  tools: MediaTools,
  playback: string,
  video: { durationSeconds: number | null; size: { width: number; height: number } },
  first: PosterOutput,
  folder: string,
  signal?: AbortSignal,
): Promise<PreparedVideo['poster']> {
  const seconds = video.durationSeconds ?? 0;
  let best: { picture: string; colors: Buffer } | null = null;
  for (const [i, start] of [...new Set([posterStart(seconds), seconds / 2, 0])].entries()) {
    const output = i === 0 ? first : posterIn(folder, i, tools);
    if (!(await isWritten(output.picture))) {
      const limits = {
        folder: dirname(playback),
        writes: folder,
        timeoutMs: POSTER_TIMEOUT_MS,
        maxFileBytes: 100_000_000,
        signal,
      };
      try {
        await runFfmpeg(tools, posterArgs(playback, start, output, video.size), limits);
      } catch (error) {
        if (!isFailureOfFile(error)) throw error;
      }
      if (!(await isWritten(output.picture))) continue;
    }
    const colors = await readFile(output.colors);
    const dark = brightness(colors) < DARK;
    if (dark && best) continue;
    best = { picture: output.picture, colors };
    if (!dark) break;
  }
  if (!best) return null;
  const path = await asWebp(best.picture, POSTER_WEBP, signal);
  return { path, thumbhash: thumbhash(posterColors(video.size), best.colors) };
}

/** Mean over all pixels of the maximum of red, green and blue, 0 to 255. @param rgba four bytes per pixel */
function brightness(rgba: Buffer): number {
  const sums = [0, 0, 0];
  for (const [i, value] of rgba.entries()) if (i % 4 < 3) sums[i % 4] = (sums[i % 4] ?? 0) + value;
  return Math.max(...sums) / (rgba.length / 4);
}
