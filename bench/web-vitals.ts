import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { type ApiPerson, registerByApi } from '../e2e/support/api.ts';
import { launchOptions } from '../e2e/support/browser.ts';
import { type Kinreel, startKinreel, UNLIMITED } from '../e2e/support/kinreel.ts';
import { login, newPerson } from '../e2e/support/people.ts';
import { storedVideos } from '../e2e/support/stored-videos.ts';
import { describeMachine } from './support/machine.ts';
import { median } from './support/measure.ts';
import { saveResults } from './support/results.ts';

/**
 * `npm run bench:web`: opens login, videos (50 cards) and watch on a slow phone with an empty cache, and uses them.
 * Prints the bytes, the largest contentful paint (LCP), the cumulative layout shift (CLS), and the interaction to next
 * paint (INP) of the slowest tap or key. Medians of three visits; the goals are the "good" thresholds of web.dev.
 * `-- --slow` takes a line of 400 kbit/s. Writes the table to test-results/web-vitals.md. Run it on an idle machine.
 */

/** Latency in milliseconds and bytes per second: Lighthouse's slow 4G, with the values it passes to the browser. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 1_474_560 / 8, uploadThroughput: 675_000 / 8 };
const SLOW_LINE = { latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const CONNECTION = process.argv.includes('--slow') ? SLOW_LINE : SLOW_4G;

/** How much slower than this machine the phone's CPU is. */
const CPU_SLOWDOWN = 4;
const VISITS = 3;
const CARDS = 50;

/** https://web.dev/articles/vitals, 2024. */
const GOALS = { lcp: 2500, cls: 0.1, inp: 200 };

/** How long a page may load or shift after its content is there. */
const SETTLE_MS = 3000;

interface Vitals {
  kib: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  /** Milliseconds. */
  inp: number;
}

interface Visited {
  name: string;
  path: string;
  /** Waits for the content. */
  ready(page: Page): Promise<unknown>;
  use(page: Page): Promise<void>;
}

const kinreel = await startKinreel(UNLIMITED);
const browser = await chromium.launch(launchOptions);
try {
  const machine = describeMachine();
  const owner = newPerson('Odalie');
  const pages = await pagesOf(kinreel, await registerByApi(kinreel.origin, owner));
  const rows: string[] = [];
  for (const visited of pages) {
    const visits: Vitals[] = [];
    for (let index = 0; index < VISITS; index += 1) visits.push(await visit(browser, visited, owner));
    rows.push(rowOf(visited.name, visits));
    console.log(rows.at(-1));
  }
  const text = [
    `${machine}; ${VISITS} visits each.\n`,
    '| Page | KiB | LCP (s) | CLS | INP (ms) | Good |',
    '|---|---:|---:|---:|---:|---|',
    ...rows,
    `| good (web.dev) | | ${GOALS.lcp / 1000} | ${GOALS.cls} | ${GOALS.inp} | |`,
  ].join('\n');
  console.log(`\n${text}`);
  saveResults('web-vitals', text);
} finally {
  await browser.close();
  await kinreel.remove();
}

async function pagesOf(server: Kinreel, owner: ApiPerson): Promise<Visited[]> {
  const questions = Array.from({ length: CARDS }, (_, index) => ({ prompt: 1 + (index % 40) }));
  const [video] = await storedVideos(server, owner, questions);
  return [
    {
      name: 'login',
      path: '/login',
      ready: (page) => page.locator('#early-login').waitFor({ state: 'detached' }),
      async use(page) {
        await page.getByLabel('Email Address').pressSequentially('odalie@example.org', { delay: 50 });
        await page.getByLabel('Password', { exact: true }).pressSequentially('A long password', { delay: 50 });
      },
    },
    {
      name: `videos, ${CARDS} cards`,
      path: `/user/${owner.user.id}/videos`,
      ready: (page) =>
        page
          .getByRole('button', { name: /Show who: / })
          .nth(CARDS - 1)
          .waitFor(),
      async use(page) {
        await page
          .getByRole('button', { name: /Show who: / })
          .first()
          .click();
        await page.getByRole('radio').first().waitFor();
        await page.keyboard.press('Escape');
        await page
          .getByRole('button', { name: /Show who: / })
          .first()
          .waitFor();
      },
    },
    {
      name: 'watch',
      path: `/watch/${video}`,
      // It may play automatically and have ended.
      ready: (page) => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2),
      async use(page) {
        await page
          .getByRole('button', { name: /Speed$/ })
          .first()
          .click();
        await page.keyboard.press('Escape');
        await page.keyboard.press('k');
        await page.keyboard.press('ArrowLeft');
      },
    },
  ];
}

