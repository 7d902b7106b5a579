import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { encodeWebp } from '../../../platform/pictures/decode-picture.ts';
import type { WebpOptions } from './ffmpeg-args.ts';

/**
 * Where a run of ffmpeg writes a picture that viewers get. It writes WebP if it can: a program of its own that makes it would take as much
 * CPU time for its start as for the picture.
 * @param name without an extension @returns an absolute path
 */
export function pictureIn(folder: string, name: string, tools: Pick<MediaTools, 'webp'>): string {
  return join(folder, `${name}.${tools.webp ? 'webp' : 'png'}`);
}

/** Whether ffmpeg has written a picture: of a video without one there is no file, or an empty one. */
export async function isWritten(path: string): Promise<boolean> {
  return Boolean((await stat(path).catch(() => null))?.size);
}

/** Such a picture as WebP. @returns its absolute path @throws PictureError, NoRoomError, or the signal's reason */
export async function asWebp(path: string, options: WebpOptions, signal?: AbortSignal): Promise<string> {
  if (path.endsWith('.webp')) return path;
  const webp = path.replace(/png$/, 'webp');
  await encodeWebp(path, webp, { ...options, signal });
  return webp;
}
