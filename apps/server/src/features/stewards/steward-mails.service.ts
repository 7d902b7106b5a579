import type { Deps } from '../../platform/deps.ts';
import { mailName } from '../mails/mail-name.presenter.ts';
import type { WrittenMail } from '../mails/outbox.service.ts';
import { unsubscribeUrl } from '../mails/unsubscribe.service.ts';
import { areMutuallyHidden } from '../visibility/blocking.policy.ts';
import { signOfLifeCode } from './sign-of-life.service.ts';
import { askedMail, namedMail, startedMail } from './steward-mail.ts';
import { findForMail } from './stewards.queries.ts';

/**
 * Writes a mail about the current state of a stewardship: to the steward who was named or can start, or to the owner
 * about a request.
 * @returns null if it is obsolete
 */
export async function writeStewardMail(
  { appSecret, config, db }: Deps,
  { stewardRowId: id, news }: { stewardRowId: string; news: 'named' | 'asked' | 'started' },
): Promise<WrittenMail> {
  const row = await findForMail(db, id);
  if (!row || row.declined_at !== null || (await areMutuallyHidden(db, row.owner_id, row.steward_id))) return null;
  const ownerName = mailName(row.owner_first_name, row.owner_last_name);
  const stewardName = mailName(row.steward_first_name, row.steward_last_name);
  const pageOf = (userId: string) => `${config.publicUrl}/user/${userId}/edit?tab=account`;
  if (news === 'named') {
    const [recipient, url] = [row.steward_first_name, pageOf(row.steward_id)];
    const turnOffUrl = unsubscribeUrl({ appSecret, config }, row.steward_id, 'steward-named');
    return {
      kind: 'steward-named',
      senderId: row.owner_id,
      recipient: { userId: row.steward_id },
      subjectId: null,
      content: () => namedMail({ recipient, ownerName, days: row.waiting_days, url, turnOffUrl }),
    };
  }
  if (news === 'started') {
    if (row.started_at === null) return null;
    const url = `${config.publicUrl}/user/${row.owner_id}/videos`;
    return { accountOf: row.steward_id, content: (recipient) => startedMail({ recipient, ownerName, url }) };
  }
  const { asked_at: askedAt, starts_at: startsAt } = row;
  if (!askedAt || !startsAt) return null;
  const url = `${config.publicUrl}/here/${id}/${signOfLifeCode(appSecret, id, askedAt)}`;
  return { accountOf: row.owner_id, content: (recipient) => askedMail({ recipient, stewardName, startsAt, url }) };
}
