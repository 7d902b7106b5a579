import type { Prompt } from '@kinreel/contracts/prompts';
import { endOfLastFragment } from './fragments.ts';
import { heldTakes, holdTake, releaseTake } from './take-locks.ts';
import { extensionOf, takeFileName } from './take-names.ts';
import { openInMemory, openOnDevice, type TakeWriter } from './take-writer.ts';

/**
 * The takes on this device, in the origin's private file system: takes/{id}.json says what it is, takes/{id}.mp4 or .webm
 * holds it. The note is there first and goes last, so that no recording is without one.
 */
const FOLDER = 'takes';

/** The question that a take answers. */
export type TakePrompt = Pick<Prompt, 'id' | 'prompt'>;

/** What stands beside a recording. */
export interface TakeNote {
  id: string;
  /** Whose it is; nobody else who signs in on this device is offered it. */
  userId: string;
  prompt: TakePrompt;
  /** ISO 8601 */
  started: string;
  mime: string;
}

/** A recording with its bytes, whole or cut after the last whole second. */
export interface Take extends TakeNote {
  file: File;
  /** memory: it goes with the tab. */
  place: 'device' | 'memory';
}

/** A take that is being recorded. */
export interface OpenTake {
  note: TakeNote;
  place: Take['place'];
  append: TakeWriter['append'];
  /** End it; null where not a second of it was kept. */
  close(): Promise<Take | null>;
}

/** Told in this tab when a take came, went or was given back. */
const changes = new EventTarget();
const changed = () => changes.dispatchEvent(new Event('change'));

export function onTakesChanged(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Begin a take. It is kept in memory where the device has no place for it; the person is told. */
export async function beginTake(about: Omit<TakeNote, 'id' | 'started'>): Promise<OpenTake> {
  const note: TakeNote = { ...about, id: crypto.randomUUID(), started: new Date().toISOString() };
  await holdTake(note.id);
  const media = `${note.id}.${extensionOf(note.mime)}`;
  try {
    if (!(await canKeepOnDevice())) throw new DOMException('No files for a page', 'NotSupportedError');
    const beside = await openOnDevice(FOLDER, noteName(note.id));
    await beside.append(new TextEncoder().encode(JSON.stringify(note)));
    await beside.close();
    const writer = await openOnDevice(FOLDER, media);
    return {
      ...{ note, place: 'device', append: writer.append },
      close: async () => {
        // What was flushed is there, whatever the last write met with.
        await writer.close().catch(() => null);
        return readTake(note);
      },
    };
  } catch (error) {
    await removeFiles(note).catch(() => null);
    if (isFull(error)) {
      await releaseTake(note.id);
      throw error;
    }
    const writer = openInMemory();
    return {
      ...{ note, place: 'memory', append: writer.append },
      close: async () => (writer.parts.length ? toTake(note, new Blob(writer.parts), 'memory') : null),
    };
  }
}

/** Takes of this person that no tab is busy with, the newest first. */
export async function listTakes(userId: string): Promise<Take[]> {
  const takes: Take[] = [];
  const held = await heldTakes();
  for (const note of await notesOf(userId)) {
    if (held.has(note.id)) continue;
    const take = await readTake(note);
    if (take) takes.push(take);
    // Not a second of it was kept.
    else await removeFiles(note).catch(() => null);
  }
  return takes.sort((one, other) => other.started.localeCompare(one.started));
}

/** One of this person's takes, held by this tab from now on; null where it is gone or another tab has it. */
export async function takeUp(id: string, userId: string): Promise<Take | null> {
  const folder = await takesFolder();
  const note = folder && (await readNote(folder, id));
  if (note?.userId !== userId || !(await holdTake(id))) return null;
  const take = await readTake(note);
  if (!take) await releaseTake(id);
  changed();
  return take;
}

/** Leave a take where it is, to be offered again. */
export async function putBack(id: string): Promise<void> {
  await releaseTake(id);
  changed();
}

/** Takes that were given to the upload and still belong to this tab. */
const sent = new Set<string>();

/** A take is being sent from now on; nobody is offered it meanwhile. */
export function sendOff(id: string): void {
  sent.add(id);
}

/** Nothing is being sent any more: what was not published is offered again. */
export function putBackSent(): void {
  for (const id of sent) void putBack(id);
  sent.clear();
}

/** This file was published: the take that it came from is done with. */
export async function forgetSent(userId: string, file: Pick<File, 'name' | 'size'>): Promise<void> {
  for (const note of await notesOf(userId)) {
    const take = await readTake(note);
    if (take && isSame(take.file, file)) await discardTake(note);
  }
}

export function isSame(one: Pick<File, 'name' | 'size'>, other: Pick<File, 'name' | 'size'>): boolean {
  return one.name === other.name && one.size === other.size;
}

/** Remove a take from the device: it was sent, or the person does not want it. */
export async function discardTake(note: Pick<TakeNote, 'id' | 'mime'>): Promise<void> {
  await removeFiles(note).catch(() => null);
  await putBack(note.id);
}

/** Whether this browser has files for a page; some private windows have none. */
export async function canKeepOnDevice(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory();
    return true;
  } catch {
    return false;
  }
}

