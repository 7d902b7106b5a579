import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { permissionOf, videoId } from './seed.ts';
import type { World } from './world.ts';

const MIB = 1024 * 1024;

/** Size of its playback file. */
export const FILE_BYTES = 64 * MIB;

/** A video that everybody may see. */
const ID = videoId([...Array(10).keys()].findIndex((index) => permissionOf(index) === 'everyone'));

/** Gives a video for everybody a large playback file. @returns its address below /media and below the folder of objects */
export async function storeLargeVideo({ kinreel, database }: World): Promise<string> {
  const folder = join(kinreel.dataDir, 'media/objects/videos', ID);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'playback'), Buffer.alloc(FILE_BYTES, 'kinreel '));
  await database.query(`update video_files set size = $2 where video_id = $1 and kind = 'playback'`, [ID, FILE_BYTES]);
  return `/videos/${ID}/playback`;
}
