import type { Video } from '@kinreel/contracts';
import type { Page, Route } from '@playwright/test';
import type { SetFile } from './media.ts';

/** Changes properties of every video in the server's responses. */
export async function describeVideos(page: Page, change: (video: Video) => Partial<Video>): Promise<void> {
  await page.route(/\/api\/video\/(userVideos|user\/|10$|[0-9a-f-]{36}$)/, async (route) => {
    const answer = await route.fetch();
    if (!answer.ok()) return route.fulfill({ response: answer });
    const videos = (await answer.json()) as Video[];
    await route.fulfill({ response: answer, json: videos.map((video) => ({ ...video, ...change(video) })) });
  });
}

/** Responds with all bytes, or with the requested range. */
export async function fulfilBytes(route: Route, { bytes, contentType }: Omit<SetFile, 'name'>): Promise<void> {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(route.request().headers().range ?? '') ?? [];
  if (from === undefined) return route.fulfill({ body: bytes, contentType });
  const end = Math.min(to ? Number(to) : Number.POSITIVE_INFINITY, bytes.length - 1);
  return route.fulfill({
    status: 206,
    body: bytes.subarray(Number(from), end + 1),
    contentType,
    headers: { 'content-range': `bytes ${from}-${end}/${bytes.length}`, 'accept-ranges': 'bytes' },
  });
}
