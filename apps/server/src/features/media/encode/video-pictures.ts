import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { encodeWebp } from '../../../platform/pictures/decode-picture.ts';
import type { WebpOptions } from './ffmpeg-args.ts';

/**
 * Path for a picture that ffmpeg writes for viewers. WebP if ffmpeg supports it: starting another program for the
 * conversion would double the CPU time.
 * @param name without an extension
 * @returns an absolute path
 */
export function pictureIn(folder: string, name: string, tools: Pick<MediaTools, 'webp'>): string {
  return join(folder, `${name}.${tools.webp ? 'webp' : 'png'}`);
}

/** Whether ffmpeg has written a picture: without a frame there is no file, or an empty one. */
export async function isWritten(path: string): Promise<boolean> {
  return Boolean((await stat(path).catch(() => null))?.size);
}

/**
 * Converts such a picture to WebP.
 * @returns its absolute path
 * @throws PictureError, NoSpaceError, or the signal's reason
 */
export async function asWebp(path: string, options: WebpOptions, signal?: AbortSignal): Promise<string> {
  if (path.endsWith('.webp')) return path;
  const webp = path.replace(/png$/, 'webp');
  await encodeWebp(path, webp, { ...options, signal });
  return webp;
}
