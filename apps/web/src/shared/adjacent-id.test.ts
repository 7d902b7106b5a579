import { describe, expect, it } from 'vitest';
import { adjacentId } from './adjacent-id.ts';

describe('the row that gets the focus after a removal', () => {
  it('[VID-04] returns the next row, or the previous one at the end of the list', () => {
    expect(adjacentId(['a', 'b', 'c'], 'a')).toBe('b');
    expect(adjacentId(['a', 'b', 'c'], 'b')).toBe('c');
    expect(adjacentId(['a', 'b', 'c'], 'c')).toBe('b');
  });

  it('[VID-04] returns null if no row is left', () => {
    expect(adjacentId(['a'], 'a')).toBeNull();
    expect(adjacentId(['a'], 'unknown')).toBeNull();
  });
});
