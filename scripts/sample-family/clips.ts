import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BannerName } from '@kinreel/contracts';
import sharp from 'sharp';
import type { Answer, Figure } from './family.ts';

const root = join(import.meta.dirname, '../..');

/** Rendered clips are stored here; git ignores the folder. */
const CACHE = join(root, '.cache/sample-family');

/** Increase after a change of this file that changes the clips' appearance or sound. */
const VERSION = 2;

const WIDTH = 640;
const HEIGHT = 360;
const FPS = 12;
export const CLIP_SECONDS = 12;

/** The part of the drawing that is larger than the picture: the camera moves slowly over it. */
const MARGIN = 1.2;

/** G major pentatonic over two octaves, in half tones from A4. */
const SCALE = [-14, -12, -10, -7, -5, -2, 0, 2, 5, 7];

/** One of the product's drawings as a photo: a PNG file. @returns its path */
export async function photograph(scene: Lowercase<BannerName>): Promise<string> {
  const path = join(CACHE, `${scene}-${VERSION}.png`);
  if (await exists(path)) return path;
  await mkdir(CACHE, { recursive: true });
  await atomically(path, (file) =>
    sharp(join(root, `apps/web/public/banners/${scene}.svg`), { density: 220 })
      .resize(1280, 720, { fit: 'cover' })
      .png()
      .toFile(file),
  );
  return path;
}

/** A square profile photo: the person's figure before a plain colour. */
export async function profilePhoto(figure: Figure): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-36 -88 80 80" width="480" height="480">
    <rect x="-36" y="-88" width="80" height="80" fill="#dfe5d6"/>${seatedFigure(figure)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer();
}

/**
 * The clip of one answer: the person sits in front of a drawing and sways a little while plucked strings play. Each
 * answer has its own scene, colours and tune. Rendered on first use, which takes about two seconds, then cached.
 * @returns path of an MP4 file: H.264 and AAC, 640x360, 12 seconds, about 100 KB
 */
export async function renderClip(answer: Answer, figure: Figure): Promise<string> {
  const drawing = await readFile(join(root, `apps/web/public/banners/${answer.scene}.svg`));
  const key = createHash('sha256')
    .update(JSON.stringify([VERSION, answer.id, answer.scene, figure]))
    .update(drawing)
    .digest('hex')
    .slice(0, 12);
  const path = join(CACHE, `${answer.id}-${key}.mp4`);
  if (await exists(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-clip-'));
  try {
    const [backdrop, person] = [join(folder, 'backdrop.png'), join(folder, 'person.png')];
    await sharp(drawing, { density: 160 })
      .resize(WIDTH * MARGIN, HEIGHT * MARGIN, { fit: 'cover' })
      .png()
      .toFile(backdrop);
    await sharp(Buffer.from(personSvg(figure)))
      .png()
      .toFile(person);
    await atomically(path, (file) => encode({ backdrop, person, file, name: answer.id }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return path;
}

/** Options for reproducible output: two runs of the same ffmpeg write the same bytes. */
const REPRODUCIBLE = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];

async function encode(clip: { backdrop: string; person: string; file: string; name: string }): Promise<void> {
  const phase = (randomNumbers(clip.name)() * Math.PI).toFixed(3);
  const filter = [
    `[0]crop=${WIDTH}:${HEIGHT}:x='(in_w-out_w)*(0.5-0.5*cos(PI*t/${CLIP_SECONDS}+${phase}))':y='(in_h-out_h)/2'[scene]`,
    `[scene][1]overlay=x='(W-w)/2+6*sin(1.3*t+${phase})':y='H-h+10+3*sin(2.1*t+${phase})',format=yuv420p[picture]`,
  ].join(';');
  const still = (file: string) => ['-loop', '1', '-framerate', String(FPS), '-t', String(CLIP_SECONDS), '-i', file];
  await promisify(execFile)(process.env.FFMPEG_PATH || 'ffmpeg', [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-y'],
    ...[...still(clip.backdrop), ...still(clip.person), '-f', 'lavfi', '-i', tune(clip.name)],
    ...['-filter_complex', filter, '-map', '[picture]', '-map', '2:a'],
    // One thread: otherwise the encoder's decisions depend on the number of cores.
    ...['-c:v', 'libx264', '-preset', 'medium', '-crf', '26', '-tune', 'animation', '-threads', '1'],
    ...['-c:a', 'aac', '-b:a', '64k', ...REPRODUCIBLE, '-movflags', '+faststart', '-f', 'mp4', clip.file],
  ]);
}

/**
 * A seated person from the side, without a face, as SVG elements. The seat is at (0, 0), the head at about (5, -55),
 * and the person looks to the right.
 */
function seatedFigure({ clothes, skin, hair, bun }: Figure): string {
  return `
    <path d="M-13 0C-16-26-10-42 4-42C16-42 18-24 17-2L40 0L41 34L31 34L29 12L-8 12Z" fill="${clothes}"/>
    <circle cx="5" cy="-55" r="12.500" fill="${skin}"/>
    <path d="M-8-53C-10-68 3-71 10-68C17-66 18-60 17-58C10-62 2-60-1-54C-2-50-6-49-8-53Z" fill="${hair}"/>
    ${bun ? `<circle cx="-8" cy="-62" r="5.500" fill="${hair}"/>` : ''}`;
}

function personSvg(figure: Figure): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-34 -78 86 92" width="300" height="320">
    <path d="M-24 16H48" stroke="#3b2b25" stroke-width="9" stroke-linecap="round"/>${seatedFigure(figure)}</svg>`;
}

/** A melody of plucked strings derived from the name only, as an input of ffmpeg. */
function tune(name: string): string {
  const random = randomNumbers(name);
  const notes: string[] = [];
  let place = Math.floor(random() * SCALE.length);
  for (let start = 0.3; start < CLIP_SECONDS - 1.5; start += 0.5) {
    place = Math.min(SCALE.length - 1, Math.max(0, place + Math.round(random() * 4 - 2)));
    const isBeat = Math.round((start - 0.3) * 2) % 2 === 0;
    const hertz = 440 * 2 ** ((SCALE[place] ?? 0) / 12);
    const since = `(t-${start.toFixed(1)})`;
    if (isBeat || random() < 0.6)
      notes.push(
        `gte(t,${start.toFixed(1)})*${isBeat ? 0.3 : 0.17}*exp(-2.5*${since})*sin(${2 * Math.PI * hertz}*${since})`,
      );
  }
  const fade = `afade=out:st=${CLIP_SECONDS - 1.2}:d=1.2`;
  return `aevalsrc='${notes.join('+')}':s=24000:d=${CLIP_SECONDS},aecho=0.8:0.9:310:0.2,${fade},atrim=end=${CLIP_SECONDS}`;
}

/** Pseudorandom numbers from 0 to 1 for the seed: the mulberry32 generator. */
function randomNumbers(seed: string): () => number {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes a file under another name and renames it, so that a cached file is always complete. */
async function atomically(path: string, write: (file: string) => Promise<unknown>): Promise<void> {
  const unfinished = `${path}.${process.pid}.new`;
  await write(unfinished);
  await rename(unfinished, path);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
