import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { ApiPerson } from './api.ts';
import { expect } from './asserting-test.ts';

/** A page of a browser of its own in which this person is signed in. */
export async function signedInPage(
  browser: Browser,
  origin: string,
  person: Pick<ApiPerson, 'token'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const kept = { origin, localStorage: [{ name: 'accessToken', value: person.token }] };
  const context = await browser.newContext({
    baseURL: origin,
    ...options,
    storageState: { cookies: [], origins: [kept] },
  });
  return context.newPage();
}

const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/**
 * The screen as it stands, light and dark, on a desk and on a phone: axe finds nothing, and nothing reaches beyond the
 * sides of a phone. The schemes differ in their colours alone, so in the dark only the rules of colour are asked again.
 * Motion is turned off, so that no colour is measured half way. A menu or drawer that is open only in the one size is
 * looked at in that alone.
 */
export async function expectGoodScreen(page: Page, only?: keyof typeof SIZES): Promise<void> {
  for (const viewport of only ? [SIZES[only]] : Object.values(SIZES)) {
    await resize(page, viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await drawn(page);
      let found = await violations(page, colorScheme);
      // On a busy machine a colour may still be half way: what is wrong is so a second later too.
      if (found.length > 0) {
        await page.waitForTimeout(1000);
        found = await violations(page, colorScheme);
      }
      expect.soft(found, `${page.url()} ${viewport.width} ${colorScheme}`).toEqual([]);
    }
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
    expect.soft(width, `${page.url()}: sideways scroll at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
  }
  if (!only) await resize(page, SIZES.desk);
}

/** Another size, and the page drawn in it: some of its parts are made anew, and ask again for what they show. */
async function resize(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await drawn(page);
}

/** Wait until what has changed is drawn, and every movement that has an end has come to it. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter((one) => Number(one.effect?.getComputedTiming().endTime) < Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => null)));
  });
}

/** What axe finds on the page, a line a rule. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({
    resultTypes: ['violations'],
    ...(colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}),
  });
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/**
 * Hold the calls to this address. @returns what lets them go on, or breaks their line; it may be said before they come
 */
export async function holdCalls(page: Page, url: string, then: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  let letGo = () => {};
  const said = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(url, async (route) => {
    await said;
    await route[then]();
  });
  return letGo;
}

/** Go on with Tab until the focus is there. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, most = 40): Promise<void> {
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No way by Tab to ${target}`);
}
