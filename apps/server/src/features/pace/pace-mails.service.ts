import type { Deps } from '../../platform/deps.ts';
import { writeQuestionMail } from '../answer-links/answer-link-mails.service.ts';
import { mailSettingsUrl } from '../mails/mail-settings.presenter.ts';
import type { WrittenMail } from '../mails/outbox.service.ts';
import { mailPaceOf } from '../notifications/notifications.service.ts';
import { findWeekMail } from './pace.queries.ts';
import { weekQuestionMail } from './pace-mail.ts';

/**
 * Writes the mail with the question of the week. That of a person has a link that answers it without a login.
 * @returns null if it does not wait any more, or the person wants no mails about questions
 */
export async function writeWeekQuestionMail(
  deps: Deps,
  { recipientId, promptId }: { recipientId: string; promptId: string },
): Promise<WrittenMail> {
  const row = await findWeekMail(deps.db, recipientId, Number(promptId));
  if (!row || (await mailPaceOf(deps.db, recipientId, 'question')) === 'never') return null;
  if (row.question_id) {
    const mail = await writeQuestionMail(deps, { questionId: row.question_id, recipientId });
    if (mail === null || mail === 'later' || !('senderId' in mail)) return mail;
    return { accountOf: recipientId, topic: 'question', content: () => mail.content() };
  }
  if (!row.waits) return null;
  return {
    accountOf: recipientId,
    topic: 'question',
    content: (recipientName) =>
      weekQuestionMail({
        recipientName,
        prompt: row.prompt,
        url: `${deps.config.publicUrl}/record?prompt=${promptId}`,
        settingsUrl: mailSettingsUrl(deps.config.publicUrl, recipientId),
      }),
  };
}
