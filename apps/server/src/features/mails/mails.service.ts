import { createHash } from 'node:crypto';
import type { MailTopic } from '@kinreel/contracts';
import { describeMailError, type MailContent } from '@kinreel/mailer';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { mailPaceOf } from '../notifications/notifications.service.ts';
import { areMutuallyHidden } from '../visibility/blocking.policy.ts';
import { type MailKind, REPEAT_LIMITS, type Refusal, refusalOf } from './mails.policy.ts';
import {
  type CountedMail,
  countEarlierMails,
  deleteCount,
  deleteUncounted,
  findAddress,
  findPersonOf,
  insertCount,
  isCounted,
  lockBudgets,
} from './mails.queries.ts';
import { testMail } from './test-mail.ts';
import { unsubscribeUrl } from './unsubscribe.service.ts';

/** A mail that one person's action sends to another. */
export interface PersonalMail {
  kind: MailKind;
  senderId: string;
  /** A person, or an invited address. */
  recipient: { userId: string } | { address: string };
  /** The video of a share, or the question; null for other kinds. */
  subjectId: string | null;
  /**
   * Of an invitation: the URL where a recipient declines by POST, because people without an account have no settings.
   */
  declineUrl?: string;
  /** Called only if the mail will be sent. */
  content(): MailContent | Promise<MailContent>;
}

/** A mail to the operator. No budget: the events that cause it are limited. */
export interface OperatorMail {
  recipient: 'operator';
  content(): MailContent | Promise<MailContent>;
}

/** A mail to a person about their own account. No budget: the events that cause it are limited. */
export interface AccountMail {
  accountOf: string;
  /** Of a mail that the person can turn off. */
  topic?: MailTopic;
  /** @param firstName of the person */
  content(firstName: string): MailContent | Promise<MailContent>;
}

/**
 * Makes one attempt to send a mail from one person to another, if the policy allows it. All such mails are sent by this
 * function, and the outbox calls it again after a failure (outbox.service.ts). A failed attempt is not counted.
 * @param id of the mail: another attempt after its worker was lost is not counted as a repetition
 * @returns why it was not sent, or null
 * @throws if the mail server rejects it
 */
export async function sendMail(
  deps: Pick<Deps, 'appSecret' | 'config' | 'db' | 'log' | 'mailer'>,
  mail: PersonalMail,
  id = newId(),
): Promise<Refusal | 'no recipient' | null> {
  const recipient = await findRecipient(deps.db, mail.recipient);
  if (!recipient) return 'no recipient';
  const counted: CountedMail = {
    id,
    kind: mail.kind,
    senderId: mail.senderId,
    recipientHash: hashOf(recipient.address),
    subjectId: mail.subjectId,
  };
  const refusal = await deps.db.transaction().execute(async (tx) => {
    await lockBudgets(tx, counted);
    const reason = await mayMailGoOut(tx, mail, counted, recipient.isVerified);
    if (reason === null && !(await isCounted(tx, id))) await insertCount(tx, counted);
    return reason;
  });
  if (refusal) {
    deps.log.info({ kind: mail.kind, sender: mail.senderId, refusal }, 'mail not sent');
    return refusal;
  }
  // Outside the transaction: a slow mail server would hold its connection and its locks.
  try {
    const url =
      'userId' in mail.recipient && mail.kind !== 'invitation'
        ? unsubscribeUrl(deps, mail.recipient.userId, mail.kind)
        : mail.declineUrl;
    await deps.mailer.send({
      to: recipient.address,
      ...(await mail.content()),
      ...(url && { unsubscribeUrl: url, isOneClick: true }),
    });
  } catch (error) {
    await deleteCount(deps.db, id);
    throw error;
  }
  return null;
}

/**
 * Whether a person has reached the limit of REPEAT_LIMITS for this kind of mail and address, so another would not be
 * sent.
 */
