import { dirname } from 'node:path';
import { isFailureOfFile, runFfmpeg, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import type { Container } from './sniff.ts';

/**
 * Containers without a duration in the header. Their timestamps may start anywhere, wrap after 26 hours and jump where
 * recordings were joined, so last minus first timestamp is not the duration.
 */
export const WITHOUT_DURATION: readonly Container[] = ['ts', 'mpeg', 'mpegvideo'];

/**
 * Duration of picture and sound as ffmpeg reads them: the whole file is read without decoding.
 * @param path absolute
 * @param tracks ffmpeg's stream indexes
 * @returns one or two frames less for a transport stream; null if the file cannot be read in time
 * @throws MediaToolError of the kind `machine`, or the signal's reason
 */
export async function measuredSeconds(
  path: string,
  tracks: readonly number[],
  options: { container: Container; tools: MediaTools; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<number | null> {
  const { container, tools, timeoutMs, signal } = options;
  let seconds = 0;
  const args = [
    // All packets of a transport stream have timestamps, so parsing is not needed: a quarter of the time.
    ...(container === 'ts' ? ['-fflags', '+noparse'] : []),
    ...safeInput(path),
    ...tracks.flatMap((track) => ['-map', `0:${track}`]),
    ...['-c', 'copy', '-f', 'null', '-'],
  ];
  try {
    await runFfmpeg(tools, args, { folder: dirname(path), timeoutMs, signal }, (done) => {
      seconds = done;
    });
  } catch (error) {
    if (!isFailureOfFile(error)) throw error;
    return null;
  }
  return seconds > 0 ? seconds : null;
}
