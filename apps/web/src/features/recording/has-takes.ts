import { TAKES_FOLDER } from './takes-folder.ts';

/**
 * Whether there are recordings on this device, of anybody, also of those that are being uploaded. Small, because the videos
 * page asks before it loads the list.
 */
export async function hasTakes(): Promise<boolean> {
  try {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle(TAKES_FOLDER);
    const { done } = await folder.keys().next();
    return !done;
  } catch {
    return false;
  }
}
