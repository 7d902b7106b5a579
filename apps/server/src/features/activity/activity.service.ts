import type { ActivityEntry, PageQuery } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { presentActivity, presentIdentityActivity } from './activity.presenter.ts';
import { type After, deleteOld, findSubject, listOfSite, listOwn } from './activity.queries.ts';

type ActivityDeps = Pick<Deps, 'db' | 'identity'>;

/** Maximum number of entries of the identity service in one call, for an archive. */
const MAX_IDENTITY_ENTRIES = 1000;

/**
 * A page of a person's audit log, newest first: our own entries and those of the identity service, merged.
 * @throws DomainError identity.unavailable
 */
export async function readActivity(
  { db, identity }: ActivityDeps,
  caller: { userId: string; subject: string },
  query: PageQuery,
): Promise<Page<ActivityEntry>> {
  const after = decodeTimeCursor(query.cursor);
  const [own, account] = await Promise.all([
    listOwn(db, caller.userId, after, query.limit + 1),
    listAccount({ identity }, caller.subject, after, query.limit + 1),
  ]);
  return pageOf(merge(own.map(presentActivity), account).slice(0, query.limit + 1), query.limit);
}

/** A page of changes of accounts and registration, newest first. */
export async function readSiteActivity(db: Db, query: PageQuery): Promise<Page<ActivityEntry>> {
  const rows = await listOfSite(db, decodeTimeCursor(query.cursor), query.limit + 1);
  return pageOf(rows.map(presentActivity), query.limit);
}

/**
 * All entries of the identity service about a person's account, for their archive.
 * @throws DomainError identity.unavailable
 */
export async function readAccountActivity({ db, identity }: ActivityDeps, userId: string): Promise<ActivityEntry[]> {
  const subject = await findSubject(db, userId);
  return subject === null ? [] : listAccount({ identity }, subject, null, MAX_IDENTITY_ENTRIES);
}

/** Our own entries about a person, newest first, for their archive. */
export async function readOwnActivity(db: Db, userId: string): Promise<ActivityEntry[]> {
  return (await listOwn(db, userId, null, null)).map(presentActivity);
}

/** Merges two lists, newest first. */
export function merge(one: readonly ActivityEntry[], other: readonly ActivityEntry[]): ActivityEntry[] {
  const keyOf = ({ at, id }: ActivityEntry) => `${at} ${id}`;
  return [...one, ...other].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}

/** Deletes entries older than a year. */
export function deleteOldActivity(db: Db): Promise<void> {
  return deleteOld(db);
}

function pageOf(entries: ActivityEntry[], limit: number): Page<ActivityEntry> {
  // In a cursor, times have microseconds.
  return toPage(entries, limit, ({ at, id }) => [at.replace('Z', '000Z'), id]);
}

/** Empty if the account was deleted, or is at a hosted provider, which has a list of its own. */
async function listAccount(
  { identity }: Pick<Deps, 'identity'>,
  subject: string,
  after: After,
  limit: number,
): Promise<ActivityEntry[]> {
  try {
    return (await identity.accounts.activity(subject, after, limit)).map(presentIdentityActivity);
  } catch (error) {
    const isNone = error instanceof DomainError && ['account.elsewhere', 'person.missing'].includes(error.code);
    if (isNone) return [];
    throw error;
  }
}
