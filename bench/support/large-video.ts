import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissionOf, videoId } from './seed.ts';
import type { World } from './world.ts';

const MIB = 1024 * 1024;

/** Size of its playback file. */
export const FILE_BYTES = 64 * MIB;

/** A video with the permission `everyone`. */
const ID = videoId([...Array(10).keys()].findIndex((index) => permissionOf(index) === 'everyone'));

/** Stores a large playback file for this video. @returns its path below /media and its path in the storage folder */
export async function storeLargeVideo({ kinreel, database }: World): Promise<string> {
  const folder = join(kinreel.dataDir, 'media/objects/videos', ID);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'playback'), Buffer.alloc(FILE_BYTES, 'kinreel '));
  await database.query(`update video_files set size = $2 where video_id = $1 and kind = 'playback'`, [ID, FILE_BYTES]);
  return `/videos/${ID}/playback`;
}
