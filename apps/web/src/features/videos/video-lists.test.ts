import type { Video } from '@kinreel/contracts/videos';
import { describe, expect, it } from 'vitest';
import { arrangeVideos, namesInWords, withFirst } from './video-lists.ts';

function video(id: string, prompt: string, created_at: string, permission: Video['permission'] = 'family'): Video {
  return {
    id,
    prompt,
    prompt_id: null,
    url: null,
    hls_url: null,
    poster_url: null,
    preview_url: null,
    captions_url: null,
    original_url: null,
    permission,
    status: 'ready',
    status_reason: null,
    progress: 100,
    duration: null,
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

describe('the library', () => {
  it('[ROUTE-12] is sorted by newest, oldest or prompt', () => {
    expect(ids(arrangeVideos(videos, all))).toBe('bca');
    expect(ids(arrangeVideos(videos, { ...all, sort: 'oldest' }))).toBe('acb');
    expect(ids(arrangeVideos(videos, { ...all, sort: 'prompt' }))).toBe('bca');
    expect(ids(videos)).toBe('abc');
  });

  it('[ROUTE-12] is filtered by words of the prompt and by permission', () => {
    expect(ids(arrangeVideos(videos, { ...all, text: 'SONG you' }))).toBe('ca');
    expect(ids(arrangeVideos(videos, { ...all, permission: 'everyone' }))).toBe('bc');
    expect(ids(arrangeVideos(videos, { ...all, text: 'house', permission: 'family' }))).toBe('');
  });

  it('[ROUTE-12] holds those in which the words are said, of that permission', () => {
    const spoken = new Set(['a', 'c']);
    expect(ids(arrangeVideos(videos, { ...all, text: 'house' }, spoken))).toBe('bca');
    expect(ids(arrangeVideos(videos, { ...all, text: 'house', permission: 'family' }, spoken))).toBe('a');
  });
});

describe('lists of videos', () => {
  it('[ROUTE-06] put the video asked for first, once', () => {
    expect(ids(withFirst(videos, videos[2]))).toBe('cab');
    expect(ids(withFirst(videos, undefined))).toBe('abc');
    expect(ids(withFirst([], videos[0]))).toBe('a');
  });

  it('[VID-02] name who a video is shared with', () => {
    expect(namesInWords([])).toBe('');
    expect(namesInWords(['Tavi Fennick'])).toBe('Tavi Fennick');
    expect(namesInWords(['Tavi', 'Ismene'])).toBe('Tavi and Ismene');
    expect(namesInWords(['Tavi', 'Ismene', 'Bram'])).toBe('Tavi, Ismene and Bram');
    expect(namesInWords(['Tavi', 'Ismene', 'Bram', 'Corvin'])).toBe('Tavi, Ismene and 2 others');
    expect(namesInWords(['Tavi', 'Ismene'], 140)).toBe('Tavi, Ismene and 138 others');
  });
});
