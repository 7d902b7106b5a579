import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type ApiPerson, registerByApi, uploadByApi } from './support/api.ts';
import { oldAvi } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test.describe('how far a video is', () => {
  let person: ApiPerson;
  let page: Page;
  /** Addresses that the page asked for. */
  let asked: string[];

  test.beforeEach(async ({ browser, kinreel }) => {
    person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    page = await signedInPage(browser, kinreel.origin, person);
    asked = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  });
  test.afterEach(() => page.context().close());

  const upload = (origin: string) => uploadByApi(origin, person, new Blob([readFileSync(oldAvi())]), 'Summer 1998.avi');
  const preparing = () => page.getByText(/Preparing your video [1-9]\d* %/);
  const settled = () => page.getByText(/Preparing your video/);

  test('[UP-02] is told by the server as it happens, without asking again and again', async ({ kinreel }) => {
    test.setTimeout(180_000);
    const { id } = await upload(kinreel.origin);
    const streams: string[] = [];
    page.on('requestfailed', (request) => request.url().endsWith('/api/events') && streams.push('closed'));
    const stream = page.waitForResponse('**/api/events');
    await page.goto(`/user/${person.user.id}/videos`);
    expect((await stream).status()).toBe(200);
    await expect(preparing()).toBeVisible({ timeout: 90_000 });
    await expect(settled()).toBeHidden({ timeout: 90_000 });
    // One look to begin with, one when the stream is there, one when the video is ready; polling would be many more.
    const looks = asked.filter((path) => path === `/api/video/${id}`).length;
    expect(looks).toBeLessThanOrEqual(4);
    expect(asked.filter((path) => path === '/api/events')).toHaveLength(1);
    // Nothing waits any more, so nobody listens.
    await expect.poll(() => streams).toEqual(['closed']);
  });

  test('[UP-02] is asked for where no stream gets through', async ({ kinreel }) => {
    test.setTimeout(180_000);
    await page.route('**/api/events', (route) => route.abort());
    await upload(kinreel.origin);
    await page.goto(`/user/${person.user.id}/videos`);
    await expect(preparing()).toBeVisible({ timeout: 90_000 });
    await expect(settled()).toBeHidden({ timeout: 90_000 });
    expect(asked).toContain('/api/events');
  });
});
