import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NoSpaceError, reportsNoSpace } from '@kinreel/service';
import { endOf, killSandboxed, type Sandbox, sandboxCommand, spawnSandboxed } from '../system/sandbox.ts';
import type { MediaTools } from './tools.ts';

/** Resource limits of a tool on a machine with this number of cores. */
export function toolResources(cores: number) {
  // More than eight threads gain little and need much memory.
  const threads = Math.min(8, cores);
  // Decoder threads wait for each other's frames, so two per core are faster: 9 % less time for 4K.
  const decoderThreads = Math.min(8, 2 * cores);
  return {
    /** Encoder threads. */
    threads,
    /** Decoder threads. */
    decoderThreads,
    /** Address space in bytes: 10-bit 4K video needs about two thirds of it with two threads. */
    maxMemoryBytes: 3_000_000_000 + 300_000_000 * (decoderThreads - 2),
    /** CPU seconds per second of the time limit: decoder, filters and encoder each have this number of threads. */
    cpuPerSecond: Math.max(6, 3 * threads),
  };
}

const RESOURCES = toolResources(availableParallelism());

/** Threads of encoder and decoder. */
export const TOOL_THREADS = RESOURCES.threads;
export const DECODER_THREADS = RESOURCES.decoderThreads;

/** Maximum bytes kept of stderr, and accepted from ffprobe's stdout. */
const MAX_STDERR = 8 * 1024;
const MAX_STDOUT = 2 * 1024 * 1024;

/**
 * Whitelisted containers, by ffmpeg's names. Without the list, a text file that references other files (ffconcat, HLS)
 * would be read as a video made of these files.
 */
const CONTAINERS = 'mov,matroska,avi,mpegts,mpeg,mpegvideo,dv,mxf,ogg,flv,asf';

/** Whitelisted decoders: formats of cameras, phones, browsers and old collections. */
const DECODERS = [
  'h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg4,h263,h263i,h263p,flv,mpeg1video,mpeg2video,mpegvideo',
  'msmpeg4v1,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1,vp6,vp6a,vp6f,theora,mjpeg,mjpegb,dvvideo,svq1,svq3,cinepak,prores,dnxhd',
  'aac,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,dca,speex,libspeex',
  'amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,wmav1,wmav2,wmapro,nellymoser,qdm2,gsm_ms,adpcm_ms,adpcm_ima_wav',
  'adpcm_ima_qt,adpcm_swf,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_u8,pcm_s8',
  'pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd',
  // Never delivered, but ffprobe opens every track and fails if a decoder is not allowed.
  'mov_text,srt,subrip,ass,ssa,webvtt,text,pgssub,dvdsub,dvbsub',
].join(',');

/** Maximum number of tracks, to limit memory. */
const MAX_TRACKS = 64;

/** Input arguments with all restrictions; required for every input. @param path absolute */
export function safeInput(path: string): string[] {
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', CONTAINERS],
    ...['-codec_whitelist', DECODERS],
    ...['-max_streams', String(MAX_TRACKS)],
    // 8K has 33 million pixels. A small image file can declare many more and use gigabytes.
    ...['-max_pixels', '40000000'],
    ...['-threads', String(DECODER_THREADS)],
    ...['-i', `file:${path}`],
  ];
}

/**
 * Input arguments to describe a file with tracks of other decoders, for which ffprobe would fail instead of skipping
 * the track. These decoders are only initialized to show their names; they decode nothing.
 * @param others names of decoders, from `refusedDecoders`
 */
export function safeDescription(path: string, others: readonly string[]): string[] {
  // With a colon the option only applies to decoders, not to probing, which decodes. The last one wins.
  return [...safeInput(path), ...(others.length > 0 ? ['-codec_whitelist:', [DECODERS, ...others].join(',')] : [])];
}

/** The decoders that a tool was not allowed to use, parsed from its message. */
export function refusedDecoders(message: string): string[] {
  return [...message.matchAll(/Codec \((\w+)\) not on whitelist/g)].map(([, name = '']) => name);
}

