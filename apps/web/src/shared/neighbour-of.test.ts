import { describe, expect, it } from 'vitest';
import { neighbourOf } from './neighbour-of.ts';

describe('the focus after a removal', () => {
  it('[VID-04] goes to the next row, at the end of the list to the one before', () => {
    expect(neighbourOf(['a', 'b', 'c'], 'a')).toBe('b');
    expect(neighbourOf(['a', 'b', 'c'], 'b')).toBe('c');
    expect(neighbourOf(['a', 'b', 'c'], 'c')).toBe('b');
  });

  it('[VID-04] has no row left after the last one', () => {
    expect(neighbourOf(['a'], 'a')).toBeNull();
    expect(neighbourOf(['a'], 'unknown')).toBeNull();
  });
});
