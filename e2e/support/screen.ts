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

/** Waits until React has replaced the first words of index.html (apps/web/build/first-paint.ts): `load` does not wait for it. */
export async function appStarted(page: Page): Promise<void> {
  await expect(page.locator('.first-paint')).toHaveCount(0);
}

/**
 * Checks the current screen: axe finds nothing, and nothing is wider than a phone. The light scheme is checked on a
 * desktop and on a phone. The dark scheme differs in its colors alone, so only the color rules run again, at one size.
 * One call is three scans: check each state of a screen in one test only.
 *
 * @param only for a menu or drawer that exists at one size
 */
export async function expectGoodScreen(page: Page, only?: keyof typeof SIZES): Promise<void> {
  await appStarted(page);
  const before = page.viewportSize();
  const sizes = only ? [SIZES[only]] : Object.values(SIZES);
  await page.evaluate(stopMotion);
  for (const [index, viewport] of sizes.entries()) {
    await page.setViewportSize(viewport);
    for (const colorScheme of index === 0 ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(nextFrames);
      const found = await violations(page, colorScheme === 'dark' ? COLOR_RULES : undefined);
      expect.soft(found, `${page.url()} ${viewport.width} ${colorScheme}`).toEqual([]);
    }
    const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
    expect.soft(width, `${page.url()}: scrolls sideways at ${viewport.width}`).toBeLessThanOrEqual(viewport.width);
  }
  await page.evaluate(allowMotion);
  if (!before) return;
  await page.setViewportSize(before);
  // Components that are replaced at another size load their data again; wait for that.
  await page.evaluate(nextFrames);
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Ends all transitions and animations, so that axe never measures a color that is still changing. */
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

/** The page reacts to a new size or color scheme in the next frame, and draws the result in the one after that. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
}

/** Checks the current screen as it is, in this size and color scheme: axe finds nothing. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(stopMotion);
  expect.soft(await violations(page), page.url()).toEqual([]);
  await page.evaluate(allowMotion);
}

/** Minified, because every page compiles it: the package's own `source` takes twice as long. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Runs axe in the page. @returns one line per violated rule */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      // Loading media first is for one rule about sound that starts on its own; videos here start muted.
      preload: false,
      iframes: false,
      ...(only ? { runOnly: [...only] } : {}),
    });
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
}

/**
 * Hold requests to this address. @returns a function that lets them continue, or aborts them; it also works before they
 * are sent
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

/** Press Tab until this element has the focus. */
export async function tabTo(page: Page, target: ReturnType<Page['locator']>, most = 40): Promise<void> {
  await appStarted(page);
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`No way by Tab to ${target}`);
}
