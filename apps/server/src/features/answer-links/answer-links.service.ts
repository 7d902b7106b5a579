import { buffer } from 'node:stream/consumers';
import {
  ANSWER_LINK_VIDEOS,
  type AnswerLink,
  type AnswerLinkRequest,
  type AnswerPage,
  type PublishAnswerRequest,
  type PublishedAnswer,
} from '@kinreel/contracts';
import { hashLinkCode, linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { enqueueMail } from '../mails/outbox.service.ts';
import { answerQuestions, bringQuestionBack, putQuestionAway } from '../questions/questions.service.ts';
import { publishUpload } from '../uploads/publish-upload.service.ts';
import { deleteVideo } from '../videos/videos.service.ts';
import { presentAnswerPage } from './answer-links.presenter.ts';
import {
  endLinksOfPerson,
  endLinksOfQuestion,
  findAnswerToTakeBack,
  findByCode,
  findOpen,
  findUploadOf,
  insertLink,
  type LinkRow,
  lockLink,
  lockQuestion,
  setAnswered,
  spend,
} from './answer-links.queries.ts';

/** The code of a link, or the one that takes back the answer that it published. */
function codeOf({ appSecret }: Pick<Deps, 'appSecret'>, use: 'answer' | 'take-back', linkId: string): string {
  return linkCode(deriveKey(appSecret, `${use}-link`), linkId);
}

/** The page of a link. The code is in the fragment: it is in no log, and is not sent to other sites. */
function urlOf(deps: Pick<Deps, 'appSecret' | 'config'>, linkId: string): string {
  return `${deps.config.publicUrl}/answer#${codeOf(deps, 'answer', linkId)}`;
}

/** The page that takes back the answer which a link has published. */
export function takeBackUrl(deps: Pick<Deps, 'appSecret' | 'config'>, linkId: string): string {
  return `${deps.config.publicUrl}/answer/take-back#${codeOf(deps, 'take-back', linkId)}`;
}

/**
 * The link of the caller's own open question: the current one, or a new one.
 * @param renew ends the current one
 * @throws DomainError question.missing, question.resting
 */
export async function createAnswerLink(
  deps: Pick<Deps, 'appSecret' | 'config' | 'db'>,
  askerId: string,
  questionId: string,
  { renew = false }: AnswerLinkRequest = {},
): Promise<AnswerLink> {
  const link = await deps.db.transaction().execute(async (tx) => {
    const question = await lockQuestion(tx, questionId);
    if (question?.asker_id !== askerId) throw new DomainError('question.missing');
    if (question.looked_after) throw new DomainError('question.resting');
    return ensureLink(deps, tx, questionId, renew);
  });
  return { url: urlOf(deps, link.id), expires_at: link.expires_at.toISOString() };
}

/** The URL of the current link of a question, for the mail about it; a new one if there is none. */
export async function answerUrl(deps: Pick<Deps, 'appSecret' | 'config' | 'db'>, questionId: string): Promise<string> {
  const link = await deps.db.transaction().execute(async (tx) => {
    await lockQuestion(tx, questionId);
    return ensureLink(deps, tx, questionId, false);
  });
  return urlOf(deps, link.id);
}

async function ensureLink(deps: Pick<Deps, 'appSecret'>, tx: Tx, questionId: string, renew: boolean) {
  const current = renew ? undefined : await findOpen(tx, questionId);
  if (current) return current;
  // An expired one, too.
  await endLinksOfQuestion(tx, questionId);
  const id = newId();
  const codeHash = hashLinkCode(codeOf(deps, 'answer', id)) as Buffer;
  return insertLink(tx, { id, questionId, codeHash });
}

/**
 * Ends the link of an open question, for its asker or the person who is asked. The question stays.
 * @throws DomainError question.missing, also without a link
 */
export async function endAnswerLink(db: Deps['db'], callerId: string, questionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const question = await lockQuestion(tx, questionId);
    const isTheirs = question && [question.asker_id, question.person_id].includes(callerId);
    if (!isTheirs || !(await endLinksOfQuestion(tx, questionId))) throw new DomainError('question.missing');
  });
}

/** Ends the links to questions of a person whose page a steward looks after from now on. */
export function endAnswerLinksOf(tx: Tx, personId: string): Promise<void> {
  return endLinksOfPerson(tx, personId);
}

