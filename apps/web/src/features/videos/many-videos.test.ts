import { describe, expect, it } from 'vitest';
import { AT_ONCE, chosenAmong, toggled, without, workThrough } from './many-videos.ts';

const videos = ['a', 'b', 'c'].map((id) => ({ id }));

describe('choosing many videos', () => {
  it('[ROUTE-12] acts on what the filter shows alone, and keeps what it hides', () => {
    const chosen = toggled(toggled(new Set(), 'a'), 'c');
    expect(chosenAmong(videos, chosen)).toEqual(['a', 'c']);
    expect(chosenAmong(videos.slice(1), chosen)).toEqual(['c']);
    expect(chosenAmong(videos, without(chosen, ['c']))).toEqual(['a']);
    expect(chosenAmong(videos, toggled(chosen, 'a'))).toEqual(['c']);
  });
});

describe('work on many videos', () => {
  const ids = Array.from({ length: 10 }, (_, place) => `${place}`);

  it('[ROUTE-12] is done to each once, a few at a time, and tells how far it is', async () => {
    let running = 0;
    let most = 0;
    const seen: string[] = [];
    const told: number[] = [];
    const outcome = await workThrough(
      ids,
      async (id) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve));
        seen.push(id);
        running -= 1;
      },
      (tried) => told.push(tried),
    );
    expect(most).toBe(AT_ONCE);
    expect(seen.sort()).toEqual(ids);
    expect(outcome.done.sort()).toEqual(ids);
    expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('[ROUTE-12] goes on after a failure and names what did not work', async () => {
    const work = async (id: string) => {
      if (id === '2' || id === '7') throw new Error(`not ${id}`);
    };
    const outcome = await workThrough(ids, work, () => {});
    expect(outcome.failed).toEqual(['2', '7']);
    expect(outcome.done).toHaveLength(8);
    expect(outcome.error).toEqual(new Error('not 2'));
  });

  it('[ROUTE-12] begins nothing more once it is stopped', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const work = async (id: string) => {
      seen.push(id);
      stop.abort();
    };
    const outcome = await workThrough(ids, work, () => {}, stop.signal);
    expect(seen).toEqual(ids.slice(0, AT_ONCE));
    expect(outcome).toMatchObject({ done: seen, failed: [] });
  });
});
