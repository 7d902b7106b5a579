import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type ApiPerson, registerByApi, uploadByApi } from './support/api.ts';
import { oldAvi } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.describe('progress of a video', () => {
  let person: ApiPerson;
  let page: Page;
  /** Paths that the page requested. */
  let asked: string[];

  test.beforeEach(async ({ browser, kinreel }) => {
    person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    page = await signedInPage(browser, kinreel.origin, person);
    asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  });
  test.afterEach(() => page.context().close());

  const upload = (origin: string) => uploadByApi(origin, person, new Blob([readFileSync(oldAvi())]), 'Summer 1998.avi');
  const preparing = () => page.getByText(/Preparing your video: [1-9]\d*%/);
  const settled = () => page.getByText(/Preparing your video/);

  test('[UP-02] arrives from the server by live events, without polling', async ({ kinreel }) => {
    test.setTimeout(180_000);
    const { id } = await upload(kinreel.origin);
    const streams: string[] = [];
    page.on('requestfailed', (request) => request.url().endsWith('/api/events') && streams.push('closed'));
    const stream = page.waitForResponse('**/api/events');
    await page.goto(`/user/${person.user.id}/videos`);
    expect((await stream).status()).toBe(200);
    await expect(preparing()).toBeVisible({ timeout: 90_000 });
    await expect(settled()).toBeHidden({ timeout: 90_000 });
    // One request at first, one when the stream is open, one when the video is ready. Polling would be many more.
    const looks = asked.filter((path) => path === `/api/video/${id}`).length;
    expect(looks).toBeLessThanOrEqual(4);
    expect(asked.filter((path) => path === '/api/events')).toHaveLength(1);
    // No video is being processed, so the stream is closed.
    await expect.poll(() => streams).toEqual(['closed']);
  });

  test('[UP-02] is polled if the stream does not get through', async ({ kinreel }) => {
    test.setTimeout(180_000);
    await page.route('**/api/events', (route) => route.abort());
    await upload(kinreel.origin);
    await page.goto(`/user/${person.user.id}/videos`);
    await expect(preparing()).toBeVisible({ timeout: 90_000 });
    await expect(settled()).toBeHidden({ timeout: 90_000 });
    expect(asked).toContain('/api/events');
  });
});
