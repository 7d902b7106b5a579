import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserWebm, clipMp4 } from '../support/media.ts';

const folder = join(tmpdir(), 'kinreel-wander-files');

/** Files for file choosers, by name: valid ones, invalid ones, and one with a name of maximum length. */
export const FILES: Record<string, () => string> = {
  'answer.mp4': () => named('answer.mp4', clipMp4()),
  'answer.webm': () => named('answer.webm', browserWebm()),
  'text.mp4': () => written('text.mp4', 'this is no video'),
  'empty.mp4': () => written('empty.mp4', ''),
  'photo.svg': () => named('photo.svg', join(import.meta.dirname, '../../apps/web/public/banners/river.svg')),
  'photo.webp': () => named('photo.webp', join(import.meta.dirname, '../../apps/server/assets/demo/poster.webp')),
  'photo.png': () => named('photo.png', join(import.meta.dirname, '../../apps/web/public/icon-512.png')),
  'words.vtt': () => written('words.vtt', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n'),
  'a very long name.mp4': () => named(`${'long '.repeat(48)}.mp4`, clipMp4()),
};

function named(name: string, source: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  if (!existsSync(path)) copyFileSync(source, path);
  return path;
}

function written(name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  return path;
}
