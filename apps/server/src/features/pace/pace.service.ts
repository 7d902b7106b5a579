import type { Pace, PaceRequest } from '@kinreel/contracts';
import { validation } from '@kinreel/messages/en/validation';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { notify, removeNotification } from '../notifications/notifications.service.ts';
import { NO_PACE, presentPace } from './pace.presenter.ts';
import {
  advance,
  findNextAsked,
  findNextPrompt,
  findPace,
  isTimeZone,
  listDue,
  lockDue,
  putAway,
  setSent,
  turnOff,
  upsertPace,
} from './pace.queries.ts';

/** When a question comes to a person each week, what comes next, and the one that waits. */
export async function readPace(db: Db, userId: string): Promise<Pace> {
  const row = await findPace(db, userId);
  if (!row) return NO_PACE;
  return presentPace(row, row.next_at === null ? undefined : await findNext(db, userId));
}

/** Questions of people come first, then the prompts of the themes. */
async function findNext(db: Db, userId: string) {
  return (await findNextAsked(db, userId)) ?? (await findNextPrompt(db, userId));
}

/**
 * Turns the question of the week on, or changes when it comes. It no longer rests.
 * @throws DomainError request.invalid for an unknown time zone
 */
export async function choosePace(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  choice: PaceRequest,
  now = new Date(),
): Promise<Pace> {
  if (!(await isTimeZone(db, choice.time_zone))) {
    throw new DomainError('request.invalid', { fields: { time_zone: validation.timeZoneUnknown } });
  }
  return db.transaction().execute(async (tx) => {
    await upsertPace(tx, userId, choice, now);
    return readPace(tx, userId);
  });
}

/** Turns the question of the week off. The one that waits is put away. */
export async function stopPace({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await turnOff(tx, userId);
    await removeNotification(tx, userId, userId);
  });
}

/** Not this one: the question of the week never comes again. @throws DomainError question.missing */
export async function putWeekQuestionAway({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await putAway(tx, userId))) throw new DomainError('question.missing');
    await removeNotification(tx, userId, userId);
  });
}

/**
 * Sends the questions that are due, each with a notification and a mail. Can be repeated: a pace that was sent is due
 * again a week later. After two questions without an answer nothing comes; the job looks again each week whether there
 * was one.
 */
export async function sendWeekQuestions(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  for (const userId of await listDue(db, now)) {
    signal.throwIfAborted();
    await db.transaction().execute(async (tx) => {
      const due = await lockDue(tx, userId, now);
      if (!due) return;
      const next = due.may_come ? await findNext(tx, userId) : undefined;
      await advance(tx, userId, now);
      if (!next) return;
      const { prompt_id: promptId } = next;
      await setSent(tx, userId, { promptId, hasReacted: due.has_reacted, now });
      await notifyOfQuestion({ jobs }, tx, userId, next);
      await enqueueMail({ jobs }, tx, { kind: 'week-question', recipientId: userId, promptId: String(promptId) });
    });
  }
}

/** Replaces the notification about the last question of the week, or the earlier one about the question of a person. */
async function notifyOfQuestion(
  deps: Pick<Deps, 'jobs'>,
  tx: Tx,
  userId: string,
  next: NonNullable<Awaited<ReturnType<typeof findNext>>>,
): Promise<void> {
  await removeNotification(tx, userId, userId);
  if (next.question_id === null) return notify(deps, tx, { kind: 'week-question', userId });
  await removeNotification(tx, userId, next.question_id);
  await notify(deps, tx, { kind: 'question', userId, actorId: next.id, questionId: next.question_id });
}
