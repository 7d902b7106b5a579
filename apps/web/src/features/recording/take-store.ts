import { hasDeviceStorage, isDeviceFull } from './device-storage.ts';
import { type Take, type TakeInfo, toTake } from './take.ts';
import { createTakeFiles, deleteTakeFiles, readInfo, readInfosOf, readTake } from './take-files.ts';
import { lockedTakes, lockTake, unlockTake } from './take-locks.ts';
import { openInMemory, type TakeWriter } from './take-writer.ts';

/** A take that is being recorded. */
export interface TakeDraft {
  info: TakeInfo;
  place: Take['place'];
  append: TakeWriter['append'];
  /** Ends the recording. @returns null if it is shorter than a second */
  close(): Promise<Take | null>;
}

const changes = new EventTarget();
const notifyListeners = () => changes.dispatchEvent(new Event('change'));

/** Calls the listener when this tab has claimed, released or deleted a take. */
export function onTakesChanged(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/**
 * Creates a take, in memory if the browser has no file system.
 * @throws DOMException `QuotaExceededError` if the device is full
 */
export async function createTake(about: Omit<TakeInfo, 'id' | 'started'>): Promise<TakeDraft> {
  const info: TakeInfo = { ...about, id: crypto.randomUUID(), started: new Date().toISOString() };
  await lockTake(info.id);
  try {
    if (!(await hasDeviceStorage())) return memoryDraft(info);
    const writer = await createTakeFiles(info);
    return {
      info,
      place: 'device',
      append: writer.append,
      close: async () => {
        // Flushed bytes are kept even if the last write has failed.
        await writer.close().catch(() => null);
        return readTake(info);
      },
    };
  } catch (error) {
    await deleteTakeFiles(info).catch(() => null);
    if (!isDeviceFull(error)) return memoryDraft(info);
    await unlockTake(info.id);
    throw error;
  }
}

function memoryDraft(info: TakeInfo): TakeDraft {
  const writer = openInMemory();
  return {
    info,
    place: 'memory',
    append: writer.append,
    close: async () => (writer.parts.length ? toTake(info, new Blob(writer.parts), 'memory') : null),
  };
}

/** This person's takes that no tab is using, newest first. */
export async function listTakes(userId: string): Promise<Take[]> {
  const takes: Take[] = [];
  const locked = await lockedTakes();
  for (const info of await readInfosOf(userId)) {
    if (locked.has(info.id)) continue;
    const take = await readTake(info);
    if (take) takes.push(take);
    // The take has no complete second.
    else await deleteTakeFiles(info).catch(() => null);
  }
  return takes.sort((one, other) => other.started.localeCompare(one.started));
}

/** Claims one of this person's takes for this tab. @returns null if it was deleted or another tab uses it */
export async function claimTake(id: string, userId: string): Promise<Take | null> {
  const info = await readInfo(id);
  if (info?.userId !== userId || !(await lockTake(id))) return null;
  const take = await readTake(info);
  if (!take) await unlockTake(id);
  notifyListeners();
  return take;
}

/** Releases a take, which is then listed again. */
export async function releaseTake(id: string): Promise<void> {
  await unlockTake(id);
  notifyListeners();
}

/** Deletes a take from this device after its upload was published. */
export async function deletePublishedTake(id: string): Promise<void> {
  const info = await readInfo(id);
  await (info ? discardTake(info) : releaseTake(id));
}

/** Deletes a take from this device. */
export async function discardTake(info: Pick<TakeInfo, 'id' | 'mime'>): Promise<void> {
  await deleteTakeFiles(info).catch(() => null);
  await releaseTake(info.id);
}
