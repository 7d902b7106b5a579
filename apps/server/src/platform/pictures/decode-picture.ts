import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { NoRoomError } from '@kinreel/service';
import { compileCache } from '../compile-cache.ts';
import { findSandbox, rememberFound, sandboxCommand } from '../sandbox.ts';
import type { PictureAnswer, PictureOrder } from './picture-order.ts';

const PROGRAM = join(import.meta.dirname, 'decode-picture.process.ts');

/** Limits of one picture: Node itself has 0.7 GB of writable addresses, an AVIF of 40 million pixels needs 1 GB and 4 s. */
const MAX_HEAP_MB = 64;
const MEMORY_BYTES = 1_900_000_000;
const CPU_SECONDS = 15;
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 50_000_000;

/**
 * Why there is no result. `unreadable`: not a picture of an allowed type, or damaged. `too_large`: too many pixels, or it
 * needs too much memory or CPU time. `machine`: not caused by the picture; another attempt may succeed.
 */
export type PictureFailure = 'unreadable' | 'too_large' | 'machine';

export class PictureError extends Error {
  readonly kind: PictureFailure;

  constructor(kind: PictureFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** Makes a photo for storage: upright, square, WebP, without metadata (place, device). @throws PictureError or NoRoomError */
export async function makePhoto(input: string, output: string, options: { side: number; signal?: AbortSignal }) {
  await decode({ task: 'photo', input, output, side: options.side }, options.signal);
}

/**
 * Makes a video's poster of a picture: upright, all of it, WebP, without metadata.
 * @param options.side longest side in pixels @returns its ThumbHash @throws PictureError or NoRoomError
 */
export async function makePoster(
  input: string,
  output: string,
  options: { side: number; signal: AbortSignal },
): Promise<Buffer> {
  const { thumbhash } = await decode({ task: 'poster', input, output, side: options.side }, options.signal);
  return Buffer.from(thumbhash ?? '', 'base64');
}

/** Makes a small JPEG of a stored photo, for a mail. @throws PictureError or NoRoomError */
export async function makePortrait(input: string, output: string, side: number): Promise<void> {
  await decode({ task: 'portrait', input, output, side }, undefined);
}

/**
 * Stores a picture that ffmpeg has written as WebP.
 * @param options.quality 0 to 100 @param options.effort 0 to 6
 * @throws PictureError, NoRoomError, or the signal's reason
 */
export async function encodeWebp(
  input: string,
  output: string,
  { quality, effort, signal }: { quality: number; effort: number; signal?: AbortSignal | undefined },
): Promise<void> {
  await decode({ task: 'webp', input, output, quality, effort }, signal);
}

/** The ThumbHash of a stored poster, about 25 bytes. @throws PictureError, or the signal's reason */
export async function thumbhashOf(input: string, signal?: AbortSignal): Promise<Buffer> {
  const { thumbhash } = await decode({ task: 'thumbhash', input }, signal);
  return Buffer.from(thumbhash ?? '', 'base64');
}

const pictureSandbox = rememberFound(() => findSandbox([process.execPath, '--version']));

/** Runs the program for one picture. It ends with its answer, at a limit, or with this process. */
async function decode(
  order: PictureOrder,
  signal: AbortSignal | undefined,
): Promise<Exclude<PictureAnswer, { failure: string }>> {
  const [command = process.execPath, ...rest] = [
    ...sandboxCommand(await pictureSandbox(), {
      memory: { kind: 'data', bytes: MEMORY_BYTES },
      cpuSeconds: CPU_SECONDS,
      fileBytes: MAX_OUTPUT_BYTES,
    }),
    process.execPath,
    `--max-old-space-size=${MAX_HEAP_MB}`,
    PROGRAM,
    JSON.stringify(order),
  ];
  signal?.throwIfAborted();
  const answer = await new Promise<PictureAnswer>((resolve, reject) => {
    execFile(
      command,
      rest,
      { env: { MALLOC_ARENA_MAX: '1', ...compileCache() }, timeout: TIMEOUT_MS, killSignal: 'SIGKILL', signal },
      (error, stdout, stderr) => {
        if (!error) return resolve(JSON.parse(stdout) as PictureAnswer);
        if (signal?.aborted) return reject(signal.reason);
        const outOfTime = 'signal' in error && error.signal === 'SIGXCPU';
        reject(
          new PictureError(outOfTime ? 'too_large' : 'machine', stderr.trim().slice(-500) || error.message, error),
        );
      },
    );
  });
  if (!('failure' in answer)) return answer;
  if (answer.failure === 'no_room') throw new NoRoomError(answer.message);
  throw new PictureError(answer.failure, answer.message);
}
