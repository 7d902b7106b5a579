import type { MailKind as SettingKind } from '@kinreel/contracts';

/** The kinds of mails that a person's action sends to another person. The others are only in digests. */
export type MailKind = Exclude<SettingKind, 'note' | 'heart'> | 'invitation';

/** How many mails of one kind a sender may send to an address within `days`, per subject or in total. */
export interface RepeatLimit {
  most: number;
  /** Null: without a time limit. */
  days: number | null;
  /** Whether mails about different subjects are counted separately. */
  perSubject: boolean;
}

/** Limits of repeated mails. Above them, the recipient only sees the change in the app. */
export const REPEAT_LIMITS: Record<MailKind, RepeatLimit> = {
  'video-shared': { most: 1, days: null, perSubject: true },
  'question-answered': { most: 1, days: null, perSubject: true },
  'connection-request': { most: 1, days: 3, perSubject: false },
  'connection-accepted': { most: 1, days: 1, perSubject: false },
  'steward-named': { most: 1, days: 1, perSubject: false },
  question: { most: 1, days: null, perSubject: true },
  invitation: { most: 3, days: 7, perSubject: false },
};

/**
 * Maximum number of mails within 24 hours: enough for a family of a hundred to hear of a new video, and few enough for
 * a recipient.
 */
export const DAILY_BUDGETS = { perSender: 200, perRecipient: 40, perSenderAndRecipient: 10 };

/** The facts that decide whether a mail is sent. */
export interface MailFacts {
  kind: MailKind;
  senderIsVerified: boolean;
  /** Null for an address without an account; only invitations are sent there. */
  recipientIsVerified: boolean | null;
  /** Whether one has blocked the other. */
  isBlocked: boolean;
  /** Whether the recipient wants this kind of mail, and at once. */
  isWanted: boolean;
  /** Earlier mails of this kind to this address, counted as REPEAT_LIMITS defines. */
  repeats: number;
  sentByDay: { sender: number; recipient: number; pair: number };
}

/** Why a mail is not sent. */
export type Refusal =
  | 'sender not verified'
  | 'recipient not verified'
  | 'blocked'
  | 'not wanted'
  | 'repeated'
  | 'budget of the sender'
  | 'budget of the recipient';

/**
 * Decides about every mail from person to person. An invitation may be sent to an unverified address, because accepting
 * it verifies the address.
 * @returns null if it may be sent
 */
export function refusalOf(facts: MailFacts): Refusal | null {
  const { kind, sentByDay: sent } = facts;
  if (!facts.senderIsVerified) return 'sender not verified';
  if (kind !== 'invitation' && facts.recipientIsVerified !== true) return 'recipient not verified';
  if (facts.isBlocked) return 'blocked';
  if (!facts.isWanted) return 'not wanted';
  if (facts.repeats >= REPEAT_LIMITS[kind].most) return 'repeated';
  if (sent.sender >= DAILY_BUDGETS.perSender || sent.pair >= DAILY_BUDGETS.perSenderAndRecipient) {
    return 'budget of the sender';
  }
  return sent.recipient >= DAILY_BUDGETS.perRecipient ? 'budget of the recipient' : null;
}
