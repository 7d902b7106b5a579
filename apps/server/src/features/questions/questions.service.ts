import {
  type AskedQuestion,
  MAX_OPEN_QUESTIONS,
  MAX_QUESTIONS_PER_DAY,
  type QuestionMoment,
  type QuestionRequest,
  type WaitingQuestions,
} from '@kinreel/contracts';
import type { Kysely } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { areConnected } from '../connections/connections.service.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { readProfile } from '../profile/profile.service.ts';
import { lockPerson } from '../profile/profile.table.ts';
import { makePrompt } from '../prompts/prompts.service.ts';
import { removeRecipient, shareNewVideo } from '../sharing/sharing.service.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { presentAsked, presentWaiting } from './questions.presenter.ts';
import {
  type AskedPair,
  answer,
  askAgain,
  bringBack,
  countAsked,
  deleteWithdrawn,
  findAsked,
  findAskedPerson,
  insertQuestion,
  isListed,
  listAsked,
  listAskers,
  listUnanswered,
  listWaiting,
  lockAbout,
  putAway,
  type StoredMoment,
  updateSetting,
  withdraw,
  withdrawBetween,
} from './questions.queries.ts';

/** The questions that wait for a person, and whether their connections may ask them. */
export async function readWaitingQuestions(db: Db, personId: string): Promise<WaitingQuestions> {
  const { takes_questions: taken } = await findAskedPerson(db, personId);
  return { taken, questions: (await listWaiting(db, personId)).map(presentWaiting) };
}

/** What the caller has asked another person. @throws DomainError person.missing */
export async function readAskedQuestions(db: Db, pair: AskedPair): Promise<AskedQuestion[]> {
  await readProfile(db, pair.personId, pair.askerId);
  return (await listAsked(db, pair)).map(presentAsked);
}

/**
 * Asks a connected person one of the prompts, or a question in the asker's own words. A question that the person has
 * put away before does not reach them again, and the asker does not notice.
 * @throws DomainError person.missing, prompt.missing, video.missing, question.not_connected, question.not_taken,
 *   question.resting, question.exists, question.too_many_open, question.too_many
 */
export async function askQuestion(
  deps: Pick<Deps, 'db' | 'jobs'>,
  askerId: string,
  { user_id, prompt_id: listedId, words, moment: about }: QuestionRequest,
): Promise<AskedQuestion> {
  return deps.db.transaction().execute(async (tx) => {
    const { id: personId } = await readProfile(tx, user_id, askerId);
    const pair = { askerId, personId };
    await lockPair(tx, askerId, personId);
    await requireWilling(tx, pair);
    if (listedId !== undefined && !(await isListed(tx, listedId))) throw new DomainError('prompt.missing');
    const moment = about ? await requireMoment(tx, about, pair) : {};
    const unanswered = await listUnanswered(tx, pair);
    const open = unanswered.filter(({ withdrawn_at }) => withdrawn_at === null);
    const isSame = ({ prompt_id, listed, prompt }: (typeof unanswered)[number]) =>
      words === undefined ? prompt_id === listedId : !listed && prompt === words;
    if (open.some(isSame)) throw new DomainError('question.exists');
    if (open.length >= MAX_OPEN_QUESTIONS) throw new DomainError('question.too_many_open');
    await requireBudget(tx, askerId);
    const earlier = unanswered.find(isSame);
    if (earlier) {
      await askAgain(tx, earlier.id, moment);
      return presentAsked(await findAsked(tx, earlier.id, askerId));
    }
    const id = newId();
    const promptId = listedId ?? (await makePrompt(tx, words ?? '', askerId)).id;
    await insertQuestion(tx, { id, ...pair, promptId, moment });
    await notify(deps, tx, { kind: 'question', userId: personId, actorId: askerId, questionId: id });
    await enqueueMail(deps, tx, { kind: 'question', questionId: id, recipientId: personId });
    return presentAsked(await findAsked(tx, id, askerId));
  });
}

