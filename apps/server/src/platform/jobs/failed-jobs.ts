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

/** A failed job removed from the queue to be retried. */
export interface TakenJob {
  kind: JobKind;
  /** Ids only. */
  payload: Record<string, unknown>;
  /** Owner and seconds of work; null for jobs without. */
  workload: { ownerId: string; seconds: number } | null;
}

/** System error codes of an unusable disk or network folder. */
const FILE_CODES = ['EACCES', 'EPERM', 'EROFS', 'EIO', 'ESTALE', 'ENOTCONN'];

/** Kinds of failure; the first matching rule is used. */
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

/** Why a job failed, without personal data: site owners see it. */
export function failureOf(error: unknown): JobFailure {
  for (let one = error; one instanceof Error; one = one.cause) {
    const cause = one;
    const rule = RULES.find(([, fits]) => fits(cause));
    if (rule) return rule[0];
  }
  return 'other';
}

/**
 * Failed jobs without a later run, and without a later attempt for the same subject, such as another preparation of the
 * same video.
 */
const UNSETTLED = sql`
  from pgboss.job as failed
  where state = 'failed' and name = any(${sql.val(JOB_KINDS)})
    and not exists (
      select 1 from pgboss.job as later
      where later.name = failed.name and later.created_on > failed.created_on
        and (later.data #- '{payload,preparation}') -> 'payload' = (failed.data #- '{payload,preparation}') -> 'payload')`;

/** Failed jobs, newest first. @param limit maximum number */
export async function listFailedJobs(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; kind: JobKind; failed_at: Date; attempts: number; failure: string | null }>`
    select id, name as kind, completed_on as failed_at,
      -- After losing too many workers, the queue itself fails the job, without our failure code.
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

/** Number of waiting jobs (due or to be retried), and of failed jobs without a later run. */
export async function countJobs(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select (select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= now())::int as waiting,
      (select count(*) ${UNSETTLED})::int as failed`.execute(db);
  return rows[0] as (typeof rows)[0];
}

/** Removes a failed job from the queue. @returns null if there is none with this id, or a concurrent call was faster */
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
  return { kind: row.kind, payload, workload: ownerId && work ? { ownerId, seconds: work } : null };
}
