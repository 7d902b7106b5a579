import { TAKES_FOLDER } from './takes-folder.ts';

/**
 * Whether this device has recordings of any person, including those that are being uploaded. A small module, because
 * the videos page uses it before it loads the list.
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
