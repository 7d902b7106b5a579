import { randomUUID } from 'node:crypto';
import { describeMailError, type MailContent, type Mailer, retryDelaySeconds } from '@kinreel/mailer';
import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { MailKind } from '../tables.ts';

/** Maximum number of mails in a list. */
const LIST_LIMIT = 500;

/**
 * Writers of each kind of mail, called when it is sent; null if there is nothing to send, such as for an unknown
 * address.
 */
export type MailWriters = Readonly<
  Record<MailKind, (email: string, changeId: string | null) => Promise<MailContent | null>>
>;

/** Waiting and failed mails. */
export interface Outbox {
  /**
   * Stores a mail, in the caller's transaction or immediately. After that it cannot be lost: it is retried for three
   * days. Does not look anything up, so that the time does not reveal whether an account exists.
   * @param changeId the change of address that the mail is about
   */
  add(db: Db, kind: MailKind, email: string, changeId?: string): Promise<void>;
  /** Tries to send each mail that is due. Safe with several processes. */
  sendDue(): Promise<void>;
}

/** Number of mails that a process sends in parallel. */
const PARALLEL = 2;

/** @param onFailure gets the kind of a mail and the error without addresses; `isLast` after the last attempt */
export function createOutbox(
  { db, mailer, now }: { db: Db; mailer: Mailer; now(): Date },
  writers: MailWriters,
  onFailure: (kind: MailKind, reason: string, isLast: boolean) => void,
): Outbox {
  let running = 0;
  const after = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  /** Counts an attempt before it starts: if this process is killed, the next one is made when it is due. */
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
 * Rejected mails that wait or have failed, newest first. Not listed before the first attempt: anybody can type an
 * address, and most have no account.
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

/** Retries a mail immediately, and then for three days. @returns false if there is no such mail */
export async function retryMail(db: Db, id: string, at: Date): Promise<boolean> {
  const restarted = await db
    .updateTable('mails')
    .set({ state: 'waiting', attempts: 0, next_attempt_at: at })
    .where('id', '=', id)
    .executeTakeFirst();
  return restarted.numUpdatedRows > 0n;
}

/** Deletes mails that failed more than a month ago. */
export async function deleteOldMails(db: Db, at: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('state', '=', 'failed')
    .where('next_attempt_at', '<=', sql<Date>`${at}::timestamptz - interval '30 days'`)
    .execute();
}