/** Limits of one run of a tool. */
export interface RunLimits {
  /** Working folder, contains only the input; read-only. */
  folder: string;
  /** Absolute path of the output folder; none by default. */
  writes?: string;
  /** Absolute paths of other input files. */
  reads?: readonly string[];
  /** Time limit in milliseconds (wall clock). */
  timeoutMs: number;
  /** Maximum size of a file it writes, in bytes. */
  maxFileBytes?: number;
  /** Address space limit in bytes; default: `toolResources`. */
  maxMemoryBytes?: number;
  /** Lower priority, for work that nobody waits for. */
  background?: boolean;
  /**
   * Standard input; read at the speed of the tool. If it fails, the tool is killed, and the run fails with its error.
   * `ended` is aborted when the tool ends.
   */
  stdin?: ((ended: AbortSignal) => AsyncIterable<Buffer>) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Why a tool failed. `input`: the file is damaged, or the tool crashed on it. `unsupported`: the format is not allowed.
 * `limit`: too slow, too much output or too many pixels. `tracks`: too many tracks. `machine`: not caused by the file
 * (killed by the system, cannot be started).
 */
export type MediaToolFailure = 'input' | 'unsupported' | 'limit' | 'tracks' | 'machine';

export class MediaToolError extends Error {
  readonly kind: MediaToolFailure;

  constructor(kind: MediaToolFailure, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Whether the file caused the failure, so that another attempt would fail too. */
export function isFailureOfFile(
  error: unknown,
): error is MediaToolError & { kind: Exclude<MediaToolFailure, 'machine'> } {
  return error instanceof MediaToolError && error.kind !== 'machine';
}

/**
 * Runs ffmpeg. The arguments must use `safeInput`.
 * @param onProgress called about twice a second with the seconds of video processed
 * @throws MediaToolError, NoSpaceError, or the signal's reason
 */
export async function runFfmpeg(
  tools: MediaTools,
  args: readonly string[],
  limits: RunLimits,
  onProgress: (seconds: number) => void = () => {},
): Promise<void> {
  let rest = '';
  await run(
    tools,
    tools.ffmpeg,
    ['-hide_banner', '-nostdin', '-v', 'error', '-nostats', '-progress', 'pipe:1', ...args],
    limits,
    (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = (lines.pop() ?? '').slice(-1000);
      for (const line of lines) {
        const microseconds = Number(/^out_time_us=(\d+)/.exec(line)?.[1]);
        if (microseconds > 0) onProgress(microseconds / 1e6);
      }
    },
  );
}

/** Runs ffprobe. @returns its standard output. @throws as runFfmpeg */
export async function runFfprobe(tools: MediaTools, args: readonly string[], limits: RunLimits): Promise<string> {
  let output = '';
  let tooMuch = false;
  await run(tools, tools.ffprobe, ['-hide_banner', '-v', 'error', ...args], limits, (chunk, child) => {
    tooMuch ||= output.length + chunk.length > MAX_STDOUT;
    if (tooMuch) killSandboxed(child);
    else output += chunk;
  }).catch((error) => {
    if (!tooMuch) throw error;
  });
  // It may have ended successfully before it was killed.
  if (tooMuch) throw new MediaToolError('limit', 'wrote too much');
  return output;
}

/** Runs another program in the same sandbox and ignores its output. @throws as runFfmpeg */
export async function runSandboxed(
  sandbox: Sandbox,
  program: string,
  args: readonly string[],
  limits: RunLimits,
): Promise<void> {
  await run({ sandbox }, program, args, limits, () => {});
}

async function run(
  tools: Pick<MediaTools, 'sandbox'>,
  program: string,
  args: readonly string[],
  limits: RunLimits,
  onOutput: (chunk: string, child: ChildProcess) => void,
): Promise<void> {
  limits.signal?.throwIfAborted();
  const prefix = sandboxCommand(tools.sandbox, {
    memory: { kind: 'as', bytes: limits.maxMemoryBytes ?? RESOURCES.maxMemoryBytes },
    cpuSeconds: Math.ceil((limits.timeoutMs / 1000) * RESOURCES.cpuPerSecond),
    fileBytes: limits.maxFileBytes ?? 0,
    background: limits.background,
    reads: [limits.folder, ...(isAbsolute(program) ? [dirname(program)] : []), ...(limits.reads ?? [])],
    writes: limits.writes === undefined ? [] : [limits.writes],
  });
  const child = spawnSandboxed([...prefix, program, ...args], {
    cwd: limits.folder,
    env: {},
    stdio: [limits.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  }) as ChildProcess & { stdout: Readable; stderr: Readable };
  const fed = limits.stdin && child.stdin ? feed(child.stdin, limits.stdin, child) : null;
  let stderr = '';
  let noSpace = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => onOutput(chunk, child));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
    noSpace ||= reportsNoSpace(stderr);
    stderr = stderr.slice(-MAX_STDERR);
  });

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killSandboxed(child);
  }, limits.timeoutMs);
  const onAbort = () => killSandboxed(child);
  limits.signal?.addEventListener('abort', onAbort);
  try {
    const ended = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
      child.once('error', (error) => reject(new MediaToolError('machine', error.message)));
      child.once('close', (code, signal) => resolve({ code, signal }));
    });
    const { code, signal } = endOf(tools.sandbox, ended.code, ended.signal);
    const unfed = await fed;
    limits.signal?.throwIfAborted();
    if (unfed) throw unfed.error;
    // Also with exit code 0: ffmpeg 5 ignores a failed write of the last bytes of a file.
    if (noSpace) throw new NoSpaceError(stderr.trim());
    if (code === 0) return;
    if (timedOut) throw new MediaToolError('limit', `took longer than ${limits.timeoutMs} ms`);
    throw failure(code, signal, stderr);
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', onAbort);
  }
}

