import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerConfig } from './config.ts';
import { MediaToolError, runSandboxed } from './ffmpeg/run.ts';
import { findProgram, type MediaTools } from './ffmpeg/tools.ts';

/** Largest WebVTT it may write, in bytes; two hours of talk are about a twentieth. */
const MAX_OUTPUT = 4 * 1024 ** 2;

/** Memory beside the model that it may address, in bytes, and how many times the model: figures of whisper.cpp's README. */
const MEMORY_BASE = 2_000_000_000;
const MEMORY_PER_MODEL_BYTE = 2;

/**
 * Turn speech into WebVTT with the operator's program, called as whisper.cpp's `whisper-cli` is. It runs behind the
 * same sandbox as ffmpeg, with memory by the size of its model.
 * @param wav absolute path, 16 kHz, one channel, 16 bits, in the folder that it may write to
 * @returns what it wrote, as text; whether that is WebVTT is for the caller to see
 * @throws MediaToolError, or the signal's reason
 */
export async function speechToWebVtt(
  speech: NonNullable<ServerConfig['speechToText']>,
  tools: MediaTools,
  wav: string,
  options: { folder: string; timeoutMs: number; signal?: AbortSignal },
): Promise<string> {
  const program = await findProgram(speech.command);
  if (!program) throw new MediaToolError('machine', `SPEECH_TO_TEXT_COMMAND: no program ${speech.command}`);
  const model = await stat(speech.model).catch(() => null);
  if (!model) throw new MediaToolError('machine', `SPEECH_TO_TEXT_MODEL: no file ${speech.model}`);
  const output = join(options.folder, 'speech');
  const args = ['-m', speech.model, '-f', wav, '-l', 'auto', '-t', '2', '-np', '-ovtt', '-of', output];
  await runSandboxed(tools.sandbox, program, args, {
    ...options,
    maxFileBytes: MAX_OUTPUT,
    maxMemoryBytes: MEMORY_BASE + MEMORY_PER_MODEL_BYTE * model.size,
  });
  const written = await stat(`${output}.vtt`).catch(() => null);
  if (!written?.isFile() || written.size > MAX_OUTPUT) throw new MediaToolError('input', 'it wrote no WebVTT');
  return readFile(`${output}.vtt`, 'utf8');
}
