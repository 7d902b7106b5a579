import { randomUUID } from 'node:crypto';
import { describeMailError, type MailContent, type Mailer, retryDelaySeconds } from '@kinreel/mailer';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { MailKind } from '../tables.ts';

/** How many mails one list has. */
const LIST_LIMIT = 500;

/** How each kind of mail is written when it is sent; null if there is nothing to send, such as for an unknown address. */
export type MailWriters = Readonly<
  Record<MailKind, (email: string, changeId: string | null) => Promise<MailContent | null>>
>;

/** The mails that wait to be sent, or have failed. */
export interface Outbox {
  /**
   * Stores a mail in the caller's transaction, or at once. From then on it is not lost: it is tried for three days. Nothing
   * is looked up, so that the time it takes says nothing about the account.
   * @param changeId the change of address that it is about
   */
  add(db: Db, kind: MailKind, email: string, changeId?: string): Promise<void>;
  /** Makes an attempt to send each mail that is due. Several processes may do so at the same time. */
  sendDue(): Promise<void>;
}

/** How many mails one process sends at the same time. */
const PARALLEL = 2;

/** @param onFailure gets the kind of a mail and why it was not sent, without addresses; `isLast` if it is given up */
export function createOutbox(
  { db, mailer, now }: { db: Db; mailer: Mailer; now(): Date },
  writers: MailWriters,
  onFailure: (kind: MailKind, reason: string, isLast: boolean) => void,
): Outbox {
  let running = 0;
  const after = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  /** Counts an attempt before it begins: if this process is killed, the next one is made at its time. */
  async function claim() {
    const row = await db
      .updateTable('mails')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: after(60) }))
      .where('id', '=', (eb) =>
        eb
          .selectFrom('mails')
          .select('id')
          .where('state', '=', 'waiting')
          .where('next_attempt_at', '<=', now())
          .orderBy('next_attempt_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'kind', 'email', 'change_id', 'attempts'])
      .executeTakeFirst();
    return row ?? null;
  }

  async function attempt({ id, kind, email, change_id, attempts }: NonNullable<Awaited<ReturnType<typeof claim>>>) {
    try {
      const content = await writers[kind](email, change_id);
      if (content) await mailer.send({ to: email, ...content });
    } catch (error) {
      const reason = describeMailError(error);
      const delay = retryDelaySeconds(attempts);
      onFailure(kind, reason, delay === null);
      await db
        .updateTable('mails')
        .set({
          last_error: reason,
          ...(delay === null ? { state: 'failed' as const } : { next_attempt_at: after(delay) }),
        })
        .where('id', '=', id)
        .execute();
      return;
    }
    await db.deleteFrom('mails').where('id', '=', id).execute();
  }

  return {
    async add(tx, kind, email, changeId) {
      await tx
        .insertInto('mails')
        .values({
          id: randomUUID(),
          kind,
          email,
          change_id: changeId ?? null,
          created_at: now(),
          next_attempt_at: now(),
        })
        .execute();
    },
    async sendDue() {
      if (running >= PARALLEL) return;
      running += 1;
      try {
        for (let row = await claim(); row; row = await claim()) await attempt(row);
      } finally {
        running -= 1;
      }
    },
  };
}

/**
 * Mails that were refused, and wait or have failed, newest first. One before its first attempt is not among them: anybody
 * can type an address, and most of those have no account.
 */
export function listRefused(db: Db) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'email', 'state', 'attempts', 'created_at', 'next_attempt_at', 'last_error'])
    .where('last_error', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LIST_LIMIT)
    .execute();
}

/** Tries a mail at once, and again for three days. @returns false if there is no such mail */
export async function retryMail(db: Db, id: string, at: Date): Promise<boolean> {
  const restarted = await db
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: at })
    .where('id', '=', id)
    .executeTakeFirst();
  return restarted.numUpdatedRows > 0n;
}

/** Deletes mails that failed a month ago. */
export async function deleteOldMails(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('state', '=', 'failed')
    .where('next_attempt_at', '<=', sql<Date>`${at}::timestamptz - interval '30 days'`)
    .execute();
}
