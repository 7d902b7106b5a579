import { BANNERS, bannerUrl } from '@kinreel/contracts/banner-names';
import { describe, expect, it } from 'vitest';
import { signedOut } from '../../shared/api/session-events.ts';
import { bannerChosen, bannerCleared, bannerNameFromUrl, bannerSlice } from './banner.slice.ts';
import { nextGridIndex } from './banner-grid.ts';

describe('arrow keys in the grid of banners', () => {
  it('[PROF-05] move from cell to cell and wrap at the ends of rows', () => {
    expect(nextGridIndex('ArrowRight', 0, 5, 20)).toBe(1);
    expect(nextGridIndex('ArrowRight', 4, 5, 20)).toBe(5);
    expect(nextGridIndex('ArrowRight', 19, 5, 20)).toBe(0);
    expect(nextGridIndex('ArrowLeft', 5, 5, 20)).toBe(4);
    expect(nextGridIndex('ArrowLeft', 0, 5, 20)).toBe(19);
  });

  it('[PROF-05] move from row to row within a column', () => {
    expect(nextGridIndex('ArrowDown', 1, 5, 20)).toBe(6);
    expect(nextGridIndex('ArrowDown', 16, 5, 20)).toBe(1);
    expect(nextGridIndex('ArrowUp', 6, 5, 20)).toBe(1);
    expect(nextGridIndex('ArrowUp', 1, 5, 20)).toBe(16);
    expect(nextGridIndex('ArrowDown', 17, 2, 20)).toBe(19);
  });

  it('[PROF-05] work in a grid whose last row is not full', () => {
    expect(nextGridIndex('ArrowUp', 2, 3, 5)).toBe(2);
    expect(nextGridIndex('ArrowUp', 1, 3, 5)).toBe(4);
    expect(nextGridIndex('ArrowDown', 2, 3, 5)).toBe(2);
  });

  it('[PROF-05] follow the direction of the language', () => {
    expect(nextGridIndex('ArrowLeft', 0, 5, 20, 'rtl')).toBe(1);
    expect(nextGridIndex('ArrowRight', 0, 5, 20, 'rtl')).toBe(19);
  });

  it('[PROF-05] other keys do nothing', () => {
    expect(nextGridIndex('Tab', 3, 5, 20)).toBeNull();
    expect(nextGridIndex(' ', 3, 5, 20)).toBeNull();
  });
});

describe('the banner in the store', () => {
  const { reducer } = bannerSlice;

  it('[STATE-09] is an empty string, then the selected name, then empty again', () => {
    const empty = reducer(undefined, { type: 'start' });
    expect(empty).toBe('');
    const chosen = reducer(empty, bannerChosen('Lemons'));
    expect(chosen).toBe('Lemons');
    expect(reducer(chosen, bannerCleared())).toBe('');
  });

  it('[STATE-09] [HEAD-04] is cleared by logging out', () => {
    expect(reducer('Lemons', signedOut())).toBe('');
  });

  it('[PROF-05] can be looked up by its URL', () => {
    for (const { name } of BANNERS) expect(bannerNameFromUrl(bannerUrl(name))).toBe(name);
  });
});
