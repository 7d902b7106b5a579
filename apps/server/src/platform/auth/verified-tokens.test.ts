import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rememberVerified } from './verified-tokens.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A cache for tokens that expire in this many seconds. Counts the calls of `verify`. */
function remember(seconds: number, options: Parameters<typeof rememberVerified>[1] = {}) {
  const expiresAt = new Date(Date.now() + seconds * 1000);
  const verify = vi.fn(async (token: string) => {
    if (token === 'refused') throw new Error('refused');
    return { token, expiresAt };
  });
  return { read: rememberVerified(verify, options), verify };
}
const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

test('[API-25] verifies each token once per minute', async () => {
  const { read, verify } = remember(900);
  expect(await read('one')).toBe(await read('one'));
  expect(await read('other')).toMatchObject({ token: 'other' });
  expect(verify.mock.calls).toEqual([['one'], ['other']]);
  wait(59.9);
  await read('one');
  expect(verify).toHaveBeenCalledTimes(2);
  wait(0.1);
  await read('one');
  expect(verify).toHaveBeenCalledTimes(3);
});

test.each([
  [0, 10],
  [5000, 15],
])('[API-25] with a tolerance of %i ms a token of ten seconds is cached for %i', async (toleranceMs, seconds) => {
  const { read, verify } = remember(10, { toleranceMs });
  await read('one');
  wait(seconds - 0.001);
  await read('one');
  expect(verify).toHaveBeenCalledTimes(1);
  wait(0.001);
  await read('one');
  expect(verify).toHaveBeenCalledTimes(2);
});

test('[API-25] verifies a rejected token again', async () => {
  const { read, verify } = remember(900);
  for (let i = 0; i < 2; i++) await expect(read('refused')).rejects.toThrow('refused');
  expect(verify).toHaveBeenCalledTimes(2);
});

test('keeps only the newest tokens', async () => {
  const { read, verify } = remember(900, { maxTokens: 2 });
  for (const token of ['a', 'b', 'c', 'b', 'c']) await read(token);
  expect(verify).toHaveBeenCalledTimes(3);
  await read('a');
  expect(verify).toHaveBeenCalledTimes(4);
});

test('a token that was verified again counts as new', async () => {
  const { read, verify } = remember(900, { maxTokens: 2 });
  for (const token of ['a', 'b']) await read(token);
  wait(60);
  for (const token of ['a', 'c', 'a']) await read(token);
  expect(verify.mock.calls.flat()).toEqual(['a', 'b', 'a', 'c']);
});

test('keeps ten thousand tokens by default', async () => {
  const { read, verify } = remember(900);
  for (let i = 0; i <= 10_000; i++) await read(String(i));
  await read('1');
  expect(verify).toHaveBeenCalledTimes(10_001);
  await read('0');
  expect(verify).toHaveBeenCalledTimes(10_002);
});
