import { expect, test } from 'vitest';
import { describeMailError, retryDelaySeconds } from './outbox.ts';

test('retries a mail for three days, first after 30 seconds, later every two hours', () => {
  const delays: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const delay = retryDelaySeconds(attempts);
    if (delay === null) break;
    delays.push(delay);
  }
  expect(delays.slice(0, 4)).toEqual([30, 60, 120, 240]);
  expect(delays.at(-1)).toBe(7200);
  const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400;
  expect(days).toBeGreaterThan(2.9);
  expect(days).toBeLessThanOrEqual(3);
});

test('describes a failure in one line without addresses, links and secrets', () => {
  const refused = Object.assign(
    new Error(
      'Recipient rejected:\r\n550 <bram@example.org> see https://mail.example/?t=abc eyJhbGciOiJIUzI1NiJ9abcdefgh',
    ),
    { code: 'EENVELOPE' },
  );
  expect(describeMailError(refused)).toBe('EENVELOPE: Recipient rejected: 550 [address] see [link] …');
  expect(describeMailError('nothing')).toBe('nothing');
  expect(describeMailError(new Error('ab '.repeat(500)))).toHaveLength(300);
});
