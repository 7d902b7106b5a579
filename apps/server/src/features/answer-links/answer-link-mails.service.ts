import type { Deps } from '../../platform/deps.ts';
import type { WrittenMail } from '../mails/outbox.service.ts';
import { unsubscribeUrl } from '../mails/unsubscribe.service.ts';
import { mailPortrait } from '../profile/photos.service.ts';
import { answerReceivedMail, questionMail } from './answer-link-mail.ts';
import { findAnswerMail, findQuestionMail } from './answer-links.queries.ts';
import { answerUrl, takeBackUrl } from './answer-links.service.ts';

/** Writes the mail about a question, with a link to answer it. @returns null if it does not wait any more */
export async function writeQuestionMail(
  deps: Deps,
  { questionId, recipientId }: { questionId: string; recipientId: string },
): Promise<WrittenMail> {
  const row = await findQuestionMail(deps.db, questionId);
  if (!row || row.person_id !== recipientId) return null;
  return {
    kind: 'question',
    senderId: row.asker_id,
    recipient: { userId: recipientId },
    subjectId: questionId,
    content: async () =>
      questionMail({
        recipientName: row.person_first_name,
        askerName: row.asker_first_name,
        portrait: await mailPortrait(deps, row.asker_id, recipientId),
        prompt: row.prompt,
        url: await answerUrl(deps, questionId),
        turnOffUrl: unsubscribeUrl(deps, recipientId, 'question'),
      }),
  };
}

/** Writes the mail to a person whose answer was published by a link. @returns null if it was taken back */
export async function writeAnswerReceivedMail(
  deps: Deps,
  { linkId, recipientId }: { linkId: string; recipientId: string },
): Promise<WrittenMail> {
  const row = await findAnswerMail(deps.db, linkId);
  if (!row) return null;
  return {
    accountOf: recipientId,
    content: (firstName) =>
      answerReceivedMail({
        recipientName: firstName,
        askerName: row.asker_first_name,
        prompt: row.prompt,
        url: takeBackUrl(deps, linkId),
      }),
  };
}