export async function isRepeated(
  db: Db,
  { kind, senderId, address }: { kind: MailKind; senderId: string; address: string },
): Promise<boolean> {
  const mail = { id: newId(), kind, senderId, recipientHash: hashOf(address), subjectId: null };
  const { repeats } = await db.transaction().execute((tx) => countEarlierMails(tx, mail));
  return repeats >= REPEAT_LIMITS[kind].most;
}

/** Makes one attempt to send a mail to the operator. @returns why it was not sent, or null */
export async function sendMailToOperator(
  deps: Pick<Deps, 'config' | 'mailer'>,
  { content }: OperatorMail,
): Promise<'no recipient' | null> {
  const { operator } = deps.config.mail;
  if (operator === null) return 'no recipient';
  await deps.mailer.send({ to: operator, ...(await content()) });
  return null;
}

/** Makes one attempt to send a mail to a person about their own account. @returns why it was not sent, or null */
export async function sendAccountMail(
  deps: Pick<Deps, 'appSecret' | 'config' | 'db' | 'mailer'>,
  { accountOf, topic, content }: AccountMail,
): Promise<'recipient not verified' | 'no recipient' | null> {
  const row = await findAddress(deps.db, accountOf);
  if (!row) return 'no recipient';
  if (row.email_verified_at === null) return 'recipient not verified';
  await deps.mailer.send({
    to: row.email,
    ...(await content(row.first_name)),
    ...(topic && { unsubscribeUrl: unsubscribeUrl(deps, accountOf, topic), isOneClick: true }),
  });
  return null;
}

/**
 * Sends a test mail, so that the operator sees whether the mail server accepts it.
 * @returns the error without secrets; null on success
 */
export async function sendTestMail(deps: Pick<Deps, 'mailer'>, address: string): Promise<string | null> {
  try {
    await deps.mailer.send({ to: address, ...testMail() });
    return null;
  } catch (error) {
    return describeMailError(error);
  }
}

/** Sends a test mail to a person's own address. */
export async function sendTestMailTo(deps: Pick<Deps, 'db' | 'mailer'>, personId: string): Promise<string | null> {
  const row = await findAddress(deps.db, personId);
  return row ? sendTestMail(deps, row.email) : null;
}

/** Deletes the count of a mail that will be sent again, because that attempt counts it again. */
export function forgetMail(db: Db, id: string): Promise<void> {
  return deleteCount(db, id);
}

/** Whether a person's address is verified; otherwise no mail is sent on their behalf. */
export async function isAddressVerified(db: Db, userId: string): Promise<boolean> {
  const row = await findAddress(db, userId);
  return row !== undefined && row.email_verified_at !== null;
}

/** Deletes counts that no limit needs any more. */
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
  const { repeats, day } = await countEarlierMails(tx, counted);
  return refusalOf({
    kind,
    senderIsVerified: await isAddressVerified(tx, senderId),
    recipientIsVerified,
    isBlocked: await isRecipientBlocked(tx, senderId, recipient),
    isWanted:
      kind === 'invitation' || !('userId' in recipient) || (await mailPaceOf(tx, recipient.userId, kind)) === 'at-once',
    repeats,
    sentByDay: day,
  });
}

/** The address of an invitation may be that of a person. */
async function isRecipientBlocked(tx: Tx, senderId: string, recipient: PersonalMail['recipient']): Promise<boolean> {
  const userId = 'userId' in recipient ? recipient.userId : await findPersonOf(tx, recipient.address);
  return userId !== null && areMutuallyHidden(tx, senderId, userId);
}

/** The address of a recipient, and whether it is verified; null if the person does not exist. */
async function findRecipient(
  db: Db,
  recipient: PersonalMail['recipient'],
): Promise<{ address: string; isVerified: boolean | null } | null> {
  if ('address' in recipient) return { address: recipient.address, isVerified: null };
  const row = await findAddress(db, recipient.userId);
  return row ? { address: row.email, isVerified: row.email_verified_at !== null } : null;
}

/** Counts store only this hash of an address. */
function hashOf(address: string): Buffer {
  return createHash('sha256').update(address.toLowerCase()).digest();
}
