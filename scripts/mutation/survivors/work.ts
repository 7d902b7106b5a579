import { all, type Survivor } from './survivor.ts';

const FAILED_JOBS = 'apps/server/src/platform/failed-jobs.ts';

/** Limits, mails, jobs and tools. */
export const WORK: readonly Survivor[] = [
  ...all(
    FAILED_JOBS,
    "error instanceof KeysUnavailableError || (error instanceof DomainError && error.code === 'identity.unavailable'),",
    ["error instanceof DomainError && error.code === 'identity.unavailable' → (error.code === 'identity.unavailable')"],
    'equivalent: no other error has this code',
  ),
  ...all(
    FAILED_JOBS,
    "select (select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= now())::int as waiting,",
    ['<= → <'],
    'equivalent for people: a job that is due in this very moment',
  ),
  ...all(
    FAILED_JOBS,
    'return { kind: row.kind, payload, turn: ownerId && work ? { ownerId, seconds: work } : null };',
    ['ownerId && work → (work)', 'ownerId && work → (ownerId)'],
    'masked: a job in the queue has both or neither',
  ),
];
