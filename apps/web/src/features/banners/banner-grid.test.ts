import { BANNERS, bannerUrl } from '@kinreel/contracts/banner-names';
import { describe, expect, it } from 'vitest';
import { signedOut } from '../../shared/api/session-events.ts';
import { bannerAt, bannerChosen, bannerCleared, bannerSlice } from './banner.slice.ts';
import { gridStep } from './banner-grid.ts';

describe('arrow keys in the grid of banners', () => {
  it('[PROF-05] go from cell to cell and over the ends of rows', () => {
    expect(gridStep('ArrowRight', 0, 5, 20)).toBe(1);
    expect(gridStep('ArrowRight', 4, 5, 20)).toBe(5);
    expect(gridStep('ArrowRight', 19, 5, 20)).toBe(0);
    expect(gridStep('ArrowLeft', 5, 5, 20)).toBe(4);
    expect(gridStep('ArrowLeft', 0, 5, 20)).toBe(19);
  });

  it('[PROF-05] go from row to row in one column', () => {
    expect(gridStep('ArrowDown', 1, 5, 20)).toBe(6);
    expect(gridStep('ArrowDown', 16, 5, 20)).toBe(1);
    expect(gridStep('ArrowUp', 6, 5, 20)).toBe(1);
    expect(gridStep('ArrowUp', 1, 5, 20)).toBe(16);
    expect(gridStep('ArrowDown', 17, 2, 20)).toBe(19);
  });

  it('[PROF-05] hold in a grid whose last row is not full', () => {
    expect(gridStep('ArrowUp', 2, 3, 5)).toBe(2);
    expect(gridStep('ArrowUp', 1, 3, 5)).toBe(4);
    expect(gridStep('ArrowDown', 2, 3, 5)).toBe(2);
  });

  it('[PROF-05] other keys lead nowhere', () => {
    expect(gridStep('Tab', 3, 5, 20)).toBeNull();
    expect(gridStep(' ', 3, 5, 20)).toBeNull();
  });
});

describe('the banner in the store', () => {
  const { reducer } = bannerSlice;

  it('[STATE-09] is an empty string, a chosen name, and empty again', () => {
    const empty = reducer(undefined, { type: 'start' });
    expect(empty).toBe('');
    const chosen = reducer(empty, bannerChosen('Lemons'));
    expect(chosen).toBe('Lemons');
    expect(reducer(chosen, bannerCleared())).toBe('');
  });

  it('[STATE-09] [HEAD-04] goes with the logout', () => {
    expect(reducer('Lemons', signedOut())).toBe('');
  });

  it('[PROF-05] is found by the address of its picture', () => {
    for (const { name } of BANNERS) expect(bannerAt(bannerUrl(name))).toBe(name);
  });
});
