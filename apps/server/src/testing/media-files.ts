import { readFile } from 'node:fs/promises';
import { testClip } from './clips.ts';

/** Small real files of common kinds. */
const RECIPES = {
  /** Two seconds, 160x120, H.264 and AAC. */
  'clip.mp4': '-f lavfi -i testsrc=s=160x120:r=10:d=2 -f lavfi -i sine=d=2 -c:v libx264 -pix_fmt yuv420p -c:a aac',
  /** One second, 96x64, VP8. */
  'clip.webm': '-f lavfi -i testsrc=s=96x64:r=10:d=1 -c:v libvpx -b:v 100k',
  /** Sound only. */
  'sound.m4a': '-f lavfi -i sine=d=1 -c:a aac',
} as const;

export type MediaFileName = keyof typeof RECIPES;

/** Path of the file. Do not change the file: other tests read it too. */
export async function mediaFile(name: MediaFileName): Promise<string> {
  return testClip(name, RECIPES[name].split(' '));
}

/** Content of the file. */
export async function mediaBytes(name: MediaFileName): Promise<Buffer> {
  return readFile(await mediaFile(name));
}

export async function formOf(
  parts: readonly (readonly [name: string, value: string | { name: string; bytes: Buffer }])[],
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.name);
  }
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}
