import type { Page, Request } from '@playwright/test';
import type { Family } from './family.ts';
import type { Scene } from './scenes.ts';

/** Timeout in milliseconds until a screen stops changing. */
const REST_MS = 10_000;

/** Loading indicators in every language. The last one is a spinner. */
const LOADING = '.first-paint, #root:empty, .MuiSkeleton-root, [data-loading], [role=status] > [role=progressbar]';

/**
 * Opens a scene on a new page: logs in, runs `before`, loads the page and runs `act`.
 * @returns waits until nothing moves and nothing loads, except requests that the scene holds
 */
export async function openScene(page: Page, scene: Scene, family: Family): Promise<() => Promise<void>> {
  const me = scene.as && family[scene.as];
  if (me) await page.addInitScript((value) => localStorage.setItem('accessToken', value), me.token);
  const running = new Set<unknown>();
  // A video loads while it plays, and the event stream lasts as long as the page.
  const isEndless = (request: Request) => request.resourceType() === 'media' || request.url().endsWith('/api/events');
  page.on('request', (request) => !isEndless(request) && running.add(request));
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  const atRest = () => waitForRest(page, () => running.size > 0, Boolean(scene.hold));

  await scene.before?.(page);
  if (scene.fail) await page.route(scene.fail, (route) => route.abort());
  if (scene.hold) await page.route(scene.hold, (route) => void running.delete(route.request()));
  await page.goto(typeof scene.path === 'string' ? scene.path : scene.path(me?.user.id ?? '', family));
  await atRest();
  await scene.act?.(page);
  await atRest();
  return atRest;
}

async function waitForRest(page: Page, isFetching: () => boolean, isHeld: boolean): Promise<void> {
  const until = Date.now() + REST_MS;
  const isLoading = async () => isFetching() || (!isHeld && (await page.locator(LOADING).count()) > 0);
  for (let quiet = 0; quiet < 3 && Date.now() < until; quiet = (await isLoading()) ? 0 : quiet + 1) {
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.all(ending.map((one) => one.finished.catch(() => null)));
  });
}
