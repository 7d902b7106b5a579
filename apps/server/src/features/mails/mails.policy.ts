import type { MailKind as SettingKind } from '@kinreel/contracts';

/** The kinds of mails that one person causes to another. */
export type MailKind = SettingKind | 'invitation';

/** How many mails of one kind a sender may send to the same address, within `days` or ever, about one subject or all. */
export interface RepeatLimit {
  most: number;
  /** Null: ever. */
  days: number | null;
  /** Whether mails about different subjects are counted separately. */
  perSubject: boolean;
}

/** Limits of repeated mails. What is above them happens in the app, without a mail. */
export const REPEAT_LIMITS: Record<MailKind, RepeatLimit> = {
  'video-shared': { most: 1, days: null, perSubject: true },
  'connection-request': { most: 1, days: 3, perSubject: false },
  'connection-accepted': { most: 1, days: 1, perSubject: false },
  'steward-named': { most: 1, days: 1, perSubject: false },
  invitation: { most: 3, days: 7, perSubject: false },
};

/** Mails within 24 hours. A family of a hundred gets one about a new video; nobody gets more than is bearable. */
export const DAILY_BUDGETS = { perSender: 200, perRecipient: 40, perSenderAndRecipient: 10 };

/** What is known about a mail before it goes out. */
export interface MailFacts {
  kind: MailKind;
  senderIsVerified: boolean;
  /** Null for an address without an account, which only invitations go to. */
  recipientIsVerified: boolean | null;
  /** Whether one of the two has blocked the other. */
  isBlocked: boolean;
  /** Whether the recipient has this kind of mails turned on. */
  isWanted: boolean;
  /** Mails of this kind to this address, as REPEAT_LIMITS counts them. */
  repeats: number;
  sentByDay: { sender: number; recipient: number; pair: number };
}

/** Why a mail does not go out. */
export type Refusal =
  | 'sender not verified'
  | 'recipient not verified'
  | 'blocked'
  | 'not wanted'
  | 'repeated'
  | 'budget of the sender'
  | 'budget of the recipient';

/**
 * The one rule about mails from person to person: null if this one may go out. An invitation may go to an address that
 * nobody has verified, because accepting it verifies the address.
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
