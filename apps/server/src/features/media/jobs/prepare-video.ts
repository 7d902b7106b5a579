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
  type Besides,
  POSTER_WEBP,
  type PosterOutput,
  posterArgs,
  posterColors,
  preparationArgs,
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
import type { FilmSplitter, SplitFilm } from '../pieces/join-pieces.ts';
import { joinPlaybackArgs } from '../pieces/piece-args.ts';
import { pieceOrder } from '../pieces/pieces.ts';
import { displaySize, probeMade, probeVideo, type VideoProbe } from '../probe/probe.ts';
import { failureOfTool, UnusableVideoError } from '../probe/unusable-video-error.ts';
import { notesOfPicture, notesOfSound } from '../probe/video-notes.ts';

/** The files for viewers, in their staging folder. */
export interface PreparedVideo {
  playback: { path: string; contentType: 'video/mp4' | 'video/webm'; extension: 'mp4' | 'webm' };
  /** WebP, with its ThumbHash; null without ffmpeg. */
  poster: { path: string; thumbhash: Buffer } | null;
  durationMs: number | null;
  /** As shown: upright, square pixels. */
  width: number;
  height: number;
  /** Seconds that the source announced but does not contain; usually 0. */
  missingSeconds: number;
  /** What its owner should know. */
  notes: VideoNote[];
  /** Null without sound; undefined if it was not measured. */
  loudness: Loudness | null | undefined;
  /** Whether its fragments, if there are any, are all of it. */
  fragmentsAreWhole: boolean;
}

export interface PrepareOptions {
  tools: MediaTools | null;
  /** Staging folder; the caller removes it. */
  folder: string;
  /** Maximum duration of a video, in seconds. */
  maxSeconds: number;
  /** Nothing but this part is delivered. */
  trim?: Trim | null;
  /** Finds out everything about the original; `probeVideo` by default. */
  probe?: typeof probeVideo;
  signal?: AbortSignal;
  /** Called with the progress in per cent, 0 to 100. */
  onProgress?: (percent: number) => void;
  /** Set if a long film may be encoded in pieces. */
  splitFilm?: FilmSplitter;
  /**
   * Called with each part of the playback file as soon as it is made; it may move the file, and must not throw. If what was made is not
   * usable, the header comes again, and then the parts of another one.
   */
  onFragment?: (fragment: FragmentFile) => Promise<void>;
}

/** A video that is shorter is ready about as soon as its first fragment. */
const MIN_GROWING_SECONDS = 4;

const POSTER_TIMEOUT_MS = 60_000;

/**
 * Seconds. Sound beside a picture that is copied is measured after the video is ready if it is longer: true peaks take a CPU second for
 * three minutes of sound, more than half of the preparation (docs/decisions/0036-loudness.md).
 */
const MEASURED_LATER_SECONDS = 60;

/** A frame with a lower mean brightness, of 255, is the poster only if there is no other. */
const DARK = 20;

/**
 * Makes the playback file, which a plain `<video>` plays everywhere, and a poster from an original.
 * @param input absolute path, in a folder of its own
 * @throws UnusableVideoError if the file is the reason, any other error if not
 */
