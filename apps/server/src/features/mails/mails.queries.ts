import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { type MailKind, REPEAT_LIMITS } from './mails.policy.ts';

/** The counted facts of a mail. */
export interface CountedMail {
  id: string;
  kind: MailKind;
  senderId: string;
  recipientHash: Buffer;
  subjectId: string | null;
}

export function findAddress(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['email', 'email_verified_at', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** The id of the person with this address, verified or not; null if there is none. */
export async function findPersonOf(db: Db, address: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email)`, '=', address.toLowerCase())
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Serializes counting of mails of this sender and to this address until the transaction ends. */
export async function lockBudgets(tx: Tx, { senderId, recipientHash }: CountedMail): Promise<void> {
  // In order of the keys, to prevent deadlocks.
  await sql`
    select pg_advisory_xact_lock(key) from (
      select key from (values
        (hashtextextended(${`mails of ${senderId}`}, 0)),
        (hashtextextended(${`mails to ${recipientHash.toString('hex')}`}, 0))
      ) locks (key) order by key
    ) ordered`.execute(tx);
}

/** Counts earlier mails: repetitions of this one, and all of the last 24 hours. */
export async function countEarlierMails(tx: Tx, mail: CountedMail) {
  const { id, kind, senderId, recipientHash, subjectId } = mail;
  const limit = REPEAT_LIMITS[kind];
  const same = await tx
    .selectFrom('sent_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('id', '!=', id)
    .where('recipient_hash', '=', recipientHash)
    .where('sender_id', '=', senderId)
    .where('kind', '=', kind)
    .$if(limit.perSubject, (query) => query.where('subject_id', '=', subjectId))
    .$if(limit.days !== null, (query) =>
      query.where('sent_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(limit.days ?? 0)})`),
    )
    .executeTakeFirstOrThrow();
  const day = await tx
    .selectFrom('sent_mails')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('sender_id', '=', senderId).as('sender'),
      eb.fn.countAll<number>().filterWhere('recipient_hash', '=', recipientHash).as('recipient'),
      eb.fn
        .countAll<number>()
        .filterWhere((on) => on.and([on('sender_id', '=', senderId), on('recipient_hash', '=', recipientHash)]))
        .as('pair'),
    ])
    .where('id', '!=', id)
    .where((eb) => eb.or([eb('sender_id', '=', senderId), eb('recipient_hash', '=', recipientHash)]))
    .where('sent_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return { repeats: same.count, day };
}

export async function insertCount(tx: Tx, mail: CountedMail): Promise<void> {
  await tx
    .insertInto('sent_mails')
    .values({
      id: mail.id,
      kind: mail.kind,
      sender_id: mail.senderId,
      recipient_hash: mail.recipientHash,
      subject_id: mail.subjectId,
    })
    .execute();
}

/** Whether an earlier attempt of this mail was counted before its worker was lost. */
export async function isCounted(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('sent_mails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export async function deleteCount(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sent_mails').where('id', '=', id).execute();
}

/** Deletes counts that no limit needs: after a month, unless they are about a video that still exists. */
export async function deleteUncounted(db: Db): Promise<void> {
  await db
    .deleteFrom('sent_mails')
    .where('sent_at', '<', sql<Date>`now() - interval '30 days'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('videos').select('videos.id').whereRef('videos.id', '=', 'sent_mails.subject_id'))),
    )
    .execute();
}
