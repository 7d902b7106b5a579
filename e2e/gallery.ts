import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { checkScene } from './gallery/check-scene.ts';
import { type Family, logInAgain, makeFamily } from './gallery/family.ts';
import { openScene } from './gallery/open-scene.ts';
import { SCENES, type Scene } from './gallery/scenes.ts';
import { DEVICES, fakeCameraLaunchOptions } from './support/browser.ts';
import { startKinreel, UNLIMITED } from './support/kinreel.ts';
import { usePseudoLanguage } from './support/pseudo-language.ts';

/**
 * Renders every screen and state to PNG, in every size and color scheme, into gallery/ or the folder in the first
 * argument.
 * --docs renders only the screens of the documentation, into docs/screens.
 * --only=word renders only the screens whose names begin with this word, --size=tablet only this size; both keep all
 * other files.
 * --pseudo renders in the pseudo-language: longer texts, right to left.
 * --check writes no pictures: it opens every screen at 400 % zoom, with 200 % text and in forced colors, and lists the
 * problems.
 */
const args = process.argv.slice(2);
const docs = args.includes('--docs');
const pseudo = args.includes('--pseudo');
const isCheck = args.includes('--check');
const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only');
const onlySize = option('size');
const folder = resolve(
  import.meta.dirname,
  '..',
  docs ? 'docs/screens' : (args.find((arg) => !arg.startsWith('--')) ?? 'gallery'),
);

const SIZES = {
  wide: { width: 1280, height: 800 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 360, height: 740 },
};
type Size = keyof typeof SIZES;

/** The documentation shows each screen on a desktop and on a phone. */
const DOCS_SIZES: readonly Size[] = ['wide', 'phone'];
const SCHEMES = docs ? (['light'] as const) : (['light', 'dark'] as const);

/** Rendering all screens takes longer than the 15 minutes for which a token is valid. */
const LOG_IN_EVERY_MS = 5 * 60_000;

/** Number of screens that are rendered in parallel. */
const AT_ONCE = 2;

/** Renders one screen in one size, in every color scheme. */
async function draw(browser: Browser, origin: string, family: Family, scene: Scene, size: Size): Promise<void> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    reducedMotion: 'reduce',
    baseURL: origin,
    permissions: DEVICES,
    // Scenes intercept requests; requests of a service worker cannot be intercepted.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (pseudo) await usePseudoLanguage(page);
  const atRest = await openScene(page, scene, family);
  if (scene.whole) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...SIZES[size], height: Math.max(height, SIZES[size].height) });
  }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await atRest();
    const file = join(folder, `${scene.name}-${size}${docs ? '' : `-${colorScheme}`}.png`);
    const picture = await page.screenshot({ caret: 'initial' });
    // A palette of 256 colors looks the same at a third of the size.
    await sharp(picture).png({ palette: true }).toFile(file);
  }
  await context.close();
}

/** Checks one screen under all conditions. */
async function check(browser: Browser, origin: string, family: Family, scene: Scene, size: Size): Promise<void> {
  // The check adds a style, which the policy of the identity pages would block.
  const conditions = { viewport: SIZES[size], reducedMotion: 'reduce', baseURL: origin, bypassCSP: true } as const;
  const context = await browser.newContext({ ...conditions, permissions: DEVICES, serviceWorkers: 'block' });
  const page = await context.newPage();
  await openScene(page, scene, family);
  for (const problem of await checkScene(page)) {
    console.error(`${scene.name}, ${problem}`);
    process.exitCode = 1;
  }
  await context.close();
}

const wanted = SCENES.filter((scene) => (docs ? scene.docs : !only || scene.name.startsWith(only)));
const pictures = wanted.flatMap((scene) =>
  (docs ? DOCS_SIZES : (Object.keys(SIZES) as Size[]))
    .filter((size) => !onlySize || size === onlySize)
    .filter((size) => (scene.only ? scene.only === size : !isCheck || size === 'phone'))
    .map((size) => ({ scene, size })),
);
const kinreel = await startKinreel(UNLIMITED);
const browser = await chromium.launch(fakeCameraLaunchOptions);
try {
  const family = await makeFamily(kinreel);
  if (!only && !onlySize && !isCheck) await rm(folder, { recursive: true, force: true });
  if (!isCheck) await mkdir(folder, { recursive: true });
  const waiting = pictures.values();
  let loggedInAt = Date.now();
  const drawAll = async () => {
    for (const { scene, size } of waiting) {
      try {
        if (Date.now() - loggedInAt > LOG_IN_EVERY_MS) {
          loggedInAt = Date.now();
          await logInAgain(kinreel.origin, family);
        }
        await (isCheck ? check : draw)(browser, kinreel.origin, family, scene, size);
        console.log(`${scene.name} ${size}`);
      } catch (error) {
        console.error(`${scene.name} ${size}: ${(error as Error).message.split('\n')[0]}`);
        process.exitCode = 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, drawAll));
} finally {
  await browser.close();
  await kinreel.remove();
}
