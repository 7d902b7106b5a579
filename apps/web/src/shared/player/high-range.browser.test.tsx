import { afterEach, expect, test, vi } from 'vitest';
import { forThisScreen } from './high-range.ts';
import { firstSize } from './prefetched-playlists.ts';

const variant = (bandwidth: number, codec: string, range: string, name: string) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=1280x720,CODECS="${codec},mp4a.40.2",VIDEO-RANGE=${range}\nhls/${name}.m3u8\n`;
const HEAD = '#EXTM3U\n#EXT-X-VERSION:7\n';
const SMALL = variant(300_000, 'avc1.64001e', 'SDR', '240');
const LARGE = variant(3_000_000, 'avc1.64001f', 'SDR', '720');
const LIST = HEAD + SMALL + variant(2_000_000, 'av01.0.05M.10', 'HLG', '720-hdr') + LARGE;

afterEach(() => vi.restoreAllMocks());

function onScreen({ high }: { high: boolean }): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ media: query, matches: high && query === '(dynamic-range: high)' }) as MediaQueryList,
  );
}

test('[VID-01] removes sizes with high dynamic range on a screen without it', () => {
  onScreen({ high: false });
  expect(forThisScreen(LIST)).toBe(HEAD + SMALL + LARGE);
  expect(forThisScreen(LIST.replace('HLG', 'PQ'))).toBe(HEAD + SMALL + LARGE);
  expect(forThisScreen(LIST.trimEnd().replaceAll('SDR', 'PQ'))).toBe(HEAD);
  // The test browser's screen has a standard dynamic range.
  vi.restoreAllMocks();
  expect(forThisScreen(LIST)).toBe(HEAD + SMALL + LARGE);
});

test('[VID-01] keeps all sizes on a screen with high dynamic range, and starts with that one on a fast connection', () => {
  onScreen({ high: true });
  expect(forThisScreen(LIST)).toBe(LIST);
  expect(firstSize(LIST, 10_000_000)).toBe('hls/720-hdr.m3u8');
  expect(firstSize(LIST, 1_000_000)).toBe('hls/240.m3u8');
});
