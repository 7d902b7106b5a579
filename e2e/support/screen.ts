import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import type { ApiPerson } from './api.ts';
import { expect } from './asserting-test.ts';

/** A page in a new browser context in which this person is logged in. */
export async function signedInPage(
  browser: Browser,
  origin: string,
  person: Pick<ApiPerson, 'token'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const storage = { origin, localStorage: [{ name: 'accessToken', value: person.token }] };
  const context = await browser.newContext({
    baseURL: origin,
    ...options,
    storageState: { cookies: [], origins: [storage] },
  });
  return context.newPage();
}

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/**
 * Navigates within the open app, like its links, in a tenth of the CPU time of a page load. The router must have
 * started.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await appStarted(page);
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/**
 * Waits until React has replaced the first words of index.html (apps/web/build/first-paint.ts), which happens after
 * `load`.
 */
export async function appStarted(page: Page): Promise<void> {
  await expect(page.locator('.first-paint')).toHaveCount(0);
}

/**
 * Checks the current screen: axe reports nothing, and nothing overflows a phone. Light colors on a desktop, dark ones
 * on a phone: two renderings cover each size and each scheme.
 * Runs axe twice, so check each state of a screen in one test only.
 *
 * @param only for a menu or drawer that exists at one size
 */
export async function expectGoodScreen(page: Page, only?: keyof typeof SIZES): Promise<void> {
  await appStarted(page);
  const before = page.viewportSize();
  await page.evaluate(stopMotion);
  const sizes = only ? [only] : (['desktop', 'phone'] as const);
  for (const size of sizes) {
    await page.setViewportSize(SIZES[size]);
    const colorScheme = size === 'phone' ? 'dark' : 'light';
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(nextFrames);
    expect.soft(await violations(page), `${page.url()} ${size} ${colorScheme}`).toEqual([]);
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
    expect.soft(width, `${page.url()}: scrolls sideways on a ${size}`).toBeLessThanOrEqual(SIZES[size].width);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate(allowMotion);
  if (!before) return;
  await page.setViewportSize(before);
  // Components that are replaced at another size load their data again.
  await page.evaluate(nextFrames);
}

/** Ends all transitions and animations, so that axe never measures a color in transition. */
function stopMotion(): void {
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important; animation: none !important; }');
  Object.assign(window, { still });
  document.adoptedStyleSheets.push(still);
}

function allowMotion(): void {
  const { still } = window as unknown as { still: CSSStyleSheet };
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
}

/** The page reacts to a new size or color scheme in the next frame, and renders the result in the one after that. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}

/** Checks the current screen in this size and color scheme: axe reports nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(stopMotion);
  expect.soft(await violations(page), page.url()).toEqual([]);
  await page.evaluate(allowMotion);
}

/** Minified, because every page compiles it: the package's own `source` takes twice as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs axe in the page. @returns one line per violated rule */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      // Preloading media is only needed by a rule about autoplaying sound; videos here start muted.
      preload: false,
      iframes: false,
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/**
 * Holds requests to this address. @returns a function that continues or aborts them, also if it is called before they
 * are sent
 */
export async function holdCalls(page: Page, url: string, then: 'continue' | 'abort' = 'continue'): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route[then]();
  });
  return release;
}

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, most = 40): Promise<void> {
  await appStarted(page);
  // Looked up once, and again only if it was replaced: each lookup computes the names of all elements.
  let element = await target.elementHandle();
  const passed: string[] = [];
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    const is = () => element?.evaluate((one) => (one.isConnected ? one === document.activeElement : null));
    let isFocused = await is();
    if (isFocused === null) {
      element = await target.elementHandle();
      isFocused = await is();
    }
    if (isFocused) return;
    passed.push(
      await page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent || '-'),
    );
  }
  throw new Error(`Tab does not reach ${target}, only ${passed.map((name) => name.slice(0, 30)).join(' | ')}`);
}
