import { describe, expect, it } from 'vitest';
import { adjacentId } from './adjacent-id.ts';

describe('the focus after a removal', () => {
  it('[VID-04] goes to the next row, at the end of the list to the one before', () => {
    expect(adjacentId(['a', 'b', 'c'], 'a')).toBe('b');
    expect(adjacentId(['a', 'b', 'c'], 'b')).toBe('c');
    expect(adjacentId(['a', 'b', 'c'], 'c')).toBe('b');
  });

  it('[VID-04] has no row left after the last one', () => {
    expect(adjacentId(['a'], 'a')).toBeNull();
    expect(adjacentId(['a'], 'unknown')).toBeNull();
  });
});
