import { type ChildProcess, spawn } from 'node:child_process';
import type { MediaTools, Sandbox } from './tools.ts';

/** Memory one tool may address, in bytes: 4K with ten bits needs about two thirds of it. */
const MAX_ADDRESS_SPACE = 3_000_000_000;

/** CPU seconds a tool may use for each second it may take: decoder, filters and encoder have two threads each. */
const CPU_PER_SECOND = 6;

/** What is kept of a tool's complaints, and the most that ffprobe may answer, in bytes. */
const MAX_STDERR = 8 * 1024;
const MAX_STDOUT = 2 * 1024 * 1024;

/**
 * Containers that may be read, by ffmpeg's names. Without this list a text file that names other files (ffconcat, HLS)
 * is read as a video made of those files, whatever its own name is.
 */
const CONTAINERS = 'mov,matroska,avi,mpegts,mpeg,ogg,flv,asf';

/** Decoders that may run: what cameras, phones, browsers and old collections hold, and no more of ffmpeg than that. */
const DECODERS = [
  'h264,hevc,av1,libdav1d,libaom-av1,vp8,vp9,libvpx,libvpx-vp9,mpeg4,h263,h263i,h263p,flv,mpeg1video,mpeg2video,mpegvideo',
  'msmpeg4v1,msmpeg4v2,msmpeg4,wmv1,wmv2,wmv3,vc1,vp6,vp6a,vp6f,theora,mjpeg,mjpegb,dvvideo,svq1,svq3,cinepak,prores',
  'aac,aac_latm,mp1,mp1float,mp2,mp2float,mp3,mp3float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,dca,speex,libspeex',
  'amrnb,amrwb,libopencore_amrnb,libopencore_amrwb,wmav1,wmav2,wmapro,nellymoser,qdm2,gsm_ms,adpcm_ms,adpcm_ima_wav',
  'adpcm_ima_qt,adpcm_swf,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_u8,pcm_s8',
  'pcm_alaw,pcm_mulaw,pcm_bluray,pcm_dvd',
  // Never delivered, but ffprobe opens every track and gives up on a file with one it may not.
  'mov_text,srt,subrip,ass,ssa,webvtt,text,pgssub,dvdsub,dvbsub',
].join(',');

/** The arguments that must stand before every input. @param path absolute */
export function safeInput(path: string): string[] {
  return [
    ...['-protocol_whitelist', 'file'],
    ...['-format_whitelist', CONTAINERS],
    ...['-codec_whitelist', DECODERS],
    ...['-max_streams', '16'],
    // 8K has 33 million; a picture of a few hundred kilobytes can claim many more and take gigabytes.
    ...['-max_pixels', '40000000'],
    ...['-threads', '2'],
    ...['-i', `file:${path}`],
  ];
}

/** How one call of a tool is bounded. */
export interface RunLimits {
  /** Folder that holds the input and nothing else. */
  folder: string;
  /** Wall-clock milliseconds until it is killed. */
  timeoutMs: number;
  /** Largest file it may write, in bytes. */
  maxFileBytes?: number;
  /** Memory it may address, in bytes; what a tool may as a rule without it. */
  maxMemoryBytes?: number;
  /** Nobody waits for it: it yields to the tools that somebody waits for. */
  background?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Why a tool did not do its work. `input`: it could not make sense of the file, or crashed on it. `unsupported`: the
 * file is of a kind that is not read here. `limit`: it took too long, wrote too much or has too many pixels. `machine`:
 * no fault of the file (disk full, killed from outside, not startable).
 */
export type MediaToolFailure = 'input' | 'unsupported' | 'limit' | 'machine';

export class MediaToolError extends Error {
  readonly kind: MediaToolFailure;

  constructor(kind: MediaToolFailure, message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Run ffmpeg. Its arguments hold `safeInput`.
 * @param onProgress told the seconds of video done, about twice a second
 * @throws MediaToolError, or the signal's reason
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

/** Run ffprobe. @returns its standard output. @throws MediaToolError, or the signal's reason */
export async function runFfprobe(tools: MediaTools, args: readonly string[], limits: RunLimits): Promise<string> {
  let answer = '';
  await run(tools, tools.ffprobe, ['-hide_banner', '-v', 'error', ...args], limits, (chunk, child) => {
    answer += chunk;
    if (answer.length > MAX_STDOUT) child.kill('SIGKILL');
  });
  return answer;
}

/** Run another program behind the same sandbox; what it prints is dropped. @throws MediaToolError, or the signal's reason */
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
  const [command = program, ...prefix] = [...sandboxed(tools.sandbox, limits), program];
  const child = spawn(command, [...prefix, ...args], {
    cwd: limits.folder,
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => onOutput(chunk, child));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-MAX_STDERR);
  });

  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, limits.timeoutMs);
  const onAbort = () => child.kill('SIGKILL');
  limits.signal?.addEventListener('abort', onAbort);
  try {
    const { code, signal } = await new Promise<{ code: number | null; signal: NodeJS.Signals | null }>(
      (resolve, reject) => {
        child.once('error', (error) => reject(new MediaToolError('machine', error.message)));
        child.once('close', (code, signal) => resolve({ code, signal }));
      },
    );
    if (code === 0) return;
    limits.signal?.throwIfAborted();
    if (timedOut) throw new MediaToolError('limit', `took longer than ${limits.timeoutMs} ms`);
    throw failure(code, signal, stderr);
  } finally {
    clearTimeout(timer);
    limits.signal?.removeEventListener('abort', onAbort);
  }
}

function failure(code: number | null, signal: NodeJS.Signals | null, stderr: string): MediaToolError {
  const words = stderr.trim();
  if (/No space left on device|Disk quota exceeded/i.test(words)) return new MediaToolError('machine', words);
  if (signal === 'SIGXCPU' || signal === 'SIGXFSZ' || /File too large|exceeds specified max pixel/.test(words)) {
    return new MediaToolError('limit', words || `ended by ${signal}`);
  }
  if (/not on whitelist|Decoder \(codec .*\) not found|no decoder/i.test(words)) {
    return new MediaToolError('unsupported', words);
  }
  // SIGKILL that is not ours is the system short of memory; SIGTERM is somebody who ends everything, at which ffmpeg
  // finishes what it wrote and says 255, without a word.
  if (signal === 'SIGKILL' || signal === 'SIGTERM' || (code === 255 && !words)) {
    return new MediaToolError('machine', `ended by ${signal ?? 'a signal'}`);
  }
  return new MediaToolError('input', words || (signal ? `ended by ${signal}` : `exit code ${code}`));
}

/** The programs before the tool, each of which hands over to the next (no process stays in between). */
function sandboxed(sandbox: Sandbox, limits: RunLimits): string[] {
  const cpuSeconds = Math.ceil((limits.timeoutMs / 1000) * CPU_PER_SECOND);
  return [
    ...(sandbox.prlimit
      ? [
          sandbox.prlimit,
          `--as=${limits.maxMemoryBytes ?? MAX_ADDRESS_SPACE}`,
          `--cpu=${cpuSeconds}`,
          `--fsize=${limits.maxFileBytes ?? 0}`,
          '--nofile=64',
          '--core=0',
        ]
      : []),
    ...(sandbox.nice ? [sandbox.nice, limits.background ? '-n15' : '-n10'] : []),
    ...(sandbox.unshare ? [sandbox.unshare, '-rn'] : []),
    // Last: entering a namespace would take the death signal away again.
    ...(sandbox.setpriv ? [sandbox.setpriv, '--pdeathsig', 'KILL'] : []),
  ];
}
