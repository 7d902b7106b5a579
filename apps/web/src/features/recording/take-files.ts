import { endOfLastFragment } from './fragments.ts';
import { type Take, type TakeInfo, toTake } from './take.ts';
import { extensionOf } from './take-names.ts';
import { openOnDevice, type TakeWriter } from './take-writer.ts';
import { TAKES_FOLDER } from './takes-folder.ts';

/**
 * The files of takes in the origin private file system: takes/{id}.json describes a take, takes/{id}.mp4 or .webm
 * contains its bytes. The description is written first and deleted last, so every recording has one. IndexedDB is not
 * used, because its files cannot be appended to.
 */

/** Writes the description and opens the file for the bytes. */
export async function createTakeFiles(info: TakeInfo): Promise<TakeWriter> {
  const description = await openOnDevice(TAKES_FOLDER, infoName(info.id));
  await description.append(new TextEncoder().encode(JSON.stringify(info)));
  await description.close();
  return openOnDevice(TAKES_FOLDER, mediaName(info));
}

/** @returns null if there is no take with this id, or the browser has no file system */
export async function readInfo(id: string): Promise<TakeInfo | null> {
  const folder = await openFolder();
  try {
    const handle = await folder?.getFileHandle(infoName(id));
    return handle ? (JSON.parse(await (await handle.getFile()).text()) as TakeInfo) : null;
  } catch {
    return null;
  }
}

/** The descriptions of this person's takes on this device. */
export async function readInfosOf(userId: string): Promise<TakeInfo[]> {
  const folder = await openFolder();
  const infos: TakeInfo[] = [];
  if (!folder) return infos;
  for await (const name of folder.keys()) {
    const id = /^(.+)\.json$/.exec(name)?.[1];
    const info = id && (await readInfo(id));
    if (info && info.userId === userId) infos.push(info);
  }
  return infos;
}

/** @returns null if the take has no complete second */
export async function readTake(info: TakeInfo): Promise<Take | null> {
  const folder = await openFolder();
  const handle = await folder?.getFileHandle(mediaName(info)).catch(() => null);
  const file = await handle?.getFile();
  if (!file) return null;
  // A webm file can be cut anywhere.
  const end = extensionOf(info.mime) === 'mp4' ? await endOfLastFragment(file) : file.size;
  return end > 0 ? toTake(info, file.slice(0, end), 'device') : null;
}

export async function deleteTakeFiles(info: Pick<TakeInfo, 'id' | 'mime'>): Promise<void> {
  const folder = await openFolder();
  for (const name of [mediaName(info), infoName(info.id)]) {
    await folder?.removeEntry(name).catch((error: Error) => {
      if (error.name !== 'NotFoundError') throw error;
    });
  }
}

const infoName = (id: string) => `${id}.json`;
const mediaName = ({ id, mime }: Pick<TakeInfo, 'id' | 'mime'>) => `${id}.${extensionOf(mime)}`;

/** Null if the browser has no file system, or there are no takes yet. */
async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(TAKES_FOLDER);
  } catch {
    return null;
  }
}
