import { messages } from '@kinreel/contracts/messages';
import { describe, expect, it } from 'vitest';
import { badgeText, connectState, countIncoming, idOfOther, isIncoming, removalText } from './connection-status.ts';

const me = 'a';
const other = 'b';

describe('what a connection is shown as', () => {
  it('[CONN-01] Connect, Pending, Following', () => {
    expect(connectState(null)).toBe('Connect');
    expect(connectState(undefined)).toBe('Connect');
    expect(connectState({ pending: true })).toBe('Pending');
    expect(connectState({ pending: false })).toBe('Following');
  });

  it('[CONN-03] incoming only when pending and the current user was asked', () => {
    expect(isIncoming({ pending: true, user_B_id: me }, me)).toBe(true);
    expect(isIncoming({ pending: true, user_B_id: other }, me)).toBe(false);
    expect(isIncoming({ pending: false, user_B_id: me }, me)).toBe(false);
    expect(isIncoming(null, me)).toBe(false);
  });

  it('[CONN-03] [PROF-02] the badge counts incoming requests alone', () => {
    const list = [
      { pending: true, user_B_id: me },
      { pending: true, user_B_id: other },
      { pending: false, user_B_id: me },
      { pending: true, user_B_id: me },
    ];
    expect(countIncoming(list, me)).toBe(2);
  });

  it('[PROF-02] the badge says at most 99, then 99+', () => {
    expect(badgeText(0)).toBe('');
    expect(badgeText(1)).toBe('1');
    expect(badgeText(99)).toBe('99');
    expect(badgeText(100)).toBe('99+');
  });
});

describe('words about the other person', () => {
  it('[CONN-01] the other end, whoever asked', () => {
    expect(idOfOther({ user_id: me, user_B_id: other }, me)).toBe(other);
    expect(idOfOther({ user_id: other, user_B_id: me }, me)).toBe(other);
  });

  it("[CONN-04] the removal's words begin as specified and name the shares", () => {
    const text = removalText({ first_name: 'Tavi', pending: false });
    expect(text.startsWith(`${messages.connection.removeText} `)).toBe(true);
    expect(text).toContain('no longer shared');
    expect(removalText({ first_name: 'Perrin', pending: true })).toBe(messages.connection.removeText);
  });
});
