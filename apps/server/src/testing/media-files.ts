import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const run = promisify(execFile);

/** Small real files of the kinds that people send: made by ffmpeg when first asked for, once a test file. */
const RECIPES = {
  /** Two seconds, 160x120, H.264 and AAC. */
  'clip.mp4': '-f lavfi -i testsrc=s=160x120:r=10:d=2 -f lavfi -i sine=d=2 -c:v libx264 -pix_fmt yuv420p -c:a aac',
  /** One second, 96x64, VP8. */
  'clip.webm': '-f lavfi -i testsrc=s=96x64:r=10:d=1 -c:v libvpx -b:v 100k',
  /** Sound without a picture. */
  'sound.m4a': '-f lavfi -i sine=d=1 -c:a aac',
} as const;

export type MediaFileName = keyof typeof RECIPES;

let folder: Promise<string> | null = null;
const made = new Map<MediaFileName, Promise<string>>();

afterAll(async () => {
  if (folder) await rm(await folder, { recursive: true, force: true });
});

/** Path of the file. */
export function mediaFile(name: MediaFileName): Promise<string> {
  const path = made.get(name) ?? make(name);
  made.set(name, path);
  return path;
}

/** Content of the file. */
export async function mediaBytes(name: MediaFileName): Promise<Buffer> {
  return readFile(await mediaFile(name));
}

async function make(name: MediaFileName): Promise<string> {
  folder ??= mkdtemp(join(tmpdir(), 'kinreel-test-clips-'));
  const path = join(await folder, name);
  await run('ffmpeg', ['-v', 'error', '-y', ...RECIPES[name].split(' '), path]);
  return path;
}

/** A form with `parts` in this order, as a browser sends it. @returns body and headers */
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
