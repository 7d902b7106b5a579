import { ANSWER_LINK_DAYS, MAX_ANSWER_TAKES } from '@kinreel/contracts';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { isMutuallyHidden } from '../visibility/blocking.policy.ts';
import { isLookedAfter, isWaiting } from '../visibility/question.policy.ts';

/** Condition on a link and its question as q: it permits to answer. */
const isOpen = sql<boolean>`(answer_links.ended_at is null and answer_links.expires_at > now() and ${isWaiting}
  and asker.disabled_at is null and person.disabled_at is null and not ${isLookedAfter(sql.ref('q.person_id'))})`;

function selectLinks(db: Db) {
  return (
    db
      .selectFrom('answer_links')
      .innerJoin('questions as q', 'q.id', 'answer_links.question_id')
      .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
      .innerJoin('users as person', 'person.id', 'q.person_id')
      .innerJoin('users as asker', 'asker.id', 'q.asker_id')
      .select([
        'answer_links.id',
        'answer_links.expires_at',
        'answer_links.video_id',
        'answer_links.take_back_hash',
        'q.id as question_id',
        'q.person_id',
        'q.asker_id',
        'q.prompt_id',
        'q.answered_at',
        'q.withdrawn_at',
        'prompts.prompt',
        'person.first_name as person_first_name',
        'asker.first_name as asker_first_name',
        'asker.photo_key as asker_photo_key',
        isOpen.as('is_open'),
      ])
      // The two exist for each other.
      .where(sql<SqlBool>`not ${isMutuallyHidden(sql.ref('q.asker_id'), sql.ref('q.person_id'))}`)
  );
}

export type LinkRow = NonNullable<Awaited<ReturnType<typeof findByCode>>>;

/** The link of a code, open or not. */
export function findByCode(db: Db, codeHash: Buffer) {
  return selectLinks(db).where('answer_links.code_hash', '=', codeHash).executeTakeFirst();
}

/** The link, and no other transaction changes it or its question before the end of this one. */
export async function lockLink(tx: Tx, { id, question_id }: Pick<LinkRow, 'id' | 'question_id'>) {
  await tx.selectFrom('questions').select('id').where('id', '=', question_id).forUpdate().execute();
  await tx.selectFrom('answer_links').select('id').where('id', '=', id).forUpdate().execute();
  return selectLinks(tx).where('answer_links.id', '=', id).executeTakeFirst();
}

/** The open link of a question. */
export function findOpen(db: Db, questionId: string) {
  return selectLinks(db).where('q.id', '=', questionId).where(isOpen).executeTakeFirst();
}

/** A question that its asker may send a link to, or that is mailed. Locked against a concurrent link. */
export function lockQuestion(tx: Tx, questionId: string) {
  return tx
    .selectFrom('questions as q')
    .select(['q.id', 'q.asker_id', 'q.person_id', 'q.put_away_at'])
    .select(isLookedAfter(sql.ref('q.person_id')).as('looked_after'))
    .where('q.id', '=', questionId)
    .where('q.answered_at', 'is', null)
    .where('q.withdrawn_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function insertLink(tx: Tx, link: { id: string; questionId: string; codeHash: Buffer }) {
  return tx
    .insertInto('answer_links')
    .values({
      id: link.id,
      question_id: link.questionId,
      code_hash: link.codeHash,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(ANSWER_LINK_DAYS)})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Ends the links of a question that have not ended. @returns whether there was one */
export async function endLinksOfQuestion(db: Db, questionId: string): Promise<boolean> {
  const rows = await db
    .updateTable('answer_links')
    .set({ ended_at: sql<Date>`now()` })
    .where('question_id', '=', questionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length > 0;
}

/** Ends the links of all questions that wait for a person. */
export async function endLinksOfPerson(db: Db, personId: string): Promise<void> {
  await db
    .updateTable('answer_links')
    .set({ ended_at: sql<Date>`now()` })
    .where('question_id', 'in', (eb) => eb.selectFrom('questions').select('id').where('person_id', '=', personId))
    .where('ended_at', 'is', null)
    .execute();
}

/** Saves that the link has published the answer. */
export async function setAnswered(tx: Tx, id: string, videoId: string, takeBackHash: Buffer): Promise<void> {
  await tx
    .updateTable('answer_links')
    .set({ ended_at: sql<Date>`now()`, video_id: videoId, take_back_hash: takeBackHash })
    .where('id', '=', id)
    .execute();
}

/** Counts an upload of this many bytes. @returns false if the link's budget does not permit it */
export async function spend(db: Db, id: string, bytes: number, mostBytes: number): Promise<boolean> {
  const row = await db
    .updateTable('answer_links')
    .set((eb) => ({ takes: eb('takes', '+', 1), bytes: eb('bytes', '+', bytes) }))
    .where('id', '=', id)
    .where('takes', '<', MAX_ANSWER_TAKES)
    .where((eb) => eb(eb('bytes', '+', bytes), '<=', mostBytes))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The upload of a link, published or not. */
export function findUploadOf(db: Db, linkId: string, uploadId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'video_id'])
    .where('id', '=', uploadId)
    .where('answer_link_id', '=', linkId)
    .executeTakeFirst();
}

/** The answer that a code takes back, with its owner. */
export function findAnswerToTakeBack(db: Db, codeHash: Buffer) {
  return db
    .selectFrom('answer_links')
    .innerJoin('videos', 'videos.id', 'answer_links.video_id')
    .select(['videos.id', 'videos.owner_id'])
    .where('take_back_hash', '=', codeHash)
    .where(sql<SqlBool>`answer_links.ended_at > now() - make_interval(days => ${sql.lit(ANSWER_LINK_DAYS)})`)
    .executeTakeFirst();
}

/** The question of the mail about it, unless the person has put it away meanwhile. */
export function findQuestionMail(db: Db, questionId: string) {
  return db
    .selectFrom('questions as q')
    .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
    .innerJoin('users as person', 'person.id', 'q.person_id')
    .innerJoin('users as asker', 'asker.id', 'q.asker_id')
    .select(['q.asker_id', 'q.person_id', 'prompts.prompt'])
    .select(['person.first_name as person_first_name', 'asker.first_name as asker_first_name'])
    .where('q.id', '=', questionId)
    .where(isWaiting)
    .where(sql<SqlBool>`not ${isLookedAfter(sql.ref('q.person_id'))}`)
    .executeTakeFirst();
}

/** The answer of the mail about it; nothing if it was taken back meanwhile. */
export function findAnswerMail(db: Db, linkId: string) {
  return selectLinks(db)
    .where('answer_links.id', '=', linkId)
    .where('answer_links.video_id', 'is not', null)
    .executeTakeFirst();
}
