import { MAX_ANSWERED_QUESTIONS, MAX_OPEN_QUESTIONS } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isLookedAfter, isWaiting } from '../visibility/question.policy.ts';
import { visibleTo } from '../visibility/visibility.policy.ts';

/** Who asks whom. */
export interface AskedPair {
  askerId: string;
  personId: string;
}

const QUESTION_COLUMNS = [
  'q.id as question_id',
  'q.asked_at',
  'prompts.id as prompt_id',
  'prompts.prompt',
  'prompts.category',
] as const;

/** The moment that a question is about. */
const MOMENT_COLUMNS = ['q.about_ms', 'about.about_id', 'about.trim_start_ms', 'about.duration_ms'] as const;

/** Of `questions as q`: the video that the question is about, if both people may see it. */
const aboutVideo = (db: Db) =>
  db
    .selectFrom('videos as v')
    .select(['v.id as about_id', 'v.trim_start_ms', 'v.duration_ms'])
    .where('v.id', '=', sql.ref<string>('q.about_video_id'))
    .where(visibleTo(sql.ref('q.asker_id')))
    .where(visibleTo(sql.ref('q.person_id')))
    .as('about');

/** The questions that wait for a person, oldest first. */
export function listWaiting(db: Db, personId: string) {
  return db
    .selectFrom('questions as q')
    .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
    .innerJoin('users', 'users.id', 'q.asker_id')
    .leftJoinLateral(aboutVideo(db), (join) => join.onTrue())
    .select(PERSON_COLUMNS)
    .select([...QUESTION_COLUMNS, ...MOMENT_COLUMNS])
    .where('q.person_id', '=', personId)
    .where(isWaiting)
    .orderBy('q.asked_at')
    .orderBy('q.id')
    .execute();
}

function selectAsked(db: Db, askerId: string) {
  return db
    .selectFrom('questions as q')
    .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
    .leftJoin('videos as v', (join) => join.onRef('v.id', '=', 'q.video_id').on(visibleTo(askerId)))
    .leftJoinLateral(aboutVideo(db), (join) => join.onTrue())
    .select([...QUESTION_COLUMNS, ...MOMENT_COLUMNS, 'q.answered_at', 'v.id as video_id'])
    .where('q.asker_id', '=', askerId)
    .where('q.withdrawn_at', 'is', null);
}

/** What a person has asked another: the open questions and the latest answered ones, newest first. */
export function listAsked(db: Db, { askerId, personId }: AskedPair) {
  return selectAsked(db, askerId)
    .where('q.person_id', '=', personId)
    .orderBy('q.asked_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(MAX_OPEN_QUESTIONS + MAX_ANSWERED_QUESTIONS)
    .execute();
}

export function findAsked(db: Db, questionId: string, askerId: string) {
  return selectAsked(db, askerId).where('q.id', '=', questionId).executeTakeFirstOrThrow();
}

/** Whether a person takes questions, and whether a steward looks after their videos. */
export function findAskedPerson(db: Db, personId: string) {
  return db
    .selectFrom('users')
    .select(['takes_questions', isLookedAfter(sql.ref('users.id')).as('looked_after')])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
}

/** Whether it is a prompt that people can choose. */
export async function isListed(db: Db, promptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('prompts')
    .select('id')
    .where('id', '=', promptId)
    .where('listed', '=', true)
    .where('hidden', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** The video, if both people may see it. Until the transaction ends it cannot be deleted or trimmed. */
export function lockAbout(tx: Tx, videoId: string, { askerId, personId }: AskedPair) {
  return tx
    .selectFrom('videos as v')
    .select('v.trim_start_ms')
    .where('v.id', '=', videoId)
    .where(visibleTo(askerId))
    .where(visibleTo(personId))
    .forShare('v')
    .executeTakeFirst();
}

/**
 * Questions of one person to another that are not answered, with those that were withdrawn but may not come again,
 * because the asked person has put them away.
 */
export function listUnanswered(tx: Tx, { askerId, personId }: AskedPair) {
  return tx
    .selectFrom('questions as q')
    .innerJoin('prompts', 'prompts.id', 'q.prompt_id')
    .select(['q.id', 'q.prompt_id', 'prompts.prompt', 'prompts.listed', 'q.withdrawn_at', 'q.put_away_at'])
    .where('q.asker_id', '=', askerId)
    .where('q.person_id', '=', personId)
    .where('q.answered_at', 'is', null)
    .where((eb) => eb.or([eb('q.withdrawn_at', 'is', null), eb('q.put_away_at', 'is not', null)]))
    .execute();
}

/** Questions of the last 24 hours: their number, and the seconds until the budget `most` allows another one. */
export async function countAsked(tx: Tx, askerId: string, most: number): Promise<{ asked: number; wait: number }> {
  const { rows } = await sql<{ asked: number; wait: number | null }>`
    select count(*)::int as asked,
      ceil(extract(epoch from min(asked_at) + interval '1 day' - now()))::int as wait
    from (
      select asked_at from questions
      where asker_id = ${askerId} and asked_at > now() - interval '1 day'
      order by asked_at desc limit ${sql.lit(most)}
    ) latest`.execute(tx);
  return { asked: rows[0]?.asked ?? 0, wait: rows[0]?.wait ?? 0 };
}

/** The moment that a question is about, as it is stored; no values if it is about none. */
export interface StoredMoment {
  about_video_id?: string;
  about_ms?: number;
}

export async function insertQuestion(
  tx: Tx,
  { id, askerId, personId, promptId, moment }: AskedPair & { id: string; promptId: number; moment: StoredMoment },
): Promise<void> {
  await tx
    .insertInto('questions')
    .values({ id, asker_id: askerId, person_id: personId, prompt_id: promptId, ...moment })
    .execute();
}

/** Asks a withdrawn question again. It stays put away. */
export async function askAgain(tx: Tx, questionId: string, moment: StoredMoment): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ withdrawn_at: null, asked_at: sql<Date>`now()`, about_video_id: null, about_ms: null, ...moment })
    .where('id', '=', questionId)
    .execute();
}