/** Writes the source to a tool until either ends. @returns the error if the source failed; then the tool is killed */
async function feed(
  stdin: Writable,
  source: (ended: AbortSignal) => AsyncIterable<Buffer>,
  child: ChildProcess,
): Promise<{ error: unknown } | null> {
  let failed: { error: unknown } | null = null;
  const ended = new AbortController();
  child.once('close', () => ended.abort());
  async function* watched() {
    try {
      yield* source(ended.signal);
    } catch (error) {
      if (!ended.signal.aborted) failed = { error };
      throw error;
    }
  }
  await pipeline(watched(), stdin).catch(() => {
    if (failed) killSandboxed(child);
  });
  return failed;
}

function failure(code: number | null, signal: NodeJS.Signals | null, stderr: string): MediaToolError {
  const message = stderr.trim();
  if (signal === 'SIGXCPU' || signal === 'SIGXFSZ' || /File too large|exceeds specified max pixel/.test(message)) {
    return new MediaToolError('limit', message || `ended by ${signal}`);
  }
  if (/exceeds max_streams/.test(message)) return new MediaToolError('tracks', message);
  // A decoder that is not allowed is only a failure if its track is used.
  const isRefused = refusedDecoders(message).length > 0 && /Error while opening decoder/.test(message);
  if (isRefused || /Format not on whitelist|Decoder \(codec .*\) not found|no decoder/i.test(message)) {
    return new MediaToolError('unsupported', message);
  }
  // A SIGKILL from outside means out of memory. SIGTERM is sent to all processes on shutdown; ffmpeg then finishes its
  // file and exits with 255 without a message.
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || (code === 255 && !message)) {
    return new MediaToolError('machine', `ended by ${signal ?? 'a signal'}`);
  }
  return new MediaToolError('input', message || (signal ? `ended by ${signal}` : `exit code ${code}`));
}