export async function prepareVideo(input: string, options: PrepareOptions): Promise<PreparedVideo> {
  const { tools, folder, maxSeconds, trim = null, probe: probeOriginal = probeVideo, signal } = options;
  await mkdir(folder, { recursive: true });
  const whole = await probeOriginal(input, tools, signal).catch(toUnusableVideoError);
  if (!whole) throw new UnusableVideoError(tools ? 'damaged' : 'needs_converter');
  const probe = trimmed(whole, trim);
  const copyCut = trim && tools && isCopied(probe, tools) ? await findCopyCut(input, whole, trim, tools, signal) : null;

  // Copying is tried first if browsers can play the streams. If it fails, the copy has no frame that can be decoded, or
  // the file is cut off, it is encoded: decoders tolerate damage that players do not.
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
  const { poster: firstPoster, sound, black, messages, besides } = filesBeside(plan, source, folder, tools);
  const split = tools ? await splitted(tools, plan, input, source, options) : null;
  if (tools) {
    await runTools(tools, plan, input, path, besides, source, options, split);
    // It is encoded instead, as every copy that is not usable.
    if (messages && (await needsHiddenData(messages))) throw new UnusableVideoError('damaged');
    if (!plan.video.encode && plan.video.codec === 'av1') await clearDescription(path);
  } else await remux(plan, input, path, source, signal);

  const result = await (plan.video.encode
    ? probeMade(path, plan.container, tools, signal)
    : probeVideo(path, tools, signal));
  const missingSeconds = missing(source.durationSeconds, result?.durationSeconds ?? null);
  if (split && (!result?.video || missingSeconds > 0)) await split.giveUp(`${missingSeconds} s are missing`);
  if (!result?.video) throw new UnusableVideoError('damaged');
  // ffmpeg succeeds with a file that is cut off. A part of a family's story is worth more than an error, and the
  // original stays: a shortened result is published unless it is shorter than a second.
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

/** What the run that makes the playback file writes besides, into this folder. */
export function filesBeside(plan: Preparation, source: VideoProbe, folder: string, tools: MediaTools | null) {
  const { encode } = plan.video;
  const output = tools && posterIn(folder, 0, tools);
  const messages = plan.container === 'mp4' && !encode ? join(folder, 'messages.h264') : undefined;
  const channels = source.audio?.channels ?? 0;
  const isMeasuredLater = !encode && source.audio !== null && (source.durationSeconds ?? 0) > MEASURED_LATER_SECONDS;
  const loudness = isMeasuredLater ? undefined : join(folder, 'loudness.txt');
  const sound = { silence: join(folder, 'silence.txt'), loudness, channels };
  const black = join(folder, 'black.txt');
  const poster = encode && output ? { output, seconds: posterStart(source.durationSeconds), size: encode } : undefined;
  const besides: Besides = { poster, messages, sound, black };
  return { poster: output, sound, black, messages, besides };
}

function posterIn(folder: string, number: number, tools: MediaTools): PosterOutput {
  return { picture: pictureIn(folder, `poster-${number}`, tools), colors: join(folder, `poster-${number}.rgba`) };
}

/** The film in pieces, if it is one that is encoded so. */
async function splitted(
  tools: MediaTools,
  plan: Preparation,
  input: string,
  source: VideoProbe,
  { splitFilm }: PrepareOptions,
): Promise<SplitFilm | null> {
  const { encode } = plan.video;
  // A part of a film is encoded as a whole: the clock of pieces is that of all of it.
  const order = !plan.cut && encode && pieceOrder(source, encode, [encode], { background: false });
  if (!splitFilm || !order || source.durationSeconds === null) return null;
  return splitFilm({ order, seconds: source.durationSeconds, sourceBytes: source.sizeBytes, input, tools });
}

async function runTools(
  tools: MediaTools,
  plan: Preparation,
  input: string,
  output: string,
  besides: Besides,
  source: VideoProbe,
  { maxSeconds, folder, signal, onProgress, onFragment }: PrepareOptions,
  split: SplitFilm | null,
): Promise<void> {
  const seconds = source.durationSeconds ?? maxSeconds;
  const tooLong = new AbortController();
  const beginning = secondsOfBeginning(plan, source);
  const isGrowing = onFragment && (plan.video.encode ? seconds >= MIN_GROWING_SECONDS : beginning !== null);
  const list = join(folder, 'growing', 'list.m3u8');
  // A copy that is not usable has left its own.
  await rm(dirname(list), { recursive: true, force: true });
  if (isGrowing) await mkdir(dirname(list));
  const fragments = isGrowing ? followFragments(list, onFragment) : null;
  const growing = isGrowing ? { list, seconds: beginning } : undefined;
  const args = split
    ? joinPlaybackArgs(plan, { path: input, startSeconds: await startOf(tools, input, signal) }, output, {
        ...besides,
        growing,
      })
    : preparationArgs(plan, input, output, { ...besides, growing });
  const report = (share: number) => onProgress?.(Math.min(95, share * 95));
  try {
    await runFfmpeg(
      tools,
      args,
      {
        folder: dirname(input),
        writes: folder,
        // What waits for pieces may have to wait for other people's.
        timeoutMs: split ? TIMEOUT_MAX_MS : encodingTimeout(plan.cut?.end ?? seconds),
        maxFileBytes: largestEncoding(source.sizeBytes, seconds),
        stdin: split?.read(report),
        signal: signal ? AbortSignal.any([signal, tooLong.signal]) : tooLong.signal,
      },
      (done) => {
        // The real duration of a file whose header has none, or one that is too short, shows here.
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

/** Turns a tool's failure with the file into a reason for its owner; rethrows anything else. */
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

/** The second of a video, of which this much is known, from which its poster is taken first. */
function posterStart(durationSeconds: number | null): number {
  return Math.min(3, (durationSeconds ?? 0) / 10);
}

/**
 * A frame after a tenth of the video (at most three seconds); from the middle if that is dark; else from the start.
 * @param first where the first of these is, if the run that encoded the video has written it
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

/** Mean of the brightest of red, green and blue, 0 to 255. @param rgba four bytes for each pixel */
function brightness(rgba: Buffer): number {
  const sums = [0, 0, 0];
  for (const [i, value] of rgba.entries()) if (i % 4 < 3) sums[i % 4] = (sums[i % 4] ?? 0) + value;
  return Math.max(...sums) / (rgba.length / 4);
}
