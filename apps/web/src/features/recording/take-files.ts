import { endOfLastFragment } from './fragments.ts';
import { type Take, type TakeInfo, toTake } from './take.ts';
import { extensionOf } from './take-names.ts';
import { openOnDevice, type TakeWriter } from './take-writer.ts';
import { TAKES_FOLDER } from './takes-folder.ts';

/**
 * The files of takes in the origin's private file system: takes/{id}.json describes a take, takes/{id}.mp4 or .webm has
 * its bytes. The description is written first and deleted last, so every recording has one. Not in IndexedDB, because a
 * file there cannot be appended to.
 */
/** Write the description and open the file for the bytes. */
export async function createTakeFiles(info: TakeInfo): Promise<TakeWriter> {
  const description = await openOnDevice(TAKES_FOLDER, infoName(info.id));
  await description.append(new TextEncoder().encode(JSON.stringify(info)));
  await description.close();
  return openOnDevice(TAKES_FOLDER, mediaName(info));
}

/** @returns null where there is no take with this id, or this browser has no files */
export async function readInfo(id: string): Promise<TakeInfo | null> {
  const folder = await openFolder();
  try {
    const handle = await folder?.getFileHandle(infoName(id));
    return handle ? (JSON.parse(await (await handle.getFile()).text()) as TakeInfo) : null;
  } catch {
    return null;
  }
}

/** The descriptions of all takes of this person on this device. */
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

/** @returns null where there is not one complete second */
export async function readTake(info: TakeInfo): Promise<Take | null> {
  const folder = await openFolder();
  const handle = await folder?.getFileHandle(mediaName(info)).catch(() => null);
  const file = await handle?.getFile();
  if (!file) return null;
  // A webm can be cut anywhere.
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

/** Null where this browser has no files for pages, or there are no takes yet. */
async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(TAKES_FOLDER);
  } catch {
    return null;
  }
}
