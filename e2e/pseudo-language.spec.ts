import type { Browser, BrowserContext } from '@playwright/test';
import { ANSWERS, MEMBERS } from '../scripts/sample-family/family.ts';
import { type Family, makeFamilyOfOneClip } from './gallery/family.ts';
import { openScene } from './gallery/open-scene.ts';
import { SCENES } from './gallery/scenes.ts';
import { call } from './support/api.ts';
import { DEVICES, fakeCameraLaunchOptions, ONE_PROCESS } from './support/browser.ts';
import { untranslatedTexts, usePseudoLanguage } from './support/pseudo-language.ts';
import { expectAccessible, SIZES } from './support/screen.ts';
import { expect, test } from './support/test.ts';

/**
 * Screens in the pseudo-language: longer texts, right to left. It puts brackets around each text of the catalogue, so a
 * text without brackets is hard-coded. On a phone, where longer texts break a layout first.
 */
const SHOWN = [
  'login-missing',
  'registration-errors',
  'terms',
  'demo',
  'videos-unready',
  'upload',
  'upload-waiting',
  'share-people',
  'delete',
  'notifications',
  'person',
  'connections',
  'uploads',
  'edit-errors',
  'library',
  'captions-cue',
  'recorder-review',
  'connection-lost',
] as const;

/** Scenes that store something in the browser: an unfinished upload, a recording. */
const STORING_SCENES: readonly string[] = ['upload-waiting', 'recorder-review'];

/** Every string in data: content of people or the installation, not of the catalogue. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : [];
}

// One worker for the whole file, so that the family is created once.
test.describe.configure({ mode: 'default' });

test.describe('pseudo-language', () => {
  let browser: Browser;
  /** One context per person, or for visitors: a page in an open context loads in half the CPU time. */
  const contexts = new Map<string, BrowserContext>();
  let family: Family;
  let content: string[];

  test.beforeAll(async ({ kinreel, playwright }) => {
    test.setTimeout(300_000);
    browser = await playwright.chromium.launch({
      ...fakeCameraLaunchOptions,
      args: [...fakeCameraLaunchOptions.args, ONE_PROCESS],
    });
    family = await makeFamilyOfOneClip(kinreel);
    const prompts = await call(kinreel.origin, family.odalie, 'GET', '/api/prompt');
    content = ['Kinreel', ...new Set(stringsOf([MEMBERS, ANSWERS, prompts]))].filter((text) =>
      /[A-Za-z]{2}/.test(text),
    );
  });

  test.afterAll(() => browser.close());

  for (const name of SHOWN) {
    test(`${name}: every text is from the catalogue, nothing overflows, axe reports nothing`, async ({ kinreel }) => {
      const scene = SCENES.find((one) => one.name === name);
      if (!scene) throw new Error(`No scene ${name}`);
      const key = STORING_SCENES.includes(name) ? name : (scene.as ?? 'visitor');
      const context =
        contexts.get(key) ??
        (await browser.newContext({
          baseURL: kinreel.origin,
          viewport: SIZES.phone,
          reducedMotion: 'reduce',
          permissions: DEVICES,
        }));
      contexts.set(key, context);
      const page = await context.newPage();
      await usePseudoLanguage(page);
      await openScene(page, scene, family);

      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      expect.soft(await untranslatedTexts(page, content)).toEqual([]);
      const width = await page.evaluate(() => document.scrollingElement?.scrollWidth ?? 0);
      expect.soft(width).toBeLessThanOrEqual(SIZES.phone.width);
      await expectAccessible(page);
      await page.close();
    });
  }
});
