import type { Deps } from '../../platform/deps.ts';
import { removeStoredFiles } from '../videos/videos.service.ts';
import { partialFiles } from './partial-files.ts';
import { deleteExpiredUploads, deleteUploadsOf, findUnfinished } from './uploads.queries.ts';

/** Numbers of removed leftovers. */
export interface UploadLeftovers {
  /** Expired unfinished uploads. */
  uploads: number;
  /** Partial files without an unfinished upload. */
  partialFiles: number;
}

/** Removes expired uploads and partial files without an upload. Safe to run at any time. */
export async function removeUploadLeftovers(deps: Pick<Deps, 'config' | 'db' | 'storage'>): Promise<UploadLeftovers> {
  return {
    uploads: await deleteExpiredUploads(deps.db),
    partialFiles: await removeUnneededPartialFiles(deps),
  };
}

/** Removes the uploads of a deleted account. */
export async function removeUploadsOf(deps: Pick<Deps, 'config' | 'db' | 'storage'>, ownerId: string): Promise<void> {
  const files = partialFiles(deps);
  for (const id of await deleteUploadsOf(deps.db, ownerId)) {
    await files.remove(id);
    await removeStoredFiles(deps, id);
  }
}

/** An upload's row is inserted before its file and deleted before it, so a file without a row is never needed. */
async function removeUnneededPartialFiles(deps: Pick<Deps, 'config' | 'db' | 'storage'>): Promise<number> {
  const files = partialFiles(deps);
  const ids = await files.list();
  const needed = await findUnfinished(deps.db, ids);
  const unneeded = ids.filter((id) => !needed.has(id));
  for (const id of unneeded) await files.remove(id);
  return unneeded.length;
}
