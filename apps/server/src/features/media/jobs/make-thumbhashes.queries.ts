import type { Db } from '../../../platform/db/database.ts';
import { listReady, type Page, stillHas } from './older-videos.ts';

/** Posters of ready videos without a thumbhash. */
export function listWithoutThumbhash(db: Db, page: Page) {
  return listReady(db, 'poster', page).where('videos.thumbhash', 'is', null).execute();
}

/** Saves the thumbhash of a poster, unless the video has another poster now. */
export async function saveThumbhash(db: Db, videoId: string, posterKey: string, thumbhash: Buffer): Promise<void> {
  await db.updateTable('videos').set({ thumbhash }).where('id', '=', videoId).where(stillHas(posterKey)).execute();
}
