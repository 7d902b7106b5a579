import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { NoSpaceError } from '@kinreel/service';
import { compileCache } from '../system/compile-cache.ts';
import { endOf, findSandbox, killSandboxed, rememberFound, sandboxCommand, spawnSandboxed } from '../system/sandbox.ts';
import type { PictureAnswer, PictureOrder } from './picture-order.ts';

const PROGRAM = join(import.meta.dirname, 'decode-picture.process.ts');

/**
 * Limits for one picture: Node itself needs 0.7 GB of writable address space, an AVIF of 40 million pixels needs 1 GB
 * and 4 s.
 */
const MAX_HEAP_MB = 64;
const MEMORY_BYTES = 1_900_000_000;
const CPU_SECONDS = 15;
const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 50_000_000;

/**
 * Why there is no result. `unreadable`: not a picture of an allowed type, or damaged. `too_large`: too many pixels, too
 * much memory or CPU time. `machine`: not caused by the picture; another attempt may succeed.
 */
export type PictureFailure = 'unreadable' | 'too_large' | 'machine';

export class PictureError extends Error {
  readonly kind: PictureFailure;

  constructor(kind: PictureFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/**
 * Makes a photo for storage: upright, square, WebP, without metadata (place, device).
 * @throws PictureError or NoSpaceError
 */
export async function makePhoto(input: string, output: string, options: { side: number; signal?: AbortSignal }) {
  await decode({ task: 'photo', input, output, side: options.side }, options.signal);
}

/**
 * Makes a video's poster from a picture: upright, uncropped, WebP, without metadata.
 * @param options.side longest side in pixels
 * @returns its ThumbHash
 * @throws PictureError or NoSpaceError
 */
export async function makePoster(
  input: string,
  output: string,
  options: { side: number; signal: AbortSignal },
): Promise<Buffer> {
  const { thumbhash } = await decode({ task: 'poster', input, output, side: options.side }, options.signal);
  return Buffer.from(thumbhash ?? '', 'base64');
}

/** Makes a small JPEG of a stored photo, for a mail. @throws PictureError or NoSpaceError */
export async function makePortrait(input: string, output: string, side: number): Promise<void> {
  await decode({ task: 'portrait', input, output, side }, undefined);
}

/**
 * Converts a picture written by ffmpeg to WebP.
 * @param options.quality 0 to 100
 * @param options.effort 0 to 6
 * @throws PictureError, NoSpaceError, or the signal's reason
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

const ROOT = join(import.meta.dirname, '../../../../..');

/** Files that the program needs. Not the whole checkout, which contains the data folder by default. */
const PARTS = [
  dirname(process.execPath),
  ...['node_modules', 'packages', 'apps/server'].map((part) => join(ROOT, part)),
];

const pictureSandbox = rememberFound(() => findSandbox([process.execPath, '--version'], PARTS));

/** Runs the program for one picture. It is killed at a limit, or when this process ends. */
async function decode(
  order: PictureOrder,
  signal: AbortSignal | undefined,
): Promise<Exclude<PictureAnswer, { failure: string }>> {
  const sandbox = await pictureSandbox();
  const cache = compileCache();
  const command = [
    ...sandboxCommand(sandbox, {
      memory: { kind: 'data', bytes: MEMORY_BYTES },
      cpuSeconds: CPU_SECONDS,
      fileBytes: MAX_OUTPUT_BYTES,
      reads: [dirname(order.input), ...PARTS, ...Object.values(cache)],
      writes: 'output' in order ? [dirname(order.output)] : [],
    }),
    process.execPath,
    `--max-old-space-size=${MAX_HEAP_MB}`,
    PROGRAM,
    JSON.stringify(order),
  ];
  signal?.throwIfAborted();
  const child = spawnSandboxed(command, {
    env: { MALLOC_ARENA_MAX: '1', ...cache },
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as ChildProcess & { stdout: Readable; stderr: Readable };
  const kill = () => killSandboxed(child);
  const timer = setTimeout(kill, TIMEOUT_MS);
  signal?.addEventListener('abort', kill);
  try {
    const [stdout, stderr, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    signal?.throwIfAborted();
    const { code, signal: endSignal } = endOf(sandbox, ended[0], ended[1]);
    if (code !== 0) {
      const kind = endSignal === 'SIGXCPU' ? 'too_large' : 'machine';
      throw new PictureError(kind, stderr.trim().slice(-500) || `ended by ${endSignal ?? `exit code ${code}`}`);
    }
    return resultOf(JSON.parse(stdout) as PictureAnswer);
  } catch (error) {
    // The program could not be started.
    if ((error as NodeJS.ErrnoException).syscall?.startsWith('spawn')) {
      throw new PictureError('machine', (error as Error).message, error);
    }
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}

function resultOf(answer: PictureAnswer): Exclude<PictureAnswer, { failure: string }> {
  if (!('failure' in answer)) return answer;
  if (answer.failure === 'no_room') throw new NoSpaceError(answer.message);
  throw new PictureError(answer.failure, answer.message);
}
