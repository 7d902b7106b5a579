import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Cue,
  type DraftFailure,
  MAX_CUE_LENGTH,
  MAX_CUES,
  parseCaptions,
  saveCaptionsRequest,
} from '@kinreel/contracts';
import type { Deps } from '../../platform/deps.ts';
import { isFailureOfFile, runFfmpeg, safeInput } from '../../platform/ffmpeg/run.ts';
import { findMediaTools } from '../../platform/ffmpeg/tools.ts';
import type { Attempt } from '../../platform/jobs/jobs.ts';
import { speechToWebVtt } from './speech-to-text.ts';

/** Permanent failure: another attempt cannot succeed for this video. */
export class NoDraftError extends Error {
  readonly code: DraftFailure;

  constructor(code: DraftFailure, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/**
 * Time limit of a transcription in milliseconds: a minute, and 10 s for each second of video, which a large model
 * needs.
 */
const TIMEOUT_BASE_MS = 60_000;
const TIMEOUT_PER_SECOND_MS = 10_000;
const TIMEOUT_MAX_MS = 11 * 3600_000;

/** Input of speech recognition: samples per second, two bytes each. */
const SAMPLE_RATE = 16_000;
const EXTRACTION_TIMEOUT_MS = 600_000;

/**
 * Transcribes the speech in a video.
 * @param key of the playback file
 * @param seconds its duration, 0 if unknown
 * @param folder staging folder
 * @throws NoDraftError if another attempt would fail in the same way; any other error may be temporary
 */
export async function transcribe(
  deps: Pick<Deps, 'config' | 'storage'>,
  key: string,
  seconds: number,
  folder: string,
  { signal }: Attempt,
): Promise<Cue[]> {
  const { speechToText } = deps.config;
  const tools = await findMediaTools(deps.config);
  if (!speechToText || !tools) throw new NoDraftError('other', 'no speech-to-text program, or no ffmpeg');
  const inputFolder = join(folder, 'input');
  const speechFolder = join(folder, 'speech');
  await Promise.all([mkdir(inputFolder), mkdir(speechFolder)]);
  const video = await deps.storage.materialize(key, inputFolder, 'playback', signal);
  const wav = join(speechFolder, 'sound.wav');
  const duration = seconds || deps.config.limits.videoSeconds;
  try {
    await runFfmpeg(tools, soundArgs(video, wav), {
      folder: inputFolder,
      writes: speechFolder,
      timeoutMs: EXTRACTION_TIMEOUT_MS,
      maxFileBytes: Math.ceil((duration + 60) * SAMPLE_RATE * 2),
      signal,
    });
  } catch (error) {
    throw toNoDraftError(error, 'no_sound');
  }
  let file: string;
  try {
    file = await speechToWebVtt(speechToText, tools, wav, {
      folder: speechFolder,
      timeoutMs: Math.min(TIMEOUT_MAX_MS, TIMEOUT_BASE_MS + duration * TIMEOUT_PER_SECOND_MS),
      signal,
    });
  } catch (error) {
    throw toNoDraftError(error, 'other');
  }
  const { cues } = parseCaptions(file, { cues: MAX_CUES, length: MAX_CUE_LENGTH });
  const said = cues.filter(({ text }) => !NOT_SAID.test(text));
  const checked = saveCaptionsRequest.safeParse({ version: null, cues: said });
  if (!checked.success) throw new NoDraftError('no_speech', `${cues.length} cues`);
  return checked.data.cues;
}

/** whisper.cpp writes this for silence: `[BLANK_AUDIO]`. */
const NOT_SAID = /^\[BLANK_AUDIO\]$/;

/** Turns a permanent failure of a tool into a NoDraftError; other errors stay as they are. */
function toNoDraftError(error: unknown, code: DraftFailure): unknown {
  if (!isFailureOfFile(error)) return error;
  return new NoDraftError(error.kind === 'limit' ? 'too_long' : code, error);
}

/**
 * Arguments that write the first audio track in the format for speech recognition.
 * @param input @param output absolute paths
 */
function soundArgs(input: string, output: string): string[] {
  return [
    ...safeInput(input),
    ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-ac', '1', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 'wav', '-y', `file:${output}`],
  ];
}
