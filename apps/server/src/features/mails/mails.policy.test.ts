import { expect, test } from 'vitest';
import { type MailFacts, type Refusal, refusalOf } from './mails.policy.ts';

const GOOD: MailFacts = {
  kind: 'video-shared',
  senderIsVerified: true,
  recipientIsVerified: true,
  isBlocked: false,
  isWanted: true,
  repeats: 0,
  sentByDay: { sender: 0, recipient: 0, pair: 0 },
};

test('a mail between two verified people is sent', () => {
  for (const kind of ['video-shared', 'connection-request', 'connection-accepted'] as const) {
    expect(refusalOf({ ...GOOD, kind })).toBe(null);
  }
});

test.each<[Partial<MailFacts>, Refusal | null]>([
  [{ senderIsVerified: false }, 'sender not verified'],
  [{ recipientIsVerified: false }, 'recipient not verified'],
  [{ recipientIsVerified: null }, 'recipient not verified'],
  [{ kind: 'connection-request', recipientIsVerified: null }, 'recipient not verified'],
  [{ kind: 'invitation', recipientIsVerified: null }, null],
  [{ kind: 'invitation', recipientIsVerified: null, senderIsVerified: false }, 'sender not verified'],
  [{ isBlocked: true }, 'blocked'],
  [{ kind: 'invitation', recipientIsVerified: null, isBlocked: true }, 'blocked'],
  [{ isWanted: false }, 'not wanted'],
  [{ repeats: 1 }, 'repeated'],
  [{ kind: 'invitation', recipientIsVerified: null, repeats: 2 }, null],
  [{ kind: 'invitation', recipientIsVerified: null, repeats: 3 }, 'repeated'],
  [{ sentByDay: { sender: 199, recipient: 39, pair: 9 } }, null],
  [{ sentByDay: { sender: 200, recipient: 0, pair: 0 } }, 'budget of the sender'],
  [{ sentByDay: { sender: 0, recipient: 40, pair: 0 } }, 'budget of the recipient'],
  [{ sentByDay: { sender: 0, recipient: 0, pair: 10 } }, 'budget of the sender'],
])('with %j the result is %j', (change, refusal) => {
  expect(refusalOf({ ...GOOD, ...change })).toBe(refusal);
});
