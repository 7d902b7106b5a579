import { afterEach, expect, test, vi } from 'vitest';
import { type PlayableVideo, plainVideo } from './playable-video.ts';
import { openSource, type VideoSource } from './video-source.ts';

const WEBM = 'data:video/webm;base64,AAAA';
const MP4 = 'data:video/mp4;base64,BBBB';

let source: VideoSource | undefined;
afterEach(() => source?.close());

/** Opens a video whose files are broken. @returns the sources in the order in which they were tried, and the error */
async function tried(sources: PlayableVideo['sources']): Promise<{ urls: string[]; error: string }> {
  const element = document.createElement('video');
  const urls: string[] = [];
  element.addEventListener('loadstart', () => urls.push(element.currentSrc));
  const error = Promise.withResolvers<string>();
  source = openSource(
    element,
    () => ({ ...plainVideo('What was your first job?', MP4), ...(sources && { sources }) }),
    {
      onSizes: vi.fn(),
      onSize: vi.fn(),
      onError: error.resolve,
      onBlocked: vi.fn(),
      onSourceLost: vi.fn(),
      renewMediaCookie: vi.fn(),
    },
    { at: 0, autoPlay: false },
  );
  source.open();
  return { error: await error.promise, urls };
}

test('[VID-01] tries the sources in their order, and shows an error after the last one', async () => {
  const webm = { url: WEBM, type: 'video/webm' as const };
  const mp4 = { url: MP4, type: 'video/mp4' as const };
  expect(await tried([webm, mp4])).toEqual({ urls: [WEBM, MP4], error: 'unplayable' });
  source?.close();
  expect(await tried([mp4, webm])).toEqual({ urls: [MP4, WEBM], error: 'unplayable' });
});

test('[VID-01] skips a type that the browser does not play', async () => {
  const canPlayType = vi.spyOn(HTMLMediaElement.prototype, 'canPlayType');
  canPlayType.mockImplementation((type) => (type === 'video/webm' ? '' : 'maybe'));
  try {
    const seen = await tried([
      { url: WEBM, type: 'video/webm' },
      { url: MP4, type: 'video/mp4' },
    ]);
    expect(seen.urls).toEqual([MP4]);
  } finally {
    canPlayType.mockRestore();
  }
});

test('a local file has no playlist', async () => {
  expect((await tried(undefined)).urls).toEqual([MP4]);
});
