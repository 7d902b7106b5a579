import { openAsBlob } from 'node:fs';
import type { Page } from '@playwright/test';
import { registerByApi, uploadByApi } from './support/api.ts';
import { oldAvi } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

const preparing = (page: Page) => page.getByText(/Preparing your video: [1-9]\d*%/);
const settled = (page: Page) => page.getByText(/Preparing your video/);

test('[UP-02] the progress of a video arrives as live events without polling; if events are blocked, the app polls', async ({
  browser,
  kinreel,
}) => {
  test.setTimeout(180_000);
  const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
  /** A page, and the paths that it has requested. */
  const open = async (blocked: boolean) => {
    const page = await signedInPage(browser, kinreel.origin, person);
    // Load the app's code before the video is prepared, because loading takes seconds.
    await page.goto('/info');
    await expect(page.getByRole('heading', { name: 'Info Page' })).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    if (blocked) await page.route('**/api/events', (route) => route.abort());
    return { page, asked };
  };
  const [live, blocked] = [await open(false), await open(true)];
  const closed: string[] = [];
  live.page.on('requestfailed', (request) => request.url().endsWith('/api/events') && closed.push('closed'));
  const stream = live.page.waitForResponse('**/api/events');
  const { id } = await uploadByApi(kinreel.origin, person, await openAsBlob(oldAvi()), 'Summer 1998.avi');
  await Promise.all([live, blocked].map(({ page }) => page.goto(`/user/${person.user.id}/videos`)));
  expect((await stream).status()).toBe(200);
  for (const { page } of [live, blocked]) await expect(preparing(page)).toBeVisible({ timeout: 90_000 });
  for (const { page } of [live, blocked]) await expect(settled(page)).toBeHidden({ timeout: 90_000 });
  // One request at first, one when the stream opens, one when it can be watched, one when it is ready. Polling would
  // make many more.
  const requestsOf = ({ asked }: { asked: string[] }) => asked.filter((path) => path === `/api/video/${id}`).length;
  expect(requestsOf(live)).toBeLessThanOrEqual(5);
  expect(live.asked.filter((path) => path === '/api/events')).toHaveLength(1);
  // No video is in processing, so the stream is closed.
  await expect.poll(() => closed).toEqual(['closed']);
  expect(blocked.asked).toContain('/api/events');
  // Without events the page showed the progress and the end as well.
  expect(requestsOf(blocked)).toBeGreaterThan(1);
});
