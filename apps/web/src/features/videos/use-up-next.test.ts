import { expect, test } from 'vitest';
import { videosAfter } from './use-up-next.ts';

const rows = [
  { id: 'a', url: '/a' },
  { id: 'b', url: '/b' },
  { id: 'c', url: null },
  { id: 'd', url: '/d' },
];
const idsAfter = (id: string) => videosAfter(rows, id).map((row) => row.id);

test('[WATCH-03] returns the playable videos after the current one', () => {
  expect(idsAfter('a')).toEqual(['b', 'd']);
  expect(idsAfter('c')).toEqual(['d']);
  expect(idsAfter('d')).toEqual([]);
});

test('[WATCH-03] starts with the first video if the current one is not loaded', () => {
  expect(idsAfter('z')).toEqual(['a', 'b', 'd']);
});
