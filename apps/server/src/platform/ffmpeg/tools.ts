import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ServerConfig } from '../config.ts';

const execute = promisify(execFile);

/** Paths of the util-linux and coreutils programs for the sandbox; null if missing or not permitted. */
export interface Sandbox {
  /** Limits memory, CPU time, file size and open files. */
  prlimit: string | null;
  nice: string | null;
  /** Runs the tool without network. */
  unshare: string | null;
  /** Kills the tool when this process ends, even by SIGKILL. */
  setpriv: string | null;
}

/** The installed ffmpeg and its features. */
export interface MediaTools {
  /** Absolute paths. */
  ffmpeg: string;
  ffprobe: string;
  /** Such as "5.1.9". */
  version: string;
  /** Whether HDR can be converted to SDR (filters zscale and tonemap). */
  toneMapping: boolean;
  /** Whether it can encode Opus, which WebM needs. */
  opus: boolean;
  sandbox: Sandbox;
}

/** Oldest ffmpeg with all options we use: format_whitelist, max_pixels, fpsmax. */
const MIN_VERSION = [4, 4] as const;

const found = new Map<string, Promise<MediaTools | null>>();

/**
 * Finds ffmpeg and ffprobe: FFMPEG_PATH and FFPROBE_PATH if set, else in PATH. The result is cached.
 * @returns null if there is none, it is too old, or it cannot encode H.264
 */
export function findMediaTools(config: Pick<ServerConfig, 'ffmpegPath' | 'ffprobePath'>): Promise<MediaTools | null> {
  const key = JSON.stringify([config.ffmpegPath, config.ffprobePath]);
  let tools = found.get(key);
  if (!tools) {
    tools = lookForTools(config);
    found.set(key, tools);
  }
  return tools;
}

async function lookForTools(config: Pick<ServerConfig, 'ffmpegPath' | 'ffprobePath'>): Promise<MediaTools | null> {
  const [ffmpeg, ffprobe] = await Promise.all([
    findProgram(config.ffmpegPath ?? 'ffmpeg'),
    findProgram(config.ffprobePath ?? 'ffprobe'),
  ]);
  if (!ffmpeg || !ffprobe) return null;
  const [version, probeVersion, encoders, filters] = await Promise.all([
    output(ffmpeg, ['-hide_banner', '-version']),
    output(ffprobe, ['-hide_banner', '-version']),
    output(ffmpeg, ['-hide_banner', '-encoders']),
    output(ffmpeg, ['-hide_banner', '-filters']),
  ]);
  const number = versionOf(version);
  if (!number || !versionOf(probeVersion) || !/ libx264 /.test(encoders) || !/ aac /.test(encoders)) return null;
  return {
    ffmpeg,
    ffprobe,
    version: number,
    toneMapping: / zscale /.test(filters) && / tonemap /.test(filters),
    opus: / libopus /.test(encoders),
    sandbox: await findSandbox(ffprobe),
  };
}

/** "ffmpeg version 5.1.9-0+deb12u1 …" to "5.1.9"; git builds ("N-1234-g…") count as new enough. */
function versionOf(output: string): string | null {
  const [, name, major, minor] = /version (n?(\d+)\.(\d+)[\d.]*|N-\S+)/.exec(output) ?? [];
  if (!name) return null;
  if (!major) return name;
  const tooOld = Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
  return tooOld ? null : name;
}

/** Tries each program once: containers and other systems may lack it or not permit it. */
async function findSandbox(tool: string): Promise<Sandbox> {
  async function usable(name: string, args: string[]): Promise<string | null> {
    const program = await findProgram(name);
    return program && (await output(program, [...args, tool, '-version'])) ? program : null;
  }
  const [prlimit, nice, unshare, setpriv] = await Promise.all([
    usable('prlimit', ['--as=3000000000', '--cpu=60', '--fsize=1000000', '--nofile=64', '--core=0']),
    usable('nice', ['-n10']),
    usable('unshare', ['-rn']),
    usable('setpriv', ['--pdeathsig', 'KILL']),
  ]);
  return { prlimit, nice, unshare, setpriv };
}

/** Output of a program that runs at most five seconds; empty if it fails. */
async function output(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { env: {}, timeout: 5_000, maxBuffer: 1024 * 1024 });
    return stdout;
  } catch {
    return '';
  }
}

/** Absolute path of a program: the given path, or the first match in PATH. */
export async function findProgram(name: string): Promise<string | null> {
  const candidates =
    isAbsolute(name) || name.includes('/')
      ? [resolve(name)]
      : // biome-ignore lint/style/noProcessEnv: PATH belongs to the system, not to Kinreel's configuration
        (process.env.PATH ?? '').split(delimiter).flatMap((folder) => (folder ? [join(folder, name)] : []));
  for (const candidate of candidates) {
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return null;
}
