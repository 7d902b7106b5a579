import { randomUUID } from 'node:crypto';
import type { MailContent } from '@kinreel/mailer';
import { sql } from 'kysely';
import type { Db, Tx } from '../database.ts';
import type { Deps } from '../deps.ts';
import { hashOf, newSecret } from '../secrets.ts';
import { deliverLogoutNotices } from '../sessions/logout-notices.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { addressNoticeMail, newAddressMail } from './account-mails.ts';

/** For how many days the new address can be confirmed. */
export const CONFIRM_DAYS = 3;

/** For how many days after the change it can be undone from the old address. */
export const UNDO_DAYS = 14;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Purpose of a link: confirm the new address, or undo the change from the old one. */
export type AddressLink = 'confirm' | 'undo';

/** The account of a person, with the address to be confirmed; null if there is no account. */
export async function readAccount({ db, now }: Deps, userId: string) {
  const row = await db
    .selectFrom('users')
    .leftJoin('address_changes as change', (join) =>
      join
        .onRef('change.user_id', '=', 'users.id')
        .on('change.changed_at', 'is', null)
        .on('change.expires_at', '>', now()),
    )
    .select(['users.email', 'users.email_verified', 'change.new_email'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Requests a change of address. A mail to the new address asks to confirm it, one to the old address offers to undo it.
 * If another account has the new address, the response is the same, but nothing is sent there.
 * @returns false if too many mails were sent within the last hour
 */
export async function askForAddress(
  { background, db, limits, now, outbox }: Deps,
  { userId, current, wanted }: { userId: string; current: string; wanted: string },
): Promise<boolean> {
  if (!(await limits.allowMail(current, 'address')) || !(await limits.allowMail(wanted, 'address'))) return false;
  await db.transaction().execute(async (tx) => {
    await forget(tx, userId);
    const id = randomUUID();
    await tx
      .insertInto('address_changes')
      .values({
        id,
        user_id: userId,
        old_email: current,
        new_email: wanted,
        created_at: now(),
        changed_at: null,
        expires_at: new Date(now().getTime() + CONFIRM_DAYS * DAY_MS),
      })
      .execute();
    await outbox.add(tx, 'new-address', wanted, id);
    await outbox.add(tx, 'address-notice', current, id);
  });
  background.start(() => outbox.sendDue());
  return true;
}

/** Cancels an unconfirmed change. Its links become invalid. */
export function forgetAskedAddress({ db }: Deps, userId: string): Promise<void> {
  return forget(db, userId);
}

async function forget(db: Db, userId: string): Promise<void> {
  // Serialized per person: a concurrent request waits here.
  await lockAccount(db, userId);
  await db.deleteFrom('address_changes').where('user_id', '=', userId).where('changed_at', 'is', null).execute();
}

/**
 * Whether an address is not available for this account: another account has it, or had it recently and can still undo
 * its change. Without an account: for a new one.
 */
export async function isAddressTaken({ db, now }: Pick<Deps, 'db' | 'now'>, email: string, userId: string | null) {
  const { rows } = await sql`
    select 1 from identity.users where email = ${email} and id is distinct from ${userId}::text
    union all
    select 1 from identity.address_changes
    where old_email = ${email} and user_id is distinct from ${userId}::text and changed_at > ${undoneBefore(now())}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Writes the mail to the new address; null if there is nothing to confirm any more, or the address is taken. */
export async function writeNewAddressMail(deps: Deps, changeId: string | null): Promise<MailContent | null> {
  const change = await findChange(deps.db, changeId);
  if (!change || change.changed_at || change.expires_at <= deps.now()) return null;
  if (await isAddressTaken(deps, change.new_email, change.user_id)) return null;
  return newAddressMail(await makeLink(deps, change.id, 'confirm'), CONFIRM_DAYS);
}

/** Writes the mail to the old address; null if the change was undone or cancelled. */
export async function writeAddressNotice(deps: Deps, changeId: string | null): Promise<MailContent | null> {
  const change = await findChange(deps.db, changeId);
  return change ? addressNoticeMail(await makeLink(deps, change.id, 'undo'), UNDO_DAYS) : null;
}

/** The change of a link, if the link is valid. Does not use the link, because mail programs open links. */
export async function readAddressLink({ db, now }: Pick<Deps, 'db' | 'now'>, kind: AddressLink, token: string) {
  const change = await db
    .selectFrom('address_links as link')
    .innerJoin('address_changes as change', 'change.id', 'link.change_id')
    .selectAll('change')
    .where('link.token_hash', '=', hashOf(token))
    .where('link.kind', '=', kind)
    .executeTakeFirst();
  if (!change) return null;
  const { changed_at: at, expires_at } = change;
  const works = kind === 'confirm' ? at === null && expires_at > now() : at === null || at > undoneBefore(now());
  return works ? change : null;
}

/**
 * Sets the account's new address, which this verifies. All sessions end, so that the API server and clients get the new
 * address at the next login.
 */
export async function confirmAddress(deps: Deps, token: string): Promise<'done' | 'taken' | 'expired'> {
  const { db, now } = deps;
  const outcome = await db.transaction().execute(async (tx) => {
    const change = await lockLink(tx, deps, 'confirm', token);
    if (!change) return 'expired';
    if (!(await setAddress(tx, deps, change.user_id, change.new_email))) return 'taken';
    await tx.updateTable('address_changes').set({ changed_at: now() }).where('id', '=', change.id).execute();
    return 'done';
  });
  await deliverLogoutNotices(deps);
  return outcome;
}

/**
 * Undoes a change from the old address: its owner did not request it. Restores the old address, ends all sessions, and
 * invalidates the password, which the attacker knows: a mail has a link for a new one.
 */
export async function undoAddress(deps: Deps, token: string): Promise<'done' | 'taken' | 'expired'> {
  const { background, db, hasher, now, outbox } = deps;
  if (!(await readAddressLink(deps, 'undo', token))) return 'expired';
  const unknownPassword = await hasher.hash(newSecret());
  const outcome = await db.transaction().execute(async (tx) => {
    const change = await lockLink(tx, deps, 'undo', token);
    if (!change) return 'expired';
    if (!(await setAddress(tx, deps, change.user_id, change.old_email))) return 'taken';
    await tx
      .updateTable('users')
      .set({ password_hash: unknownPassword, updated_at: now() })
      .where('id', '=', change.user_id)
      .execute();
    // Also later changes, so that the attacker cannot undo this from their own address.
    await tx.deleteFrom('address_changes').where('user_id', '=', change.user_id).execute();
    await outbox.add(tx, 'reset', change.old_email);
    return 'done';
  });
  if (outcome === 'done') background.start(() => outbox.sendDue());
  await deliverLogoutNotices(deps);
  return outcome;
}

/** Deletes changes that can neither be confirmed nor undone. */
export async function deleteOldAddressChanges(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('address_changes')
    .where((row) =>
      row.or([
        row.and([row('changed_at', 'is', null), row('expires_at', '<=', at)]),
        row('changed_at', '<=', undoneBefore(at)),
      ]),
    )
    .execute();
}

/** Changes made before this can no longer be undone. */
const undoneBefore = (at: Date): Date => new Date(at.getTime() - UNDO_DAYS * DAY_MS);

async function findChange(db: Db, id: string | null) {
  return db.selectFrom('address_changes').selectAll().where('id', '=', id).executeTakeFirst();
}

async function makeLink({ config, db }: Deps, changeId: string, kind: AddressLink): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('address_links')
    .values({ token_hash: hashOf(token), change_id: changeId, kind })
    .execute();
  return `${config.issuer}email/${kind}?ticket=${token}`;
}

async function lockAccount(db: Db, id: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Reads a link again, after the account was locked. */
async function lockLink(tx: Tx, { now }: Deps, kind: AddressLink, token: string) {
  const seen = await readAddressLink({ db: tx, now }, kind, token);
  if (!seen) return null;
  await lockAccount(tx, seen.user_id);
  return readAddressLink({ db: tx, now }, kind, token);
}

/** @returns false, without a change, if another account has the address */
async function setAddress(tx: Tx, deps: Deps, userId: string, email: string): Promise<boolean> {
  // Two accounts must not get the same address concurrently.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${email}`}, 0))`.execute(tx);
  if (await isAddressTaken({ db: tx, now: deps.now }, email, userId)) return false;
  await tx
    .updateTable('users')
    .set({ email, email_verified: true, updated_at: deps.now() })
    .where('id', '=', userId)
    .execute();
  for (const table of ['reset_tokens', 'verification_tokens'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await endAllSessions(tx, deps, userId);
  return true;
}
