import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { link, mkdir, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Permission } from '@kinreel/contracts';
import { type ApiPerson, ownVideos, registerByApi, uploadByApi } from './api.ts';
import { withDatabase } from './database.ts';
import type { Kinreel } from './kinreel.ts';
import { browserWebm } from './media.ts';
import { newPerson } from './people.ts';

/** The uploaded videos to copy, by Kinreel and file. */
const masters = new WeakMap<Kinreel, Map<string, Promise<string>>>();

/** Uploads a clip and waits until it is ready. @returns its id */
function master(kinreel: Kinreel, file: string): Promise<string> {
  const ofKinreel = masters.get(kinreel) ?? new Map<string, Promise<string>>();
  masters.set(kinreel, ofKinreel);
  const made = ofKinreel.get(file) ?? makeMaster(kinreel, file);
  ofKinreel.set(file, made);
  return made;
}

async function makeMaster(kinreel: Kinreel, file: string): Promise<string> {
  const person = await registerByApi(kinreel.origin, newPerson('Master'));
  const { id } = await uploadByApi(kinreel.origin, person, await openAsBlob(file), `clip${extname(file)}`);
  for (;;) {
    const [video] = await ownVideos(kinreel.origin, person);
    if (video?.status === 'ready') return id;
    if (video?.status === 'failed') throw new Error(`The clip could not be prepared: ${video.status_reason}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** The folder with a video's files. */
export function filesOf(kinreel: Kinreel, videoId: string): string {
  return join(kinreel.dataDir, 'media/objects/videos', videoId);
}

/** Names of the files that are stored for a video; none after it is deleted. */
export function storedFiles(kinreel: Kinreel, videoId: string): Promise<string[]> {
  return readdir(filesOf(kinreel, videoId)).catch(() => []);
}

/** Creates hard links instead of copies: stored files never change. */
async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const name of await readdir(from)) await link(join(from, name), join(to, name));
}

/**
 * Creates ready videos of this person, newest first, each with its own files. They are copies of one real upload, which
 * saves processing time. @param file the upload, by default a short clip @returns their ids
 */
export async function storedVideos(
  kinreel: Kinreel,
  owner: ApiPerson,
  videos: readonly { prompt: number; permission?: Permission }[],
  file = browserWebm(),
): Promise<string[]> {
  const source = await master(kinreel, file);
  const ids = videos.map(() => randomUUID());
  for (const id of ids) await linkFiles(filesOf(kinreel, source), filesOf(kinreel, id));
  await withDatabase(kinreel, async (client) => {
    await client.query(
      `insert into videos (id, owner_id, prompt_id, permission, status, progress, duration_ms, width, height, created_at)
       select new.id, $2, new.prompt, new.permission, 'ready', 100, duration_ms, width, height,
         now() - new.place * interval '1 minute'
       from videos, unnest($3::uuid[], $4::int[], $5::text[]) with ordinality as new (id, prompt, permission, place)
       where videos.id = $1`,
      [
        source,
        owner.user.id,
        ids,
        videos.map((one) => one.prompt),
        videos.map((one) => one.permission ?? 'invite-only'),
      ],
    );
    await client.query(
      `insert into video_files (video_id, kind, key, content_type, size, sha256, name)
       select new.id, kind, replace(key, $1::text, new.id::text), content_type, size, sha256, name
       from video_files, unnest($2::uuid[]) as new (id) where video_id = $1::uuid`,
      [source, ids],
    );
  });
  return ids;
}
