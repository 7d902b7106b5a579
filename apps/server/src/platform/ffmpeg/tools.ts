import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ServerConfig } from '../config/config.ts';
import { findProgram } from '../system/find-program.ts';
import { findSandbox, output, rememberFound, type Sandbox } from '../system/sandbox.ts';

/** The installed ffmpeg and its features. */
export interface MediaTools {
  /** Absolute paths. */
  ffmpeg: string;
  ffprobe: string;
  /** Such as "5.1.9". */
  version: string;
  /** Whether HDR can be converted to SDR (filters zscale, tonemap and haldclut). */
  toneMapping: boolean;
  /** Whether haldclut can read its table once (5.0), which doubles the speed of this conversion. */
  readsTableOnce: boolean;
  /** Whether it can encode Opus, which WebM needs. */
  opus: boolean;
  /** Whether it can encode WebP, the format of posters and preview images. */
  webp: boolean;
  /** Whether it can encode 10-bit AV1, for HDR. */
  av1: boolean;
  sandbox: Sandbox;
}

/** The oldest supported ffmpeg: needs format_whitelist, max_pixels, fpsmax. */
const MIN_VERSION = [4, 4] as const;

const searches = new Map<string, () => Promise<MediaTools | null>>();

/**
 * Finds ffmpeg and ffprobe: FFMPEG_PATH and the ffprobe in its folder, else in PATH. The result is cached.
 * @returns null if there is none, it is too old, or it cannot encode H.264
 * @throws DomainError server.busy if it did not respond in time; the next call searches again
 */
export function findMediaTools(config: Pick<ServerConfig, 'ffmpegPath'>): Promise<MediaTools | null> {
  const key = config.ffmpegPath ?? '';
  let search = searches.get(key);
  if (!search) {
    search = rememberFound(() => lookForTools(config));
    searches.set(key, search);
  }
  return search();
}

async function lookForTools(config: Pick<ServerConfig, 'ffmpegPath'>): Promise<MediaTools | null> {
  const [ffmpeg, ffprobe] = await Promise.all([
    findProgram(config.ffmpegPath ?? 'ffmpeg'),
    findProgram(await ffprobeNextTo(config.ffmpegPath)),
  ]);
  if (!ffmpeg || !ffprobe) return null;
  const [version, probeVersion, encoders, filters, table] = await Promise.all([
    output(ffmpeg, ['-hide_banner', '-version']),
    output(ffprobe, ['-hide_banner', '-version']),
    output(ffmpeg, ['-hide_banner', '-encoders']),
    output(ffmpeg, ['-hide_banner', '-filters']),
    output(ffmpeg, ['-hide_banner', '-h', 'filter=haldclut']),
  ]);
  const number = versionOf(version);
  if (!number || !versionOf(probeVersion) || !/ libx264 /.test(encoders) || !/ aac /.test(encoders)) return null;
  return {
    ffmpeg,
    ffprobe,
    version: number,
    toneMapping: [' zscale ', ' tonemap ', ' haldclut '].every((name) => filters.includes(name)),
    readsTableOnce: / clut /.test(table),
    opus: / libopus /.test(encoders),
    webp: / libwebp /.test(encoders),
    av1: / libsvtav1 /.test(encoders),
    sandbox: await findSandbox([ffprobe, '-version'], [dirname(ffmpeg)]),
  };
}

/** ffprobe in the folder of FFMPEG_PATH; otherwise just its name. */
async function ffprobeNextTo(ffmpegPath: string | undefined): Promise<string> {
  if (!ffmpegPath?.includes('/')) return 'ffprobe';
  const sibling = join(dirname(ffmpegPath), 'ffprobe');
  return access(sibling).then(
    () => sibling,
    () => 'ffprobe',
  );
}

/** "ffmpeg version 5.1.9-0+deb12u1 …" to "5.1.9"; git builds ("N-1234-g…") count as new enough. */
function versionOf(output: string): string | null {
  const [, name, major, minor] = /version (n?(\d+)\.(\d+)[\d.]*|N-\S+)/.exec(output) ?? [];
  if (!name) return null;
  if (!major) return name;
  const tooOld = Number(major) < MIN_VERSION[0] || (Number(major) === MIN_VERSION[0] && Number(minor) < MIN_VERSION[1]);
  return tooOld ? null : name;
}
