import { dirname } from 'node:path';
import { isFailureOfFile, runFfmpeg, safeInput } from '../../../platform/ffmpeg/run.ts';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import type { Container } from './sniff.ts';

/**
 * Containers whose header has no duration. Their clocks may begin anywhere, start again after 26 hours and jump where
 * recordings were joined, so the difference between the last and the first moment says little.
 */
export const WITHOUT_DURATION: readonly Container[] = ['ts', 'mpeg', 'mpegvideo'];

/**
 * Seconds of picture and sound as ffmpeg presents them, by reading the whole file without decoding it.
 * @param path absolute @param tracks ffmpeg's numbers
 * @returns a frame or two less of a transport stream; null if the file cannot be read in time
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
    // Each packet of a transport stream has its time, so nobody needs to look for the pictures in it: a quarter of the time.
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