/** Bytes that this device still has for Kinreel; null where the browser does not tell. */
export async function roomLeft(): Promise<number | null> {
  const { quota, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  return quota === undefined ? null : Math.max(0, quota - usage);
}

/** Ask the browser not to clear the takes away when room gets scarce. */
export function keepForGood(): void {
  navigator.storage?.persist?.().catch(() => null);
}

export function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

const noteName = (id: string) => `${id}.json`;
const mediaName = ({ id, mime }: Pick<TakeNote, 'id' | 'mime'>) => `${id}.${extensionOf(mime)}`;

/** Null where this browser has no files for a page, or none yet. */
async function takesFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return await (await navigator.storage.getDirectory()).getDirectoryHandle(FOLDER);
  } catch {
    return null;
  }
}

async function notesOf(userId: string): Promise<TakeNote[]> {
  const folder = await takesFolder();
  if (!folder) return [];
  const notes: TakeNote[] = [];
  for await (const name of folder.keys()) {
    const id = /^(.+)\.json$/.exec(name)?.[1];
    const note = id && (await readNote(folder, id));
    if (note && note.userId === userId) notes.push(note);
  }
  return notes;
}

async function readNote(folder: FileSystemDirectoryHandle, id: string): Promise<TakeNote | null> {
  try {
    return JSON.parse(await (await (await folder.getFileHandle(noteName(id))).getFile()).text()) as TakeNote;
  } catch {
    return null;
  }
}

async function readTake(note: TakeNote): Promise<Take | null> {
  const folder = await takesFolder();
  const handle = await folder?.getFileHandle(mediaName(note)).catch(() => null);
  const file = await handle?.getFile();
  if (!file) return null;
  // A webm may end anywhere.
  const end = extensionOf(note.mime) === 'mp4' ? await endOfLastFragment(file) : file.size;
  return end > 0 ? toTake(note, file.slice(0, end), 'device') : null;
}

function toTake(note: TakeNote, bytes: Blob, place: Take['place']): Take {
  const started = new Date(note.started);
  const name = takeFileName(note.prompt.prompt, started, extensionOf(note.mime));
  // The same name and time whenever it is read: an upload that was broken off is known again by them.
  const file = new File([bytes], name, { type: note.mime.split(';')[0] ?? '', lastModified: started.getTime() });
  return { ...note, file, place };
}

async function removeFiles(note: Pick<TakeNote, 'id' | 'mime'>): Promise<void> {
  const folder = await takesFolder();
  for (const name of [mediaName(note), noteName(note.id)]) {
    await folder?.removeEntry(name).catch((error: Error) => {
      if (error.name !== 'NotFoundError') throw error;
    });
  }
}