/** What the page of a link shows. Reading it changes nothing. @throws DomainError answer_link.missing */
export async function readAnswerPage({ db, storage }: Pick<Deps, 'db' | 'storage'>, code: string): Promise<AnswerPage> {
  const row = await findLink(db, code);
  const key = row.is_open ? row.asker_photo_key : null;
  // The photo may be missing; then the page shows initials.
  const photo = key && (await buffer(await storage.open(key)).catch(() => null));
  return presentAnswerPage(row, photo && `data:image/webp;base64,${photo.toString('base64')}`);
}

/** Not this one: as by the person in the app. @throws DomainError answer_link.missing, answer_link.ended */
export async function leaveOutByLink(db: Deps['db'], code: string): Promise<void> {
  const link = await requireOpen(db, code);
  await putQuestionAway(db, link.person_id, link.question_id);
}

/**
 * Undoes Not this one. A question that was not put away stays as it is. Links that ended with Not this one stay ended,
 * because other people may have them.
 * @throws DomainError question.missing, also if its asker has taken it back
 */
export async function undoPutAway(db: Deps['db'], callerId: string, questionId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const question = await lockQuestion(tx, questionId);
    if (question?.person_id !== callerId) throw new DomainError('question.missing');
    if (question.put_away_at === null) return;
    await bringQuestionBack(tx, questionId);
    await endLinksOfQuestion(tx, questionId);
  });
}

/**
 * Counts a new upload of the link. @returns whose it will be
 * @throws DomainError answer_link.missing, answer_link.ended, answer_link.used_up
 */
export async function admitUpload(
  { db, config }: Pick<Deps, 'config' | 'db'>,
  code: string,
  bytes: number,
): Promise<{ ownerId: string; answerLinkId: string }> {
  const link = await requireOpen(db, code);
  const most = ANSWER_LINK_VIDEOS * config.limits.videoBytes;
  if (!(await spend(db, link.id, bytes, most))) throw new DomainError('answer_link.used_up');
  return { ownerId: link.person_id, answerLinkId: link.id };
}

/**
 * The owner of an upload that this link has started.
 * @throws DomainError answer_link.missing, answer_link.ended, upload.missing
 */
export async function ownerOfUpload(db: Db, code: string, uploadId: string): Promise<string> {
  const link = await requireOpen(db, code);
  if (!(await findUploadOf(db, link.id, uploadId))) throw new DomainError('upload.missing');
  return link.person_id;
}

/**
 * Publishes an upload of the link as the answer: private, and shared with who asked. A repeated call, for example after
 * a lost response, has the same result.
 * @throws DomainError answer_link.missing, answer_link.ended, and those of publishUpload()
 */
export async function publishAnswer(
  deps: Deps,
  code: string,
  { upload_id: uploadId, sha256 }: PublishAnswerRequest,
): Promise<PublishedAnswer> {
  const link = await findLink(deps.db, code);
  const upload = await findUploadOf(deps.db, link.id, uploadId);
  const takeBackCode = codeOf(deps, 'take-back', link.id);
  const isPublished = upload?.video_id != null && upload.video_id === link.video_id;
  if (isPublished) return { take_back_code: takeBackCode };
  if (!link.is_open) throw new DomainError('answer_link.ended');
  if (!upload) throw new DomainError('upload.missing');
  await publishUpload(deps, {
    id: upload.id,
    ownerId: link.person_id,
    promptId: link.prompt_id,
    sha256,
    answer: async (tx, video) => {
      const current = await lockLink(tx, link);
      if (!current?.is_open) throw new DomainError('answer_link.ended');
      await setAnswered(tx, link.id, video.videoId, hashLinkCode(takeBackCode) as Buffer);
      await answerQuestions(deps, tx, { ...video, questionId: link.question_id });
      await enqueueMail(deps, tx, { kind: 'answer-received', linkId: link.id, recipientId: link.person_id });
    },
  });
  return { take_back_code: takeBackCode };
}

/** Deletes the answer that a link has published. @throws DomainError answer_link.missing */
export async function takeAnswerBack(deps: Deps, code: string): Promise<void> {
  const codeHash = hashLinkCode(code);
  const video = codeHash && (await findAnswerToTakeBack(deps.db, codeHash));
  if (!video) throw new DomainError('answer_link.missing');
  await deleteVideo(deps, video.id, video.owner_id);
}

async function findLink(db: Db, code: string): Promise<LinkRow> {
  const codeHash = hashLinkCode(code);
  const row = codeHash && (await findByCode(db, codeHash));
  if (!row) throw new DomainError('answer_link.missing');
  return row;
}

async function requireOpen(db: Db, code: string): Promise<LinkRow> {
  const row = await findLink(db, code);
  if (!row.is_open) throw new DomainError('answer_link.ended');
  return row;
}
