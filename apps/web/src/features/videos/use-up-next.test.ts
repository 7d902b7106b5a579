import { expect, test } from 'vitest';
import { videosAfter } from './use-up-next.ts';

const rows = [
  { id: 'a', url: '/a' },
  { id: 'b', url: '/b' },
  { id: 'c', url: null },
  { id: 'd', url: '/d' },
];
const idsAfter = (id: string) => videosAfter(rows, id).map((row) => row.id);

test('[WATCH-03] up next are the videos after it that can be played', () => {
  expect(idsAfter('a')).toEqual(['b', 'd']);
  expect(idsAfter('c')).toEqual(['d']);
  expect(idsAfter('d')).toEqual([]);
});

test('[WATCH-03] if it is further down in the list, the list begins again', () => {
  expect(idsAfter('z')).toEqual(['a', 'b', 'd']);
});
