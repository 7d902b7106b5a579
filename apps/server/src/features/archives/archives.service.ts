import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArchiveResponse } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { GoneError } from '../../platform/jobs.ts';
import { whileWanted } from '../../platform/while-wanted.ts';
import { merge, readAccountActivity, readOwnActivity } from '../activity/activity.service.ts';
import { enqueueMail, type WrittenMail } from '../mails/outbox.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { archiveMail } from './archive-mail.ts';
import { makeArchiveJob } from './archives.job-definition.ts';
import { presentArchive } from './archives.presenter.ts';
import {
  type ArchiveRow,
  deleteArchiveOf,
  deleteExpired,
  findArchive,
  findArchiveOf,
  insertArchive,
  setFailed,
  setProgress,
  setReady,
} from './archives.queries.ts';
import { archiveName, makeArchive } from './make-archive.ts';
import { type PersonData, readPersonRows } from './person-data.queries.ts';

/** Progress is saved at most this often, in milliseconds. */
const PROGRESS_INTERVAL_MS = 1_000;

/** The archive of a person. */
export async function readArchive(db: Db, userId: string): Promise<ArchiveResponse> {
  return present(await findArchiveOf(db, userId));
}

/** Begins an archive of everything that the person has now, instead of an earlier one. One that is being made goes on. */
export async function startArchive(deps: Pick<Deps, 'db' | 'jobs' | 'storage' | 'log'>, userId: string) {
  const { row, previous } = await deps.db.transaction().execute(async (tx) => {
    const previous = await deleteArchiveOf(tx, userId, { notBeingMade: true });
    const row = await insertArchive(tx, newId(), userId);
    if (row) await deps.jobs.enqueue(tx, makeArchiveJob, { archiveId: row.id });
    return { row: row ?? (await findArchiveOf(tx, userId)), previous };
  });
  if (previous) await removeObject(deps, previous);
  return present(row);
}

/** Deletes the archive of a person, or stops making it. */
export async function deleteArchive(deps: Pick<Deps, 'db' | 'storage' | 'log'>, userId: string): Promise<void> {
  const key = await deleteArchiveOf(deps.db, userId);
  if (key) await removeObject(deps, key);
}

/** Deletes the archives that can no longer be downloaded. */
export async function deleteExpiredArchives(deps: Pick<Deps, 'db' | 'storage' | 'log'>): Promise<void> {
  for (const key of await deleteExpired(deps.db)) await removeObject(deps, key);
}

/** The file of a finished archive, for its person alone. @throws DomainError archive.missing */
export async function openArchive(db: Db, id: string, userId: string) {
  const row = await findArchive(db, id);
  const isOpen = row?.user_id === userId && row.expires_at !== null && row.expires_at > new Date();
  if (!isOpen || row.key === null || row.size === null) throw new DomainError('archive.missing');
  return {
    file: { key: row.key, size: row.size, contentType: 'application/zip', etag: `"${row.sha256}"` },
    name: `${archiveName(row.created_at)}.zip`,
  };
}

/**
 * Makes an archive that was asked for. Whenever the process is killed, it is ready and complete, or not there: what an
 * unfinished attempt stored belongs to no row, and the sweep deletes it.
 * @throws GoneError if it was deleted meanwhile
 */
export async function runMakeArchive(deps: Deps, archiveId: string, signal: AbortSignal): Promise<void> {
  const archive = await findArchive(deps.db, archiveId);
  if (archive?.status !== 'making') return;
  const data = await readPersonData(deps, archive.user_id);
  if (!data) return;
  const folder = await deps.storage.stagingFolder();
  const isWanted = async () => (await findArchive(deps.db, archiveId))?.status === 'making';
  try {
    const path = join(folder, 'archive.zip');
    await whileWanted(signal, isWanted, async (signal) => {
      const onProgress = progressWriter(deps, archiveId);
      await makeArchive(deps, data, path, { madeAt: archive.created_at, signal, onProgress });
      await publish(deps, archive, path);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Everything of a person in one snapshot, and what the identity service has. @returns null if there is no such person */
async function readPersonData(deps: Pick<Deps, 'db' | 'identity'>, userId: string): Promise<PersonData | null> {
  const account = await readAccountActivity(deps, userId);
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const rows = await readPersonRows(tx, userId);
      return rows && { ...rows, activity: merge(await readOwnActivity(tx, userId), account).reverse() };
    });
}

/** The last attempt failed: the person is notified and can try again. */
export async function failArchive({ db }: Pick<Deps, 'db'>, archiveId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const failed = await setFailed(tx, archiveId);
    if (failed) await notify(tx, { kind: 'archive-failed', userId: failed.user_id, archiveId });
  });
}

/** Writes the mail about a finished archive; nothing if it is gone. */
export async function writeArchiveMail(deps: Pick<Deps, 'config' | 'db'>, archiveId: string): Promise<WrittenMail> {
  const row = await findArchive(deps.db, archiveId);
  if (row?.status !== 'ready' || row.expires_at === null) return null;
  const { user_id: accountOf, expires_at: until } = row;
  const url = `${deps.config.publicUrl}/user/${accountOf}/edit?tab=account`;
  return { accountOf, content: (recipient) => archiveMail({ recipient, until, url }) };
}

/** Stores the file and makes the archive ready. @throws GoneError if it is no longer being made */
async function publish(deps: Pick<Deps, 'db' | 'jobs' | 'storage'>, archive: ArchiveRow, path: string): Promise<void> {
  const { id: archiveId, user_id: userId } = archive;
  const { size } = await stat(path);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  const file = { key: `archives/${userId}/${newId()}.zip`, size, sha256: hash.digest('hex') };
  await deps.storage.put(file.key, path);
  await deps.db.transaction().execute(async (tx) => {
    if (!(await setReady(tx, archiveId, file))) throw new GoneError();
    await notify(tx, { kind: 'archive-ready', userId, archiveId });
    await enqueueMail(deps, tx, { kind: 'archive', archiveId, recipientId: userId });
  });
}

/** Saves the progress now and then. */
function progressWriter({ db, log }: Pick<Deps, 'db' | 'log'>, archiveId: string) {
  let next = 0;
  return (written: number, all: number): void => {
    const now = Date.now();
    if (now < next) return;
    next = now + PROGRESS_INTERVAL_MS;
    // 100 is for the finished one, which is stored after the last byte was written.
    const percent = Math.min(99, Math.floor((100 * written) / Math.max(1, all)));
    setProgress(db, archiveId, percent).catch((err) => log.warn({ err }, 'progress was not saved'));
  };
}

/** Deletes the object of a deleted archive. If that fails, the sweep does it. */
async function removeObject({ storage, log }: Pick<Deps, 'storage' | 'log'>, key: string): Promise<void> {
  await storage.delete(key).catch((err) => log.warn({ err, key }, 'a file is left to the sweep'));
}

function present(row: ArchiveRow | undefined): ArchiveResponse {
  return { archive: row ? presentArchive(row) : null };
}
