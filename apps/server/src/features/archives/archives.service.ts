import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArchiveResponse } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { GoneError } from '../../platform/jobs/jobs.ts';
import { whileWanted } from '../../platform/jobs/while-wanted.ts';
import { merge, readAccountActivity, readOwnActivity } from '../activity/activity.service.ts';
import { mailName } from '../mails/mail-name.presenter.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { keptContent, personContent } from './archive-contents.ts';
import { archiveMail } from './archive-mail.ts';
import { makeArchiveJob } from './archives.job-definition.ts';
import { presentArchive } from './archives.presenter.ts';
import {
  type ArchiveOf,
  type ArchiveRow,
  deleteAllAbout,
  deleteArchiveOf,
  deleteExpired,
  deleteOfStewards,
  findArchive,
  findArchiveOf,
  findArchiveToSend,
  findStewardship,
  insertArchive,
  setFailed,
  setMaking,
  setProgress,
  setReady,
} from './archives.queries.ts';
import { readKeptVideos } from './kept-videos.queries.ts';
import { type ArchiveContent, archiveName, makeArchive } from './make-archive.ts';
import { readPersonRows } from './person-data.queries.ts';

/** Progress is saved at most this often, in milliseconds. */
export const PROGRESS_INTERVAL_MS = 1_000;

type FileDeps = Pick<Deps, 'db' | 'storage' | 'log'>;

const own = (userId: string): ArchiveOf => ({ userId, stewardRowId: null });

/** A person's own archive. */
export async function readArchive(db: Db, userId: string): Promise<ArchiveResponse> {
  return present(await findArchiveOf(db, own(userId)));
}

/**
 * Starts an archive of the person's current data. Replaces a finished or failed one; does nothing while one is being
 * made.
 */
export async function startArchive(deps: FileDeps & Pick<Deps, 'jobs'>, userId: string): Promise<ArchiveResponse> {
  return start(deps, async () => own(userId));
}

/** Deletes the archive of a person, or cancels its job. */
export async function deleteArchive(deps: FileDeps, userId: string): Promise<void> {
  await remove(deps, own(userId));
}

/** The archive of the videos that a steward manages. @throws DomainError steward.missing */
export async function readStewardArchive(db: Db, stewardId: string, ownerId: string): Promise<ArchiveResponse> {
  return present(await findArchiveOf(db, await requireStewardship(db, stewardId, ownerId)));
}

/** Starts an archive of the videos that the steward may keep now. @throws DomainError steward.missing */
export async function startStewardArchive(
  deps: FileDeps & Pick<Deps, 'jobs'>,
  stewardId: string,
  ownerId: string,
): Promise<ArchiveResponse> {
  return start(deps, (tx) => requireStewardship(tx, stewardId, ownerId, { lock: true }));
}

/** Deletes the steward's archive, or cancels its job. @throws DomainError steward.missing */
export async function deleteStewardArchive(deps: FileDeps, stewardId: string, ownerId: string): Promise<void> {
  await remove(deps, await requireStewardship(deps.db, stewardId, ownerId));
}

/**
 * Deletes the archives of ended stewardships, in the caller's transaction.
 * @returns the storage keys, for `removeArchiveFiles` after the commit
 */
export function endStewardArchives(tx: Tx, stewardRowIds: readonly string[]): Promise<string[]> {
  return deleteOfStewards(tx, stewardRowIds);
}

/** Deletes the files of deleted archives. The sweep retries what fails. */
export async function removeArchiveFiles(deps: Pick<Deps, 'storage' | 'log'>, keys: readonly string[]): Promise<void> {
  for (const key of keys) await removeObject(deps, key);
}

/** Deletes all archives of a deleted account, and those that stewards have of its videos. */
export async function deleteArchivesAbout(deps: FileDeps, userId: string): Promise<void> {
  await removeArchiveFiles(deps, await deleteAllAbout(deps.db, userId));
}

async function start(
  deps: FileDeps & Pick<Deps, 'jobs'>,
  authorize: (tx: Tx) => Promise<ArchiveOf>,
): Promise<ArchiveResponse> {
  const { row, previous } = await deps.db.transaction().execute(async (tx) => {
    const of = await authorize(tx);
    const previous = await deleteArchiveOf(tx, of, { notBeingMade: true });
    const row = await insertArchive(tx, newId(), of);
    if (row) await deps.jobs.enqueue(tx, makeArchiveJob, { archiveId: row.id });
    return { row: row ?? (await findArchiveOf(tx, of)), previous };
  });
  if (previous) await removeObject(deps, previous);
  return present(row);
}

async function remove(deps: FileDeps, of: ArchiveOf): Promise<void> {
  const key = await deleteArchiveOf(deps.db, of);
  if (key) await removeObject(deps, key);
}

/** @throws DomainError steward.missing unless the steward manages the owner's videos now */
async function requireStewardship(
  db: Db,
  stewardId: string,
  ownerId: string,
  options: { lock?: boolean } = {},
): Promise<ArchiveOf> {
  const found = await findStewardship(db, { stewardId, ownerId }, options);
  if (!found) throw new DomainError('steward.missing');
  return found;
}

/** Deletes expired archives. */
export async function deleteExpiredArchives(deps: FileDeps): Promise<void> {
  await removeArchiveFiles(deps, await deleteExpired(deps.db));
}

/**
 * The file of a finished archive, only for its person; for a steward only while the stewardship is active.
 * @throws DomainError archive.missing
 */
