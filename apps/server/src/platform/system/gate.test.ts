import { expect, test } from 'vitest';
import { createGate, GateFullError } from './gate.ts';

const LIMITS = { running: 1, waiting: 2, perKey: 2, maxWaitMs: 60_000 };
const stays = new AbortController().signal;

/** Work that ends when `end` is called. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const state = { started: false };
  return {
    state,
    end: resolve,
    run: async () => {
      state.started = true;
      await promise;
    },
  };
}

test('runs one, queues two in order, and rejects the fourth immediately', async () => {
  const gate = createGate(LIMITS);
  const works = [work(), work(), work()] as const;
  const runs = works.map(({ run }, index) => gate.run(`person ${index}`, stays, run));
  await expect(gate.run('another', stays, work().run)).rejects.toThrow(GateFullError);
  const started = () => works.map(({ state }) => state.started);
  expect(started()).toEqual([true, false, false]);
  works[0].end();
  await runs[0];
  expect(started()).toEqual([true, true, false]);
  works[1].end();
  works[2].end();
  await Promise.all(runs);
  expect(await gate.run('another', stays, async () => 'done')).toBe('done');
});

test('one key cannot fill the queue', async () => {
  const gate = createGate(LIMITS);
  const [first, second] = [work(), work()];
  const runs = [gate.run('a', stays, first.run), gate.run('a', stays, second.run)];
  await expect(gate.run('a', stays, work().run)).rejects.toThrow(GateFullError);
  first.end();
  second.end();
  const other = gate.run('b', stays, async () => 'done');
  await Promise.all(runs);
  expect(await other).toBe('done');
});

test('failed work, aborted waiters and timed out waiters free their slots', async () => {
  const gate = createGate({ ...LIMITS, maxWaitMs: 20 });
  const leave = new AbortController();
  const failing = work();
  const first = gate.run('a', stays, async () => {
    await failing.run();
    throw new Error('broken');
  });
  const leaving = gate.run('b', leave.signal, work().run);
  const impatient = gate.run('c', stays, work().run);
  leave.abort(new Error('left'));
  await expect(leaving).rejects.toThrow('left');
  await expect(impatient).rejects.toThrow(GateFullError);
  failing.end();
  await expect(first).rejects.toThrow('broken');
  for (let n = 0; n <= LIMITS.perKey; n += 1) expect(await gate.run('a', stays, async () => 'done')).toBe('done');
});

test('sequential calls are never rejected', async () => {
  const gate = createGate({ ...LIMITS, perKey: 1 });
  for (const answer of ['first', 'second', 'third'])
    expect(await gate.run('a', stays, async () => answer)).toBe(answer);
});

test('never runs work that was aborted before, even with a free slot', async () => {
  const gate = createGate(LIMITS);
  const one = work();
  await expect(gate.run('a', AbortSignal.abort(new Error('left')), one.run)).rejects.toThrow('left');
  expect(one.state.started).toBe(false);
});
