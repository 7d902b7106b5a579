import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { ACCESS_TOKEN_STORAGE_KEY } from '@kinreel/contracts/constants';
import { type User, user } from '@kinreel/contracts/profile';
import { type PublicConfig, publicConfig } from '@kinreel/contracts/public-config';
import { type Video, video } from '@kinreel/contracts/videos';
import { type Browser, chromium, type Page } from '@playwright/test';
import * as samples from '../apps/web/src/testing/samples.ts';
import { launchOptions } from '../e2e/support/browser.ts';

/**
 * Usage: node scripts/check-bytes.ts [--files]
 *
 * Measures the JavaScript that a first visit downloads: opens each page of the built web app in Chromium with an empty
 * cache, without interaction, and adds up all scripts sent, including those loaded later by a timer or in a worker. The
 * API is mocked. Fails if a page exceeds its budget (KiB, with the server's brotli compression). The service worker
 * does not count, because it starts when the page is idle.
 * --files lists the downloads of each page.
 */
interface FirstVisit {
  name: string;
  path: string;
  /** Maximum size of the JavaScript, in KiB. */
  budget: number;
  loggedIn: boolean;
  /** Resolves when the page is usable. */
  usable: (page: Page) => Promise<void>;
}

const USER: User = user.parse(samples.USER);

const VIDEO: Video = video.parse({
  ...samples.VIDEO,
  url: '/media/video.mp4',
  hls_url: '/media/master.m3u8',
  sources: [{ url: '/media/master.m3u8', type: 'application/vnd.apple.mpegurl' }],
  poster_url: '/media/poster.webp',
  original_url: '/media/original',
  audience: { connections: 2, others: 0, first_name: null, link: false, blocked: 0 },
  loudness: { lufs: -23.4, peak_db: -3.1 },
  user_id: USER.id,
} satisfies Video);

const CONFIG: PublicConfig = publicConfig.parse({
  identity: { domain: 'http://127.0.0.1/identity', clientId: 'web', audience: 'api', connection: 'people' },
  shortLinkDomain: 'http://127.0.0.1',
  address: 'http://127.0.0.1',
  origins: ['http://127.0.0.1'],
});

/** API responses. Any other call gets a 404 and fails the check, because the page might load less without it. */
const RESPONSES: Record<string, unknown> = {
  '/config.json': CONFIG,
  '/api/user': USER,
  '/api/video/userVideos': [VIDEO],
  '/api/notifications/count': { unread: 0 },
  '/api/whats-new': { videos: [], more: false },
  '/api/prompt': [],
};

const VISITS: FirstVisit[] = [
  {
    name: '/login',
    path: '/login',
    budget: 162,
    loggedIn: false,
    usable: (page) => page.getByRole('button', { name: 'LOGIN' }).click({ trial: true }),
  },
  {
    name: '/user/{id}/videos',
    path: `/user/${USER.id}/videos`,
    budget: 190,
    loggedIn: true,
    usable: (page) => page.getByText(VIDEO.prompt).first().waitFor(),
  },
];

/** The clock of a usable page is moved forward by this time, so that scripts loaded by timers count too. */
const LATER_MS = 60_000;

const dist = join(import.meta.dirname, '../apps/web/dist');
const demo = join(import.meta.dirname, '../apps/server/assets/demo');
if (!existsSync(join(dist, 'index.html'))) {
  console.error('The web app is not built. Run: npm run build');
  process.exit(1);
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
  '.mp4': 'video/mp4',
  '.webmanifest': 'application/manifest+json',
};

/** Build files sent since the visit began. */
const sent = new Set<string>();
const unknownCalls = new Set<string>();

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (pathname in RESPONSES) {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(RESPONSES[pathname]));
  } else if (/^\/(api|files|identity)\//.test(pathname)) {
    unknownCalls.add(pathname);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}');
  } else {
    const isFile = pathname !== '/' && existsSync(join(dist, pathname));
    const file = pathname.startsWith('/media/')
      ? join(demo, pathname.slice(7))
      : join(dist, isFile ? pathname : 'index.html');
    if (!existsSync(file)) return void response.writeHead(404).end();
    if (isFile) sent.add(pathname);
    response.setHeader('content-type', TYPES[extname(file)] ?? 'text/html').end(readFileSync(file));
  }
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
// The site's address is the one where the pages are opened.
Object.assign(CONFIG, { address: origin, origins: [origin] });
CONFIG.identity.domain = `${origin}/identity`;

const browser = await chromium.launch(launchOptions);
try {
  let overBudget = false;
  const columns = ['JavaScript', 'budget', 'files', 'CSS', 'fonts'];
  console.log(`${'page'.padEnd(20)}${columns.map((heading) => heading.padStart(11)).join('')}`);
  for (const visit of VISITS) {
    const files = await firstVisit(browser, visit);
    if (process.argv.includes('--files')) for (const file of files) console.log(`  ${file} ${kib(compressed(file))}`);
    const scripts = files.filter((file) => file.endsWith('.js'));
    const bytes = sum(scripts, compressed);
    overBudget ||= bytes > visit.budget * 1024;
    const cells = [
      kib(bytes),
      kib(visit.budget * 1024),
      String(scripts.length),
      kib(
        sum(
          files.filter((file) => file.endsWith('.css')),
          compressed,
        ),
      ),
      kib(
        sum(
          files.filter((file) => file.endsWith('.woff2')),
          (file) => readFileSync(join(dist, file)).length,
        ),
      ),
    ];
    console.log(`${visit.name.padEnd(20)}${cells.map((cell) => cell.padStart(11)).join('')}`);
  }
  console.log('KiB; scripts and styles with brotli');
  if (unknownCalls.size > 0) {
    console.error(`Please add a response for ${[...unknownCalls].join(', ')}`);
    process.exitCode = 1;
  }
  if (overBudget) {
    console.error('A page downloads more JavaScript than its budget. List the files: npm run check:bytes -- --files');
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  server.close();
}

/** Opens a page in a new browser context with an empty cache. @returns paths of the build files that it downloaded */
async function firstVisit(browser: Browser, { path, loggedIn, usable }: FirstVisit): Promise<string[]> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.clock.install();
  if (loggedIn) {
    const token = `${Buffer.from('{}').toString('base64url')}.${Buffer.from('{"sub":"rosa"}').toString('base64url')}.`;
    await context.addInitScript(
      ([key = '', value = '']) => localStorage.setItem(key, value),
      [ACCESS_TOKEN_STORAGE_KEY, token],
    );
  }
  sent.clear();
  await page.goto(path);
  await usable(page);
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(LATER_MS);
  await page.waitForLoadState('networkidle');
  await context.close();
  return [...sent].sort();
}

function sum(files: readonly string[], bytes: (file: string) => number): number {
  return files.reduce((total, file) => total + bytes(file), 0);
}

/**
 * The file as the server sends it: scripts and styles are compressed at build time, fonts are already compressed.
 */
function compressed(file: string): number {
  return statSync(join(dist, file.endsWith('.woff2') ? file : `${file}.br`)).size;
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
