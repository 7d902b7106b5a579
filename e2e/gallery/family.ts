import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { type ApiPerson, call, ownVideos, registerByApi, uploadByApi } from '../support/api.ts';
import { connect } from '../support/family.ts';
import type { Kinreel } from '../support/kinreel.ts';
import { newPerson } from '../support/people.ts';

const root = join(import.meta.dirname, '../..');

/** The people that the pictures show. */
export interface Family {
  /** Has answered, shared and been asked. */
  odalie: ApiPerson;
  /** Her grandson: connected to her, with shares. */
  corvin: ApiPerson;
  /** Has asked to connect with her. */
  maren: ApiPerson;
  /** Has just come: nothing is there yet. */
  newcomer: ApiPerson;
}

/** One of the product's own drawings as a photograph would be: a PNG file. @returns its path */
export async function photograph(banner: string): Promise<string> {
  const path = join(tmpdir(), `kinreel-gallery-${banner}.png`);
  const drawing = join(root, `apps/web/public/banners/${banner}.svg`);
  await sharp(drawing, { density: 220 }).resize(1280, 720, { fit: 'cover' }).png().toFile(path);
  return path;
}

/** A clip of a few seconds that shows one of the product's own drawings; faces are never drawn. */
async function clip(banner: string): Promise<string> {
  const path = join(tmpdir(), `kinreel-gallery-${banner}.mp4`);
  const picture = ['-loop', '1', '-framerate', '10', '-t', '12', '-i', await photograph(banner)];
  const tone = ['-f', 'lavfi', '-t', '12', '-i', 'sine=330'];
  const output = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path];
  execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-nostdin', '-v', 'error', '-y', ...picture, ...tone, ...output]);
  return path;
}

/** What is said in the answer about the first job. */
const SAID = [
  { start: 0.5, end: 3, text: 'We lived on a farm, my brothers and I, a long way from the nearest town.' },
  { start: 3, end: 5.2, text: 'Then we moved to the harbour.' },
  { start: 5.2, end: 8.4, text: 'Father mended nets there, and I was allowed to hold the needle.' },
  { start: 8.4, end: 11, text: 'That was my first job. I was seven.' },
];

/** People, connections, videos and shares for the pictures. */
export async function makeFamily({ origin }: Kinreel): Promise<Family> {
  const make = (firstName: string, lastName: string) => registerByApi(origin, newPerson(firstName, lastName));
  const odalie = await make('Odalie', 'Fennick');
  const corvin = await make('Corvin', 'Ashgrove');
  const friends = [corvin, await make('Tavi', 'Fennick'), await make('Ismene', 'Vale'), await make('Bram', 'Ollerton')];
  const waiting = [await make('Maren', 'Holt'), await make('Jonas', 'Fennick')] as const;
  const newcomer = await make('Ada', 'Newcomer');
  for (const [index, friend] of friends.entries()) {
    await connect(origin, friend, odalie, index % 2 ? 'family' : 'friend');
  }
  for (const person of waiting) {
    await call(origin, person, 'POST', '/api/connections', { relationship: 'family', userB: odalie.user.id });
  }
  await call(origin, odalie, 'PUT', '/api/banner/', { banner: 'Lavender' });
  await call(origin, odalie, 'PUT', `/api/user/update/${odalie.user.id}`, {
    firstName: 'Odalie',
    lastName: 'Fennick',
    city: 'Duluth',
    state: 'MN',
    country: 'United States',
    birthday: '1944-03-09',
    aboutMe:
      'I mend clocks, badly at first and better now. These answers are for the little ones, for when they start asking.',
  });
  const answers: [banner: string, prompt: number, permission: string][] = [
    ['canoe', 2, 'everyone'],
    ['yarn', 26, 'family'],
    ['pier', 18, 'friend'],
  ];
  for (const [banner, prompt, permission] of answers) {
    const video = await uploadByApi(origin, odalie, await openAsBlob(await clip(banner)), `${banner}.mp4`, prompt);
    await call(origin, odalie, 'PUT', `/api/permission/${video.id}`, { permission });
    await call(origin, odalie, 'POST', '/api/share', { user_id: [corvin.user.id], video_id: video.id });
    if (banner === 'yarn') {
      await call(origin, odalie, 'PUT', `/api/video/${video.id}/captions`, { version: null, cues: SAID });
    }
  }
  while ((await ownVideos(origin, odalie)).some((video) => video.status === 'processing')) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { odalie, corvin, maren: waiting[0], newcomer };
}