/** @throws DomainError video.missing unless both people may see the video */
async function requireMoment(tx: Tx, { video_id, at }: QuestionMoment, pair: AskedPair): Promise<StoredMoment> {
  const video = await lockAbout(tx, video_id, pair);
  if (!video) throw new DomainError('video.missing');
  return { about_video_id: video_id, about_ms: at * 1000 + (video.trim_start_ms ?? 0) };
}

/** @throws DomainError question.not_connected, question.not_taken, question.resting */
async function requireWilling(tx: Tx, { askerId, personId }: AskedPair): Promise<void> {
  const connected = await areConnected(tx, askerId, [personId]);
  if (!connected.has(personId)) throw new DomainError('question.not_connected');
  const person = await findAskedPerson(tx, personId);
  if (!person.takes_questions) throw new DomainError('question.not_taken');
  if (person.looked_after) throw new DomainError('question.resting');
}

/** @throws DomainError question.too_many if the daily budget is used up */
async function requireBudget(tx: Tx, askerId: string): Promise<void> {
  await lockPerson(tx, askerId);
  const { asked, wait } = await countAsked(tx, askerId, MAX_QUESTIONS_PER_DAY);
  if (asked < MAX_QUESTIONS_PER_DAY) return;
  // Rounded to whole minutes for the message.
  const params = { max_questions: MAX_QUESTIONS_PER_DAY, wait_seconds: Math.ceil(wait / 60) * 60 };
  throw new DomainError('question.too_many', { params });
}

/** Takes back an open question of the caller. @throws DomainError question.missing */
export async function withdrawQuestion(db: Kysely<Database>, askerId: string, questionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await withdraw(tx, questionId, askerId);
    if (!row) throw new DomainError('question.missing');
    await removeNotification(tx, row.person_id, row.id);
  });
}

/** Not this one: the question never comes again. Its asker is not notified. @throws DomainError question.missing */
export async function putQuestionAway(db: Kysely<Database>, personId: string, questionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await putAway(tx, questionId, personId))) throw new DomainError('question.missing');
    await removeNotification(tx, personId, questionId);
  });
}

/** Undoes Not this one: the question waits again. */
export function bringQuestionBack(tx: Tx, questionId: string): Promise<void> {
  return bringBack(tx, questionId);
}

/**
 * A new video answers the questions with its prompt that wait for its owner: it is shared with who asked them, whose
 * notification about the share says so. If the owner has chosen who may see it, that choice decides instead: an asker
 * whom it does not name cannot see the video and is not notified.
 * @param video.questionId only this one
 */
export async function answerQuestions(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  video: { videoId: string; ownerId: string; promptId: number; questionId?: string; isAudienceChosen?: boolean },
): Promise<void> {
  const { videoId, ownerId } = video;
  const answered = await answer(tx, video);
  for (const { id } of answered) await removeNotification(tx, ownerId, id);
  if (video.isAudienceChosen) return;
  await shareNewVideo(deps, tx, { videoId, ownerId, audience: { user_id: answered.map(({ asker_id }) => asker_id) } });
}

/** Takes the askers whom the owner does not name out of those who see the answer. */
export async function takeOutAskers(tx: Tx, videoId: string, named: readonly string[]): Promise<void> {
  for (const { asker_id: askerId } of await listAskers(tx, videoId)) {
    if (!named.includes(askerId)) await removeRecipient(tx, videoId, askerId);
  }
}

/** Ends the open questions between two people, in the transaction in which one blocks the other. */
export async function endQuestionsBetween(tx: Tx, oneId: string, otherId: string): Promise<void> {
  for (const { id, person_id: personId } of await withdrawBetween(tx, oneId, otherId)) {
    await removeNotification(tx, personId, id);
  }
}

/** Whether the caller's connections may ask them. Questions that wait already stay. */
export function setQuestionsTaken(db: Db, personId: string, taken: boolean): Promise<void> {
  return updateSetting(db, personId, taken);
}

/** Deletes withdrawn questions that are no longer needed. */
export function deleteOldQuestions(db: Db): Promise<void> {
  return deleteWithdrawn(db);
}
