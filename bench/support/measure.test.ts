import { describe, expect, test } from 'vitest';
import { median, percentile, repeatable } from './measure.ts';
import { highestOf } from './rate.ts';
import { type Figure, isReached, short, tableOf } from './table.ts';

describe('figures', () => {
  test('the median is the middle number, or the mean of the two middle numbers', () => {
    expect(median([30, 1, 2])).toBe(2);
    expect(median([10, 9, 1, 2])).toBe(5.5);
    expect(median([])).toBeNaN();
  });

  test('a percentile is the smallest value that at least this share of the values does not exceed', () => {
    const values = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect(percentile(values, 0.99)).toBe(99);
    expect(percentile(values, 1)).toBe(100);
    expect(percentile([7], 0.5)).toBe(7);
  });

  test('random numbers are the same in each run and cover the range', () => {
    const [one, other] = [repeatable(5), repeatable(5)];
    const numbers = Array.from({ length: 1000 }, one);
    expect(numbers).toEqual(Array.from({ length: 1000 }, other));
    expect(Math.min(...numbers)).toBeLessThan(0.01);
    expect(Math.max(...numbers)).toBeGreaterThan(0.99);
    expect(new Set(numbers).size).toBe(1000);
  });

  test('finds the highest sustainable rate with a few tries', async () => {
    const rates = [100, 200, 300, 400, 500, 600, 700];
    for (const limit of [0, 100, 350, 600, 5000]) {
      const tried: number[] = [];
      const highest = await highestOf(rates, async (rate) => {
        tried.push(rate);
        return rate <= limit;
      });
      expect(highest).toBe(rates.findLast((rate) => rate <= limit) ?? 0);
      expect(tried.length).toBe(3);
    }
  });

  test('numbers are shown with three digits', () => {
    expect([0.05772, 9.014, 59.12, 1023.7].map(short)).toEqual(['0.0577', '9.01', '59.1', '1,024']);
  });
});

const figure: Figure = {
  name: 'a list',
  limitName: 'bare SQL',
  unit: 'ms',
  goal: { ratio: 3 },
  kinreel: 8,
  limit: 2,
  ratio: 4,
  errors: 0,
  late: 0,
  cost: { api: 1, identity: 0, postgres: 1, client: 1, statements: 2 },
  memory: { most: 160, after: 150 },
  clientCpu: 0.2,
};

describe('the table', () => {
  test('for times less is better, for everything else more', () => {
    expect(isReached(figure)).toBe(false);
    expect(isReached({ ...figure, unit: '/s' })).toBe(true);
    expect(isReached({ ...figure, goal: { value: 8 } })).toBe(true);
    expect(isReached({ ...figure, unit: 's', goal: { value: 7.9 } })).toBe(false);
    expect(isReached({ ...figure, goal: null })).toBeNull();
    expect(isReached({ ...figure, ratio: null })).toBe(false);
  });

  test('shows the goal next to each figure and counts the failures', () => {
    expect(
      tableOf([figure, { ...figure, limit: null, ratio: null, goal: { value: 10 }, errors: 2, late: 3 }]).split('\n'),
    ).toEqual([
      '| Work | Kinreel | Limit in the same run | Ratio | Goal | Reached | API memory: most, after (MiB) |',
      '|---|---:|---|---:|---:|---|---:|',
      '| a list | 8 ms | 2 ms: bare SQL | 4 x | ≤ 3 x | no | 160, 150 |',
      '| a list | 8 ms (2 failed, 3 waited 5 s for their turn) |  |  | ≤ 10 ms | yes | 160, 150 |',
    ]);
  });
});
