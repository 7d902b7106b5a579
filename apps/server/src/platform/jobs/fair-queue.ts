import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Owner and amount of work of a job. Jobs with it share their queue fairly. */
export interface Workload {
  /** Jobs of different owners alternate. */
  ownerId: string;
  /** Estimated seconds of work. Only used for the order, so a rough estimate is enough. */
  seconds: number;
}

/** A queue position as stored. */
export interface QueuePosition {
  /** The negative position, because the queue takes the highest priority first. */
  priority: number;
  group?: { id: string };
}

/** Jobs with more work than this are long: they use separate slots of a worker. */
export const LONG_SECONDS = 30;

/** The group of all long jobs in a queue. */
const LONG = 'long';

/** The priority is a 32-bit integer: 68 years of work. A queue that is empty for a week starts at zero again. */
const LAST_NUMBER = 2_147_483_647;

/**
 * Queue position of a new job, by self-clocked fair queueing (docs/decisions/0027-turns.md): its own work, plus the
 * position of the last started job (a running one counts half) or of the owner's last job, if that is higher. The
 * lowest position runs first. So owners alternate, and short jobs run before long ones. Positions of new jobs grow with
 * the started work, so no job starves. An owner's short jobs do not wait for their long ones.
 */
export async function queuePosition(db: Db, queue: string, { ownerId, seconds }: Workload): Promise<QueuePosition> {
  const group = seconds > LONG_SECONDS ? LONG : null;
  const work = workOf({ ownerId, seconds });
  const { rows } = await sql<{ number: number }>`
    with job as (
      select state, -priority::bigint as number, coalesce((data ->> 'work')::int, 0) as work,
        data ->> 'ownerId' = ${ownerId} and group_id is not distinct from ${group}::text as own
      from pgboss.job
      where name = ${queue})
    select least(${LAST_NUMBER}::bigint, ${work}::bigint + coalesce(max(
      case when state = 'active' and not own then number - work / 2 else number end), 0))::int as number
    from job
    where state >= 'active' or own`.execute(db);
  const priority = -(rows[0]?.number ?? work);
  return group ? { priority, group: { id: group } } : { priority };
}

/** Whole seconds of work, at least one, so that positions grow with each job. */
export function workOf({ seconds }: Workload): number {
  return Math.max(1, Math.ceil(seconds));
}
