import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Whose work a job is, and how much. Jobs with a turn share their queue fairly. */
export interface Turn {
  /** Owners take turns. */
  ownerId: string;
  /** Estimated seconds of work. Only the order depends on it, so a rough guess is enough. */
  seconds: number;
}

/** A turn as the queue stores it. */
export interface QueuedTurn {
  /** The queue takes the highest priority first, so it is the negative number of the turn. */
  priority: number;
  group?: { id: string };
}

/** Jobs with more work than this are long: they share their own places of a worker. */
export const LONG_SECONDS = 30;

/** The group of all long jobs of a queue. */
const LONG = 'long';

/** The priority is a 32-bit integer: 68 years of work. A queue that is empty for a week begins at zero again. */
const LAST_NUMBER = 2_147_483_647;

/**
 * The turn of a new job, by self-clocked fair queueing (docs/decisions/0027-turns.md). Its number is its own work, added
 * to the work that was taken before it: to the last number that was taken, of which a running job counts half, or to the
 * number of the owner's last job if that is higher. The lowest number is taken first. So owners alternate, and little work
 * goes before much; and since the numbers of new jobs rise with what is taken, no job waits for ever. An owner's short jobs
 * do not wait for their long ones.
 */
export async function nextTurn(db: Db, queue: string, { ownerId, seconds }: Turn): Promise<QueuedTurn> {
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

/** Whole seconds of work, at least one: a number must rise with each job. */
export function workOf({ seconds }: Turn): number {
  return Math.max(1, Math.ceil(seconds));
}
