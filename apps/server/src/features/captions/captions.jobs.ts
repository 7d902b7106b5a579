import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cue, MAX_CUE_LENGTH, MAX_CUES, parseCaptions, saveCaptionsRequest } from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { MediaToolError, runFfmpeg, safeInput } from '../../platform/ffmpeg/run.ts';
import { findMediaTools } from '../../platform/ffmpeg/tools.ts';
import type { Attempt, JobHandler } from '../../platform/jobs.ts';
import { speechToWebVtt } from '../../platform/speech-to-text.ts';
import { draftCaptionsFailedJob, draftCaptionsJob } from './captions.job-definition.ts';
import { findDraftInput, giveUpDraft, publishDraft } from './captions.queries.ts';
import { toStored } from './captions.service.ts';

/** Why there is no draft, as its owner reads it. */
export const DRAFT_REASONS = {
  silent: 'There is no sound in this video that the computer could listen to.',
  noWords: 'The computer heard no words in this video.',
  tooLong: 'Listening to this video took too long.',
  other: 'The computer could not make a draft just now. Your video is not to blame.',
} as const;

class NoDraftError extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

/** Milliseconds that listening may take: a minute, and ten for each of the video, which a large model needs. */
const TIMEOUT_BASE_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 10_000;
const TIMEOUT_MAX_MS = 11 * 3600_000;

/** What speech recognition takes: samples a second, two bytes each. */
const SAMPLE_RATE = 16_000;
const EXTRACTION_TIMEOUT_MS = 600_000;

type DraftDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'log'>;

/** Makes a draft where one is wanted; repeated, called off or killed, it leaves nothing half there. */
export function draftCaptionsHandler(deps: DraftDeps): JobHandler<{ videoId: string }> {
  return {
    job: draftCaptionsJob,
    concurrency: 1,
    async run({ videoId }, attempt) {
      const input = await findDraftInput(deps.db, videoId);
      if (!input) return;
      const folder = await deps.storage.stagingFolder();
      try {
        const cues = await listen(deps, input.key, (input.duration_ms ?? 0) / 1000, folder, attempt);
        await deps.db.transaction().execute((tx) => publishDraft(tx, videoId, toStored(cues, 'draft')));
      } catch (error) {
        if (!(error instanceof NoDraftError)) throw error;
        deps.log.warn({ videoId, reason: error.reason, cause: String(error.cause ?? '') }, 'no draft of captions');
        await giveUpDraft(deps.db, videoId, error.reason);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** The last attempt failed or its worker was killed: the editor says so, and its owner can try again. */
export function draftCaptionsFailedHandler(deps: DraftDeps): JobHandler<{ videoId: string }> {
  return {
    job: draftCaptionsFailedJob,
    concurrency: 1,
    run: ({ videoId }) => giveUpDraft(deps.db, videoId, DRAFT_REASONS.other),
  };
}

/** @throws NoDraftError if another attempt would come to the same end, anything else if not */
async function listen(
  deps: DraftDeps,
  key: string,
  seconds: number,
  folder: string,
  { signal }: Attempt,
): Promise<Cue[]> {
  const { speechToText } = deps.config;
  const tools = await findMediaTools(deps.config);
  if (!speechToText || !tools) throw new NoDraftError(DRAFT_REASONS.other, 'no speech-to-text program, or no ffmpeg');
  const inputFolder = join(folder, 'input');
  const speechFolder = join(folder, 'speech');
  await Promise.all([mkdir(inputFolder), mkdir(speechFolder)]);
  const video = await deps.storage.materialize(key, inputFolder, 'playback');
  const wav = join(speechFolder, 'sound.wav');
  const duration = seconds || deps.config.limits.videoSeconds;
  try {
    await runFfmpeg(tools, soundArgs(video, wav), {
      folder: inputFolder,
      timeoutMs: EXTRACTION_TIMEOUT_MS,
      maxFileBytes: Math.ceil((duration + 60) * SAMPLE_RATE * 2),
      signal,
    });
  } catch (error) {
    throw blame(error, DRAFT_REASONS.silent);
  }
  let file: string;
  try {
    file = await speechToWebVtt(speechToText, tools, wav, {
      folder: speechFolder,
      timeoutMs: Math.min(TIMEOUT_MAX_MS, TIMEOUT_BASE_MS + duration * TIMEOUT_PER_SECOND_MS),
      signal,
    });
  } catch (error) {
    throw blame(error, DRAFT_REASONS.other);
  }
  const { cues } = parseCaptions(file, { cues: MAX_CUES, length: MAX_CUE_LENGTH });
  const said = cues.filter(({ text }) => !NOT_SAID.test(text));
  const checked = saveCaptionsRequest.safeParse({ version: null, cues: said });
  if (!checked.success) throw new NoDraftError(DRAFT_REASONS.noWords, `${cues.length} lines`);
  return checked.data.cues;
}

/** What whisper.cpp writes where nobody speaks: `[BLANK_AUDIO]`. */
const NOT_SAID = /^\[BLANK_AUDIO\]$/;

/** A tool's failure that would come again, as a reason for the owner; any other as it is. */
function blame(error: unknown, reason: string): unknown {
  if (!(error instanceof MediaToolError) || error.kind === 'machine') return error;
  return new NoDraftError(error.kind === 'limit' ? DRAFT_REASONS.tooLong : reason, error);
}

/** Arguments that write the first sound track as speech recognition takes it. @param input @param output absolute paths */
function soundArgs(input: string, output: string): string[] {
  return [
    ...safeInput(input),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-ac', '1', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 'wav', '-y', `file:${output}`],
  ];
}
