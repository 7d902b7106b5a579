import { JOB_FAILURES, JOB_KINDS, type JobFailure, type JobKind } from '@kinreel/contracts';
import { isDatabaseUnavailable } from '@kinreel/service';
import { sql } from 'kysely';
import { KeysUnavailableError } from '../auth/identity-keys.ts';
import type { Db, Tx } from '../db/database.ts';
import { LockTimeoutError } from '../db/locks.ts';
import { MediaToolError } from '../ffmpeg/run.ts';
import { DomainError } from '../http/errors.ts';
import { PictureError } from '../pictures/decode-picture.ts';
import { StorageMissingError, StorageUnavailableError } from '../storage/storage.ts';

/** A failed job that was taken out of the queue, to be tried again. */
export interface TakenJob {
  kind: JobKind;
  /** Ids only. */
  payload: Record<string, unknown>;
  /** Whose work it was, and the seconds of it; null without a turn. */
  turn: { ownerId: string; seconds: number } | null;
}

/** What the system says of a disk or a folder in the network that cannot be used. */
const FILE_CODES = ['EACCES', 'EPERM', 'EROFS', 'EIO', 'ESTALE', 'ENOTCONN'];

/** Each kind of failure by its error; the first that fits is taken. */
const RULES: readonly [JobFailure, (error: Error & { code?: string }) => boolean][] = [
  ['file', (error) => error instanceof StorageMissingError],
  ['storage', (error) => error instanceof StorageUnavailableError || FILE_CODES.includes(String(error.code))],
  ['program', (error) => error instanceof MediaToolError || error instanceof PictureError],
  [
    'identity',
    (error) =>
      error instanceof KeysUnavailableError || (error instanceof DomainError && error.code === 'identity.unavailable'),
  ],
  ['database', (error) => error instanceof LockTimeoutError || isDatabaseUnavailable(error)],
  // The reason of AbortSignal.timeout.
  ['time', (error) => error.name === 'TimeoutError'],
];

/** Why a job failed, without anything of what it was about: people read it who must not know that. */
export function failureOf(error: unknown): JobFailure {
  for (let one = error; one instanceof Error; one = one.cause) {
    const cause = one;
    const rule = RULES.find(([, fits]) => fits(cause));
    if (rule) return rule[0];
  }
  return 'other';
}

/**
 * Jobs that have failed and that nothing has followed: no later run, and no later attempt for the same thing, such as another
 * preparation of the same video.
 */
const UNSETTLED = sql`
  from pgboss.job as failed
  where state = 'failed' and name = any(${sql.val(JOB_KINDS)})
    and not exists (
      select 1 from pgboss.job as later
      where later.name = failed.name and later.created_on > failed.created_on
        and (later.data #- '{payload,preparation}') -> 'payload' = (failed.data #- '{payload,preparation}') -> 'payload')`;

/** Failed jobs, the newest first. @param limit how many at most */
export async function listFailedJobs(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; kind: JobKind; failed_at: Date; attempts: number; failure: string | null }>`
    select id, name as kind, completed_on as failed_at,
      -- The queue gives up itself when it has lost too many workers. Then it writes no words of ours.
      case when output ? 'message' then output ->> 'failure' else 'worker' end as failure,
      case when output ? 'message' and data ->> 'job' = name then (data ->> 'failures')::int + 1
        else retry_count + 1 end as attempts
    ${UNSETTLED}
    order by completed_on desc, id limit ${limit}`.execute(db);
  return rows.map(({ failure, ...row }) => ({
    ...row,
    failure: JOB_FAILURES.find((known) => known === failure) ?? ('other' as const),
  }));
}

/** How many jobs are due or are tried again, and how many have failed and nothing has followed. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select (select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= now())::int as waiting,
      (select count(*) ${UNSETTLED})::int as failed`.execute(db);
  return rows[0] as (typeof rows)[0];
}

/** Takes a failed job out of the queue. @returns null if there is none with this id: somebody else may have been faster */
export async function takeFailedJob(tx: Tx, id: string): Promise<TakenJob | null> {
  const { rows } = await sql<{
    kind: JobKind;
    data: { payload: Record<string, unknown>; ownerId?: string; work?: number };
  }>`
    delete from pgboss.job where id = ${id} and state = 'failed' and name = any(${sql.val(JOB_KINDS)})
    returning name as kind, data`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { payload, ownerId, work } = row.data;
  return { kind: row.kind, payload, turn: ownerId && work ? { ownerId, seconds: work } : null };
}
