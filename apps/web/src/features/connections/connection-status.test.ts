import { connections as text } from '@kinreel/messages/en/connections';
import { describe, expect, it } from 'vitest';
import {
  badgeText,
  connectState,
  countIncomingRequests,
  isIncoming,
  otherUserId,
  removalText,
} from './connection-status.ts';

const me = 'a';
const other = 'b';

describe('connection status', () => {
  it('[CONN-01] is none, pending or following', () => {
    expect(connectState(null)).toBe('none');
    expect(connectState(undefined)).toBe('none');
    expect(connectState({ pending: true })).toBe('pending');
    expect(connectState({ pending: false })).toBe('following');
  });

  it('[CONN-03] a request is incoming only if it is pending and was sent to the current user', () => {
    expect(isIncoming({ pending: true, user_B_id: me }, me)).toBe(true);
    expect(isIncoming({ pending: true, user_B_id: other }, me)).toBe(false);
    expect(isIncoming({ pending: false, user_B_id: me }, me)).toBe(false);
    expect(isIncoming(null, me)).toBe(false);
  });

  it('[CONN-03] [PROF-02] the badge counts only incoming requests', () => {
    const list = [
      { pending: true, user_B_id: me },
      { pending: true, user_B_id: other },
      { pending: false, user_B_id: me },
      { pending: true, user_B_id: me },
    ];
    expect(countIncomingRequests(list, me)).toBe(2);
  });

  it('[PROF-02] the badge shows up to 99, then 99+', () => {
    expect(badgeText(0)).toBe('');
    expect(badgeText(1)).toBe('1');
    expect(badgeText(99)).toBe('99');
    expect(badgeText(100)).toBe('99+');
  });
});

describe('the other person', () => {
  it('[CONN-01] is found for sent and received requests', () => {
    expect(otherUserId({ user_id: me, user_B_id: other }, me)).toBe(other);
    expect(otherUserId({ user_id: other, user_B_id: me }, me)).toBe(other);
  });

  it('[CONN-04] the removal text starts as specified and mentions shared videos', () => {
    const removal = removalText({ first_name: 'Tavi', pending: false });
    expect(removal.startsWith(`${text.removeText} `)).toBe(true);
    expect(removal).toContain('You and Tavi will no longer see what you shared with each other.');
    expect(removalText({ first_name: 'Perrin', pending: true })).toBe(text.removeText);
  });
});
