import type { OutboxKind } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { MailState } from '../../platform/db/tables.ts';

/** A mail of the outbox, with the address of the person or invitation that it goes to. */
export type OutboxRow = Awaited<ReturnType<typeof listRows>>[number];

export interface NewRow {
  id: string;
  kind: OutboxKind;
  params: Record<string, string>;
  recipientId: string | null;
}

export async function insertRow(db: Db, { id, kind, params, recipientId }: NewRow): Promise<void> {
  await db
    .insertInto('mails')
    .values({ id, kind, params: JSON.stringify(params), recipient_id: recipientId })
    .execute();
}

export function findRow(db: Db, id: string) {
  return db
    .selectFrom('mails')
    .select([
      'id',
      'kind',
      'params',
      'attempts',
      sql<number>`greatest(0, ceil(extract(epoch from next_attempt_at - now())))::int`.as('wait_seconds'),
    ])
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
}

/**
 * Counts the attempt that starts now, and sets the time of the next one in case its worker is lost.
 * @returns false if another worker has started it
 */
export async function claimRow(db: Db, id: string, attempts: number, delaySeconds: number): Promise<boolean> {
  const claimed = await db
    .updateTable('mails')
    .set({ attempts: attempts + 1, next_attempt_at: inSeconds(delaySeconds) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}

/** Takes back an attempt, because the mail cannot be written yet. */
export async function postponeRow(db: Db, id: string, attempts: number, delaySeconds: number): Promise<void> {
  await db
    .updateTable('mails')
    .set({ attempts, next_attempt_at: inSeconds(delaySeconds) })
    .where('id', '=', id)
    .execute();
}

export async function setSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ state: 'sent', settled_at: sql<Date>`now()`, last_error: null })
    .where('id', '=', id)
    .execute();
}

export async function setError(db: Db, id: string, error: string, isLast: boolean): Promise<void> {
  await db
    .updateTable('mails')
    .set({ last_error: error, ...(isLast ? { state: 'failed', settled_at: sql<Date>`now()` } : {}) })
    .where('id', '=', id)
    .execute();
}

/** Resets an unsent mail for a new series of attempts. @returns false if there is none */
export async function restartRow(db: Db, id: string): Promise<boolean> {
  const restarted = await db
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: sql<Date>`now()`, settled_at: null })
    .where('id', '=', id)
    .where('state', '!=', 'sent')
    .executeTakeFirst();
  return restarted.numUpdatedRows > 0n;
}

export async function deleteRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

/** Deletes sent mails after a week, and failed ones after a month. */
export async function deleteSettled(db: Db): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'sent'), eb('settled_at', '<', sql<Date>`now() - interval '7 days'`)]),
        eb.and([eb('state', '=', 'failed'), eb('settled_at', '<', sql<Date>`now() - interval '30 days'`)]),
      ]),
    )
    .execute();
}

/** Waiting mails whose attempt is overdue: their job was lost. */
export async function listOverdue(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_attempt_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('next_attempt_at')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** The people for whom a mail of this kind was enqueued after a time, unless it was deleted. */
export async function listMailed(db: Db, kind: OutboxKind, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('recipient_id')
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .execute();
  return rows.flatMap((row) => row.recipient_id ?? []);
}

/** Mails in these states, newest first. */
export function listRows(db: Db, states: readonly MailState[], limit: number) {
  return db
    .selectFrom('mails')
    .leftJoin('users', 'users.id', 'mails.recipient_id')
    .leftJoin('invitations', (join) => join.on(sql`invitations.id::text`, '=', sql`mails.params ->> 'invitationId'`))
    .select([
      'mails.id',
      'mails.kind',
      'mails.state',
      'mails.attempts',
      'mails.last_error',
      'mails.created_at',
      'mails.next_attempt_at',
      'mails.settled_at',
      sql<string | null>`coalesce(users.email, invitations.email)`.as('address'),
    ])
    .where('mails.state', 'in', states)
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(limit)
    .execute();
}

export async function listIds(db: Db, state: MailState): Promise<string[]> {
  const rows = await db.selectFrom('mails').select('id').where('state', '=', state).orderBy('created_at').execute();
  return rows.map(({ id }) => id);
}

export function countRows(db: Db) {
  return db
    .selectFrom('mails')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
}

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
