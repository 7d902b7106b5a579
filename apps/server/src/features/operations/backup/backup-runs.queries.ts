import type { BackupProblem } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { BackupRunsTable } from '../../../platform/db/tables.ts';
import { newId } from '../../../platform/ids.ts';

/** How long runs are kept, in days. */
const REMEMBERED_DAYS = 400;

type RunKind = BackupRunsTable['kind'];

/** Why a run failed: a code for site owners, a sentence for the operator. */
export interface Failure {
  problem: BackupProblem;
  explanation: string;
}

export async function insertRun(db: Db, kind: RunKind, startedAt: Date): Promise<string> {
  const id = newId();
  await sql`delete from backup_runs where started_at < ${startedAt}::timestamptz - make_interval(days => ${REMEMBERED_DAYS})`.execute(
    db,
  );
  await db.insertInto('backup_runs').values({ id, kind, started_at: startedAt, failure: null }).execute();
  return id;
}

/** @param failure null on success */
export async function endRun(db: Db, id: string, endedAt: Date, failure: Failure | null): Promise<void> {
  await db
    .updateTable('backup_runs')
    .set({ ended_at: endedAt, failure: failure?.problem ?? null, explanation: failure?.explanation ?? '' })
    .where('id', '=', id)
    .execute();
}

export async function deleteRun(db: Db, id: string): Promise<void> {
  await db.deleteFrom('backup_runs').where('id', '=', id).execute();
}

/** Marks unfinished runs of a kind as interrupted. Only call it while none of this kind is running. */
export async function endInterruptedRuns(db: Db, kind: RunKind, now: Date): Promise<void> {
  await db
    .updateTable('backup_runs')
    .set({ ended_at: now, failure: 'interrupted', explanation: 'The worker stopped before it was finished.' })
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .execute();
}

/** The last finished run of a kind, when the last one succeeded, and whether one is running. */
export async function findRuns(db: Db, kind: RunKind) {
  const ended = () =>
    db
      .selectFrom('backup_runs')
      .select(['ended_at', 'failure', 'explanation'])
      .where('kind', '=', kind)
      .where('ended_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1);
  const [last, good, running] = await Promise.all([
    ended().executeTakeFirst(),
    ended().where('failure', 'is', null).executeTakeFirst(),
    db.selectFrom('backup_runs').select('id').where('kind', '=', kind).where('ended_at', 'is', null).execute(),
  ]);
  return { last: last ?? null, goodAt: good?.ended_at ?? null, isRunning: running.length > 0 };
}

/** The folder for nightly backups; undefined if no worker has one. */
export function findFolder(db: Db) {
  return db
    .selectFrom('backup_folder')
    .select(['dir', 'since', 'is_marked', 'problem', 'explanation'])
    .executeTakeFirst();
}

/** Stores the folder. A new folder starts without a marker. */
export async function storeFolder(db: Db, dir: string, now: Date): Promise<void> {
  await db
    .insertInto('backup_folder')
    .values({ dir, since: now, problem: null })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ dir, since: now, is_marked: false, problem: null, explanation: '' })
        .where('backup_folder.dir', '!=', dir),
    )
    .execute();
}

export async function setFolder(
  db: Db,
  dir: string,
  change: { is_marked?: boolean; problem?: BackupProblem | null; explanation?: string },
): Promise<void> {
  await db.updateTable('backup_folder').set(change).where('dir', '=', dir).execute();
}

export async function deleteFolder(db: Db): Promise<void> {
  await db.deleteFrom('backup_folder').execute();
}

/** Since when the oldest job of this queue has been due; null if none waits. */
export async function findWaitingSince(db: Db, queue: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(start_after) as since from pgboss.job where name = ${queue} and state = 'created'`.execute(db);
  return rows[0]?.since ?? null;
}

/** Takes a transaction-level lock. @returns false if it is held elsewhere */
export async function takeLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as held`.execute(tx);
  return rows[0]?.held ?? false;
}