export async function openArchive(db: Db, id: string, userId: string) {
  const row = await findArchiveToSend(db, id, userId);
  const isOpen = row !== undefined && row.expires_at !== null && row.expires_at > new Date();
  if (!isOpen || row.key === null || row.size === null) throw new DomainError('archive.missing');
  return {
    file: { key: row.key, size: row.size, contentType: 'application/zip', etag: `"${row.sha256}"` },
    name: `${archiveName(row.created_at, row.first_name ?? undefined)}.zip`,
    isOwn: row.steward_row_id === null,
  };
}

/**
 * Makes a requested archive. After a kill at any moment, the archive is either complete or not stored: a file of an
 * unfinished attempt has no row, and the sweep deletes it.
 * @throws GoneError if the archive was deleted meanwhile
 */
export async function runMakeArchive(deps: Deps, archiveId: string, signal: AbortSignal): Promise<void> {
  const archive = await findArchive(deps.db, archiveId);
  if (archive?.status !== 'making') return;
  const content = await readContent(deps, archive);
  if (!content) return;
  const folder = await deps.storage.stagingFolder();
  const isWanted = async () => (await findArchive(deps.db, archiveId))?.status === 'making';
  try {
    const path = join(folder, 'archive.zip');
    await whileWanted(signal, isWanted, async (signal) => {
      const onProgress = progressWriter(deps, archiveId);
      await makeArchive(deps, content, path, { madeAt: archive.created_at, signal, onProgress });
      await publish(deps, archive, path);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Reads the content of an archive in one snapshot: a person's data, including that of the identity service, or what a
 * steward may keep.
 * @returns null if there is no such person, or the stewardship has ended
 */
async function readContent(deps: Pick<Deps, 'db' | 'identity'>, archive: ArchiveRow): Promise<ArchiveContent | null> {
  const { user_id: userId, steward_row_id: stewardRowId } = archive;
  const account = stewardRowId === null ? await readAccountActivity(deps, userId) : [];
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      if (stewardRowId !== null) {
        const kept = await readKeptVideos(tx, stewardRowId);
        return kept && keptContent(kept);
      }
      const rows = await readPersonRows(tx, userId);
      return rows && personContent({ ...rows, activity: merge(await readOwnActivity(tx, userId), account).reverse() });
    });
}

/** Retries a failed archive, unless its person has started another one. */
export async function restartArchive({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, archiveId: string): Promise<void> {
  const restarted = await setMaking(tx, archiveId);
  if (!restarted) return;
  await removeNotification(tx, restarted.user_id, archiveId);
  await jobs.enqueue(tx, makeArchiveJob, { archiveId });
}

/** Called after the last attempt: notifies the person, who can try again. */
export async function failArchive(deps: Pick<Deps, 'db' | 'jobs'>, archiveId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const failed = await setFailed(tx, archiveId);
    if (failed) await notify(deps, tx, { kind: 'archive-failed', userId: failed.user_id, archiveId });
  });
}

/** Writes the mail about a finished archive. @returns null if it was deleted */
export async function writeArchiveMail(deps: Pick<Deps, 'config' | 'db'>, archiveId: string): Promise<WrittenMail> {
  const archive = await findArchive(deps.db, archiveId);
  const row = archive && (await findArchiveToSend(deps.db, archiveId, archive.user_id));
  if (row?.status !== 'ready' || row.expires_at === null) return null;
  const { user_id: accountOf, expires_at: until, first_name, last_name } = row;
  const owner = first_name === null ? null : mailName(first_name, last_name ?? '');
  const url = `${deps.config.publicUrl}/user/${accountOf}/edit?tab=account`;
  return { accountOf, content: (recipient) => archiveMail({ recipient, owner, until, url }) };
}

/** Stores the file and marks the archive as ready. @throws GoneError unless it is being made */
async function publish(deps: Pick<Deps, 'db' | 'jobs' | 'storage'>, archive: ArchiveRow, path: string): Promise<void> {
  const { id: archiveId, user_id: userId } = archive;
  const { size } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  const file = { key: `archives/${userId}/${newId()}.zip`, size, sha256: hash.digest('hex') };
  await deps.storage.put(file.key, path);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await setReady(tx, archiveId, file))) throw new GoneError();
    await notify(deps, tx, { kind: 'archive-ready', userId, archiveId });
    await enqueueMail(deps, tx, { kind: 'archive', archiveId, recipientId: userId });
  });
}

/** Saves the progress at most every PROGRESS_INTERVAL_MS. */
function progressWriter({ db, log }: Pick<Deps, 'db' | 'log'>, archiveId: string) {
  let next = 0;
  return (written: number, all: number): void => {
    const now = Date.now();
    if (now < next) return;
    next = now + PROGRESS_INTERVAL_MS;
    // 100 means ready: the file is stored after the last byte is written.
    const percent = Math.min(99, Math.floor((100 * written) / Math.max(1, all)));
    setProgress(db, archiveId, percent).catch((err) => log.warn({ err }, 'progress not saved'));
  };
}

/** Deletes the object of a deleted archive. The sweep retries a failure. */
async function removeObject({ storage, log }: Pick<Deps, 'storage' | 'log'>, key: string): Promise<void> {
  await storage.delete(key).catch((err) => log.warn({ err, key }, 'file not deleted, cleanup will retry'));
}

function present(row: ArchiveRow | undefined): ArchiveResponse {
  return { archive: row ? presentArchive(row) : null };
}
