import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Logger } from '../log/logger.ts';
import { createOpenResponses } from './open-responses.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A response in progress. */
function response() {
  const one = Object.assign(new EventEmitter(), { isClosed: false, destroy: () => {} });
  one.destroy = () => {
    one.isClosed = true;
    one.emit('close');
  };
  return one;
}

/** Responses that depend on names as rights; `ended` are the revoked names. */
function watched() {
  const ended = new Set<string>();
  const asked: string[][] = [];
  const log = { warn: vi.fn() };
  const findEnded = vi.fn(async (rights: readonly string[]) => {
    asked.push([...rights]);
    return rights.flatMap((right, i) => (ended.has(right) ? i : []));
  });
  const open = createOpenResponses(findEnded, log as unknown as Logger);
  const watch = (name: string) => {
    const one = response();
    open.watch(one as unknown as ServerResponse, name);
    return one;
  };
  return { ended, asked, log, findEnded, watch, close: open.close };
}

test('[VID-05] closes only a response whose right has ended, within a second', async () => {
  const { ended, watch, close } = watched();
  const [first, second, third] = [watch('a'), watch('b'), watch('c')];
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.isClosed, second.isClosed, third.isClosed]).toEqual([false, false, false]);
  ended.add('b');
  await vi.advanceTimersByTimeAsync(1_000);
  expect([first.isClosed, second.isClosed, third.isClosed]).toEqual([false, true, false]);
  close();
});

test('does not check short or finished responses', async () => {
  const { asked, watch, close } = watched();
  watch('sent').emit('finish');
  watch('broken off').emit('close');
  await vi.advanceTimersByTimeAsync(500);
  watch('just begun');
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual([['just begun']]);
  close();
});

test('runs one query at a time, and repeats a failed one', async () => {
  const { asked, ended, findEnded, log, watch, close } = watched();
  const one = watch('a');
  ended.add('a');
  let answer = (_positions: number[]) => {};
  findEnded.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(findEnded).toHaveBeenCalledTimes(1);
  answer([]);
  findEnded.mockRejectedValueOnce(new Error('no database'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(one.isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([one.isClosed, asked]).toEqual([true, [['a']]]);
  close();
});

test('runs no query after it is closed', async () => {
  const { asked, watch, close } = watched();
  watch('a');
  close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual([]);
});
