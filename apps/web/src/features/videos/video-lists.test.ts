import type { Video } from '@kinreel/contracts/videos';
import { describe, expect, it } from 'vitest';
import { filterAndSortVideos } from './video-lists.ts';

function video(id: string, prompt: string, created_at: string, permission: Video['permission'] = 'family'): Video {
  return {
    id,
    prompt,
    prompt_id: null,
    url: null,
    hls_url: null,
    sources: [],
    growing: null,
    poster_url: null,
    preview_url: null,
    captions_url: null,
    original_url: null,
    permission,
    audience: null,
    opens_at: null,
    status: 'ready',
    status_code: null,
    status_params: {},
    status_reason: null,
    progress: 100,
    preparation: 1,
    duration: null,
    missing_seconds: null,
    trim: null,
    notes: [],
    loudness: null,
    width: null,
    height: null,
    user_id: null,
    created_at,
  };
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
