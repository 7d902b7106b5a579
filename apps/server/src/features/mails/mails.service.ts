import { createHash } from 'node:crypto';
import type { MailContent } from '@kinreel/mailer';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { wantsMail } from '../notifications/notifications.service.ts';
import { areBlocked } from '../visibility/blocking.policy.ts';
import { type MailKind, type Refusal, refusalOf } from './mails.policy.ts';
import {
  type CountedMail,
  countMails,
  deleteUncounted,
  findAddress,
  findPersonOf,
  insertMail,
  lockBudgets,
} from './mails.queries.ts';

/** A mail that one person causes to another. */
export interface PersonalMail {
  kind: MailKind;
  senderId: string;
  /** A person, or the address of an invitation. */
  recipient: { userId: string } | { address: string };
  /** The video of a share; null for other kinds. */
  subjectId: string | null;
  /** Called only if the mail goes out. */
  content(): MailContent | Promise<MailContent>;
}

/**
 * Sends a mail from one person to another, if the policy allows it. All such mails are sent here. The mail is counted in
 * the same step, so a mail that fails is not counted and can be sent again.
 * @returns why it was not sent, or null
 * @throws if the mail server does not accept it
 */
export async function sendMail(deps: Deps, mail: PersonalMail): Promise<Refusal | 'no recipient' | null> {
  const recipient = await findRecipient(deps.db, mail.recipient);
  if (!recipient) return 'no recipient';
  const counted: CountedMail = {
    kind: mail.kind,
    senderId: mail.senderId,
    recipientHash: createHash('sha256').update(recipient.address.toLowerCase()).digest(),
    subjectId: mail.subjectId,
  };
  return deps.db.transaction().execute(async (tx) => {
    await lockBudgets(tx, counted);
    const refusal = await mayMailGoOut(tx, mail, counted, recipient.isVerified);
    if (refusal) {
      deps.log.info({ kind: mail.kind, sender: mail.senderId, refusal }, 'mail not sent');
      return refusal;
    }
    await insertMail(tx, counted);
    await deps.mailer.send({ to: recipient.address, ...(await mail.content()) });
    return null;
  });
}

/** Sends a mail to the operator, if they have set an address (`OPERATOR_EMAIL`). It needs no budget: its causes have limits. */
export async function sendMailToOperator(deps: Pick<Deps, 'config' | 'mailer'>, content: MailContent): Promise<void> {
  const { operator } = deps.config.mail;
  if (operator !== null) await deps.mailer.send({ to: operator, ...content });
}

/** Whether a person's own address is verified; without that nobody gets a mail from them. */
export async function isAddressVerified(db: Db, userId: string): Promise<boolean> {
  const row = await findAddress(db, userId);
  return row !== undefined && row.email_verified_at !== null;
}

/** Deletes the counts of mails that no limit needs any more. */
export function deleteOldMails(db: Db): Promise<void> {
  return deleteUncounted(db);
}

async function mayMailGoOut(
  tx: Tx,
  mail: PersonalMail,
  counted: CountedMail,
  recipientIsVerified: boolean | null,
): Promise<Refusal | null> {
  const { kind, recipient, senderId } = mail;
  const { repeats, day } = await countMails(tx, counted);
  return refusalOf({
    kind,
    senderIsVerified: await isAddressVerified(tx, senderId),
    recipientIsVerified,
    isBlocked: await isRecipientBlocked(tx, senderId, recipient),
    isWanted: kind === 'invitation' || !('userId' in recipient) || (await wantsMail(tx, recipient.userId, kind)),
    repeats,
    sentByDay: day,
  });
}

/** An invitation goes to an address, which may be that of a person. */
async function isRecipientBlocked(tx: Tx, senderId: string, recipient: PersonalMail['recipient']): Promise<boolean> {
  const userId = 'userId' in recipient ? recipient.userId : await findPersonOf(tx, recipient.address);
  return userId !== null && areBlocked(tx, senderId, userId);
}

/** The address of a recipient, and whether it is verified; null for an address that is not that of a person's id. */
async function findRecipient(
  db: Db,
  recipient: PersonalMail['recipient'],
): Promise<{ address: string; isVerified: boolean | null } | null> {
  if ('address' in recipient) return { address: recipient.address, isVerified: null };
  const row = await findAddress(db, recipient.userId);
  return row ? { address: row.email, isVerified: row.email_verified_at !== null } : null;
}
