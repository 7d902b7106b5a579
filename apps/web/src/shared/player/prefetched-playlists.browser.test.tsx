import Hls from 'hls.js/light';
import { afterEach, expect, test, vi } from 'vitest';
import { firstSize, prefetchedPlaylistLoader, prefetchPlaylists } from './prefetched-playlists.ts';

const LIST = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=250000,AVERAGE-BANDWIDTH=200000,RESOLUTION=426x240,CODECS="avc1.64000d"
hls/240.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1500000,AVERAGE-BANDWIDTH=1200000,RESOLUTION=854x480,CODECS="avc1.64001e"
hls/480.m3u8
`;
const SEGMENTS = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nfile.mp4\n#EXT-X-ENDLIST\n';

let fetched: string[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  fetched = [];
});

/** Mocks a server with these playlists, by the end of their addresses. */
function serve(texts: Record<string, string>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(new URL(url).pathname);
    const text = Object.entries(texts).find(([end]) => url.endsWith(end))?.[1];
    return new Response(text ?? '', { status: text ? 200 : 404 });
  });
}

/** Loads a multivariant playlist as the player does. @returns the number of sizes, or the error of hls.js */
function loadSizes(url: string): Promise<number | string> {
  const hls = new Hls({
    enableWorker: false,
    pLoader: prefetchedPlaylistLoader(Hls.DefaultConfig.loader),
    manifestLoadPolicy: { default: { ...Hls.DefaultConfig.manifestLoadPolicy.default, errorRetry: null } },
  });
  return new Promise<number | string>((resolve) => {
    hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => resolve(levels.length));
    hls.on(Hls.Events.ERROR, (_event, { details }) => resolve(details));
    hls.loadSource(url);
  }).finally(() => hls.destroy());
}

test('chooses the size with which hls.js starts', () => {
  expect(firstSize(LIST, 100_000)).toBe('hls/240.m3u8');
  expect(firstSize(LIST, 2_000_000)).toBe('hls/240.m3u8');
  expect(firstSize(LIST, 3_000_000)).toBe('hls/480.m3u8');
  expect(firstSize('#EXTM3U', 3_000_000)).toBeUndefined();
});

test('the player uses the prefetched playlist once', async () => {
  serve({ '/prefetched/hls.m3u8': LIST, '240.m3u8': SEGMENTS, '480.m3u8': SEGMENTS });
  prefetchPlaylists('/prefetched/hls.m3u8');
  prefetchPlaylists('/prefetched/hls.m3u8');
  await expect.poll(() => fetched).toHaveLength(2);
  expect(fetched[0]).toBe('/prefetched/hls.m3u8');
  expect(fetched[1]).toMatch(/\/prefetched\/hls\/\d+\.m3u8$/);
  // Only the prefetched response can be loaded here.
  expect(await loadSizes('/prefetched/hls.m3u8')).toBe(2);
  expect(await loadSizes('/prefetched/hls.m3u8')).toMatch(/^manifest/);
});

test('the player requests a playlist that could not be prefetched', async () => {
  serve({});
  prefetchPlaylists('/missing/hls.m3u8');
  expect(await loadSizes('/missing/hls.m3u8')).toMatch(/^manifest/);
});
