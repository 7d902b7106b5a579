import { describe, expect, it } from 'vitest';
import { MAX_CONCURRENT, removeIds, runBulk, toggleId, visibleSelection } from './bulk-actions.ts';

const videos = ['a', 'b', 'c'].map((id) => ({ id }));

describe('bulk selection', () => {
  it('[ROUTE-12] applies only to visible videos and keeps hidden ones selected', () => {
    const selected = toggleId(toggleId(new Set(), 'a'), 'c');
    expect(visibleSelection(videos, selected)).toEqual(['a', 'c']);
    expect(visibleSelection(videos.slice(1), selected)).toEqual(['c']);
    expect(visibleSelection(videos, removeIds(selected, ['c']))).toEqual(['a']);
    expect(visibleSelection(videos, toggleId(selected, 'a'))).toEqual(['c']);
  });
});

describe('runBulk', () => {
  const ids = Array.from({ length: 10 }, (_, index) => `${index}`);

  it('[ROUTE-12] processes each video once, a few in parallel, and reports progress', async () => {
    let running = 0;
    let maxRunning = 0;
    const seen: string[] = [];
    const progress: number[] = [];
    const result = await runBulk(
      ids,
      async (id) => {
        running += 1;
        maxRunning = Math.max(maxRunning, running);
        await new Promise((resolve) => setTimeout(resolve));
        seen.push(id);
        running -= 1;
      },
      (completed) => progress.push(completed),
    );
    expect(maxRunning).toBe(MAX_CONCURRENT);
    expect(seen.sort()).toEqual(ids);
    expect(result.done.sort()).toEqual(ids);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('[ROUTE-12] continues after a failure and reports the failed ids', async () => {
    const work = async (id: string) => {
      if (id === '2' || id === '7') throw new Error(`not ${id}`);
    };
    const result = await runBulk(ids, work, () => {});
    expect(result.failed).toEqual(['2', '7']);
    expect(result.done).toHaveLength(8);
    expect(result.error).toEqual(new Error('not 2'));
  });

  it('[ROUTE-12] starts no more videos after it was stopped', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const work = async (id: string) => {
      seen.push(id);
      stop.abort();
    };
    const result = await runBulk(ids, work, () => {}, stop.signal);
    expect(seen).toEqual(ids.slice(0, MAX_CONCURRENT));
    expect(result).toMatchObject({ done: seen, failed: [] });
  });
});