/** One visit of a logged-in person with an empty cache. */
async function visit(
  chrome: Browser,
  { path, ready, use }: Visited,
  person: ReturnType<typeof newPerson>,
): Promise<Vitals> {
  const context = await chrome.newContext({
    baseURL: kinreel.origin,
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  });
  try {
    if (path !== '/login') await logIn(context, person);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const devtools = await context.newCDPSession(page);
    const received = await countBytes(devtools);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    // The browser does not throttle requests of a service worker.
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...CONNECTION });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(watchVitals);
    await page.goto(path, { waitUntil: 'commit' });
    await ready(page);
    await page.waitForTimeout(SETTLE_MS);
    const loaded = await page.evaluate(readVitals);
    const kib = received() / 1024;
    await use(page);
    await page.waitForTimeout(SETTLE_MS);
    return { ...(await page.evaluate(readVitals)), lcp: loaded.lcp, kib };
  } finally {
    await context.close();
  }
}

/** @returns a function that returns the bytes that the page has received, as compressed in transit */
async function countBytes(devtools: CDPSession): Promise<() => number> {
  let total = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => {
    total += encodedDataLength;
  });
  await devtools.send('Network.enable');
  return () => total;
}

async function logIn(context: BrowserContext, person: ReturnType<typeof newPerson>): Promise<void> {
  const page = await context.newPage();
  await page.goto('/login');
  await login(page, person);
  await page.getByRole('heading', { name: 'Odalie Fennick' }).waitFor();
  await page.close();
}

/** What the page measures from its start. */
interface Watched {
  vitals: { lcp: number; cls: number; inp: number };
}

/**
 * Runs in the page. CLS is the worst session window: at most five seconds, with gaps below one second, as web.dev
 * defines it.
 */
function watchVitals(): void {
  const vitals = { lcp: 0, cls: 0, inp: 0 };
  (globalThis as unknown as Watched).vitals = vitals;
  const observe = (type: string, see: (entry: never) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as never);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    vitals.lcp = startTime;
  });
  const shifts = { first: 0, last: 0, sum: 0 };
  observe(
    'layout-shift',
    ({ startTime, value, hadRecentInput }: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
      if (hadRecentInput) return;
      if (startTime - shifts.last > 1000 || startTime - shifts.first > 5000)
        Object.assign(shifts, { first: startTime, sum: 0 });
      shifts.last = startTime;
      shifts.sum += value;
      vitals.cls = Math.max(vitals.cls, shifts.sum);
    },
  );
  observe('event', ({ interactionId, duration }: PerformanceEntry & { interactionId: number }) => {
    if (interactionId > 0) vitals.inp = Math.max(vitals.inp, duration);
  });
}

/** Runs in the page. */
function readVitals(): Watched['vitals'] {
  return (globalThis as unknown as Watched).vitals;
}

function rowOf(name: string, visits: readonly Vitals[]): string {
  const middle = (key: keyof Vitals) => median(visits.map((one) => one[key]));
  const [kib, lcp, cls, inp] = [middle('kib'), middle('lcp'), middle('cls'), middle('inp')];
  const isGood = lcp <= GOALS.lcp && cls <= GOALS.cls && inp <= GOALS.inp;
  return `| ${name} | ${Math.round(kib)} | ${(lcp / 1000).toFixed(1)} | ${cls.toFixed(2)} | ${Math.round(inp)} | ${isGood ? 'yes' : 'no'} |`;
}