/** @returns the asked person, unless the asker has no such open question */
export function withdraw(tx: Tx, questionId: string, askerId: string) {
  return tx
    .updateTable('questions')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('id', '=', questionId)
    .where('asker_id', '=', askerId)
    .where('answered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'person_id'])
    .executeTakeFirst();
}

/** @returns whether the question waits for this person */
export async function putAway(tx: Tx, questionId: string, personId: string): Promise<boolean> {
  const row = await tx
    .updateTable('questions as q')
    .set({ put_away_at: sql<Date>`now()` })
    .where('q.id', '=', questionId)
    .where('q.person_id', '=', personId)
    .where(isWaiting)
    .returning('q.id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function bringBack(tx: Tx, questionId: string): Promise<void> {
  await tx.updateTable('questions').set({ put_away_at: null }).where('id', '=', questionId).execute();
}

/** The questions that a new video of this person answers are answered. @returns them with who asked */
export function answer(tx: Tx, video: { videoId: string; ownerId: string; promptId: number; questionId?: string }) {
  return tx
    .updateTable('questions as q')
    .set({ answered_at: sql<Date>`now()`, video_id: video.videoId })
    .where('q.person_id', '=', video.ownerId)
    .where('q.prompt_id', '=', video.promptId)
    .$if(video.questionId !== undefined, (query) => query.where('q.id', '=', video.questionId ?? ''))
    .where(isWaiting)
    .returning(['q.id', 'q.asker_id'])
    .execute();
}

/** Who asked the questions that this video answers. */
export function listAskers(tx: Tx, videoId: string) {
  return tx.selectFrom('questions').select('asker_id').where('video_id', '=', videoId).execute();
}

/** Withdraws the open questions between two people, in both directions. @returns them with the asked person */
export function withdrawBetween(tx: Tx, oneId: string, otherId: string) {
  return tx
    .updateTable('questions')
    .set({ withdrawn_at: sql<Date>`now()` })
    .where('answered_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('asker_id', '=', oneId), eb('person_id', '=', otherId)]),
        eb.and([eb('asker_id', '=', otherId), eb('person_id', '=', oneId)]),
      ]),
    )
    .returning(['id', 'person_id'])
    .execute();
}

export async function updateSetting(db: Db, personId: string, taken: boolean): Promise<void> {
  await db.updateTable('users').set({ takes_questions: taken }).where('id', '=', personId).execute();
}

/** Deletes withdrawn questions that neither the budget nor Not this one needs. */
export async function deleteWithdrawn(db: Db): Promise<void> {
  await db
    .deleteFrom('questions')
    .where('withdrawn_at', '<', sql<Date>`now() - interval '1 day'`)
    .where('put_away_at', 'is', null)
    .execute();
}
