import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerConfig } from '../../platform/config/config.ts';
import { MediaToolError, runSandboxed } from '../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { findProgram } from '../../platform/system/find-program.ts';

/** Maximum size of the WebVTT output, in bytes; two hours of speech need about 5 % of it. */
const MAX_OUTPUT = 4 * 1024 ** 2;

/** Memory limit: base in bytes plus a multiple of the model size; values from whisper.cpp's README. */
const MEMORY_BASE = 2_000_000_000;
const MEMORY_PER_MODEL_BYTE = 2;

/**
 * Transcribes speech to WebVTT with the operator's program, called like whisper.cpp's `whisper-cli`. It runs in the
 * same sandbox as ffmpeg, with a memory limit that depends on the size of its model.
 * @param wav absolute path of a 16 kHz mono 16-bit file in the folder that the program may write to
 * @returns the program's output as text; the caller must check that it is WebVTT
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
    writes: options.folder,
    reads: [speech.model],
    maxFileBytes: MAX_OUTPUT,
    maxMemoryBytes: MEMORY_BASE + MEMORY_PER_MODEL_BYTE * model.size,
  });
  const written = await stat(`${output}.vtt`).catch(() => null);
  if (!written?.isFile() || written.size > MAX_OUTPUT) throw new MediaToolError('input', 'no WebVTT output');
  return readFile(`${output}.vtt`, 'utf8');
}
