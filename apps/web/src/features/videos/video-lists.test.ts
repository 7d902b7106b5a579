import type { Video } from '@kinreel/contracts/videos';
import { describe, expect, it } from 'vitest';
import { VIDEO } from '../../testing/samples.ts';
import { filterAndSortVideos } from './video-lists.ts';

function video(id: string, prompt: string, created_at: string, permission: Video['permission'] = 'family'): Video {
  return { ...VIDEO, id, prompt, permission, created_at };
}

const videos = [
  video('a', 'Which song takes you back?', '2026-03-01T10:00:00Z'),
  video('b', 'A house you lived in', '2026-05-01T10:00:00Z', 'everyone'),
  video('c', 'which song takes you back?', '2026-04-01T10:00:00Z', 'everyone'),
];
const all = { text: '', permission: '', sort: 'newest' } as const;
const ids = (list: Video[]) => list.map((one) => one.id).join('');

describe('filterAndSortVideos', () => {
  it('[ROUTE-12] sorts by newest, oldest or prompt', () => {
    expect(ids(filterAndSortVideos(videos, all))).toBe('bca');
    expect(ids(filterAndSortVideos(videos, { ...all, sort: 'oldest' }))).toBe('acb');
    expect(ids(filterAndSortVideos(videos, { ...all, sort: 'prompt' }))).toBe('bca');
    expect(ids(videos)).toBe('abc');
  });

  it('[ROUTE-12] filters by words in the prompt and by permission', () => {
    expect(ids(filterAndSortVideos(videos, { ...all, text: 'SONG you' }))).toBe('ca');
    expect(ids(filterAndSortVideos(videos, { ...all, permission: 'everyone' }))).toBe('bc');
    expect(ids(filterAndSortVideos(videos, { ...all, text: 'house', permission: 'family' }))).toBe('');
  });

  it('[ROUTE-12] includes caption matches with the selected permission', () => {
    const captionHits = new Set(['a', 'c']);
    expect(ids(filterAndSortVideos(videos, { ...all, text: 'house' }, captionHits))).toBe('bca');
    expect(ids(filterAndSortVideos(videos, { ...all, text: 'house', permission: 'family' }, captionHits))).toBe('a');
  });
});
