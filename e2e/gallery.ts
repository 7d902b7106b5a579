import { execFileSync } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { type ApiPerson, call, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { launchOptions } from './support/browser.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './support/kinreel.ts';
import { newPerson, type Person } from './support/people.ts';

/**
 * Renders every screen and state to PNG, in both sizes and both colour schemes, into gallery/ (or the folder named as
 * the first argument). With --docs the few that the documents show are written to docs/screens instead.
 */
const docs = process.argv.includes('--docs');
const root = join(import.meta.dirname, '..');
const folder = resolve(
  root,
  docs ? 'docs/screens' : (process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'gallery'),
);

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const SCHEMES = ['light', 'dark'] as const;

/** The family that the pictures show. */
interface Family {
  kinreel: Kinreel;
  odalie: ApiPerson & { person: Person };
  corvin: ApiPerson & { person: Person };
}

interface Scene {
  name: string;
  /** Who is signed in; nobody if left out. */
  as?: 'odalie' | 'corvin' | 'newcomer';
  path: (family: Family) => string;
  /** What is done before the picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** Whether the documents show it. */
  docs?: true;
}

const openUpload = (page: Page) => page.getByRole('button', { name: 'Upload Video' }).first().click();
const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu' }).click();

const SCENES: readonly Scene[] = [
  { name: 'login', path: () => '/login', docs: true },
  {
    name: 'login-refused',
    path: () => '/login',
    act: async (page) => {
      await page.getByLabel('Email Address').fill('odalie@example.org');
      await page.getByLabel('Password', { exact: true }).fill('not-the-password');
      await page.getByRole('button', { name: 'LOGIN' }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'forgot-password',
    path: () => '/login',
    act: (page) =>
      page
        .getByRole('button', { name: 'Forgot Password?' })
        .or(page.getByRole('link', { name: 'Forgot Password?' }))
        .click(),
  },
  { name: 'registration', path: () => '/registration' },
  {
    name: 'registration-errors',
    path: () => '/registration',
    act: async (page) => {
      await page.getByRole('button', { name: 'SIGN UP' }).last().click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'about', path: () => '/about' },
  { name: 'terms', path: () => '/terms' },
  { name: 'not-found', path: () => '/nowhere' },
  { name: 'demo', path: () => '/videoWatchPage' },
  { name: 'videos', as: 'odalie', path: (f) => `/user/${f.odalie.user.id}/videos`, docs: true },
  { name: 'videos-empty', as: 'newcomer', path: () => '/' },
  {
    name: 'shared-with-me',
    as: 'corvin',
    path: (f) => `/user/${f.corvin.user.id}/videos`,
    act: (page) => page.getByRole('tab', { name: 'Shared With Me' }).click(),
  },
  {
    name: 'shared-by-me',
    as: 'odalie',
    path: (f) => `/user/${f.odalie.user.id}/videos`,
    act: (page) => page.getByRole('tab', { name: 'Shared By Me' }).click(),
  },
  { name: 'upload', as: 'odalie', path: (f) => `/user/${f.odalie.user.id}/videos`, act: openUpload, docs: true },
  {
    name: 'share',
    as: 'odalie',
    path: (f) => `/user/${f.odalie.user.id}/videos`,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Share:/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Give me a link' }).click();
      await page.getByRole('button', { name: 'Copy' }).waitFor();
    },
    docs: true,
  },
  {
    name: 'delete',
    as: 'odalie',
    path: (f) => `/user/${f.odalie.user.id}/videos`,
    act: (page) =>
      page
        .getByRole('button', { name: /^Delete:/ })
        .first()
        .click(),
  },
  {
    name: 'permission',
    as: 'odalie',
    path: (f) => `/user/${f.odalie.user.id}/videos`,
    act: (page) =>
      page
        .getByRole('button', { name: /^Permission:/ })
        .first()
        .click(),
  },
  { name: 'menu', as: 'odalie', path: (f) => `/user/${f.odalie.user.id}/videos`, act: openMenu },
  {
    name: 'notifications',
    as: 'corvin',
    path: (f) => `/user/${f.corvin.user.id}/videos`,
    act: async (page) => {
      // Never marked as read: each picture shows what is new.
      await page.route('**/api/notifications/read', (route) => route.abort());
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first().waitFor();
    },
  },
  { name: 'person', as: 'corvin', path: (f) => `/user/${f.odalie.user.id}/videos`, docs: true },
  { name: 'connections', as: 'odalie', path: (f) => `/user/${f.odalie.user.id}/connections`, docs: true },
  {
    name: 'requests',
    as: 'odalie',
    path: (f) => `/user/${f.odalie.user.id}/connections`,
    act: (page) => page.getByRole('tab', { name: /Requests/ }).click(),
  },
  { name: 'uploads', as: 'odalie', path: (f) => `/user/${f.odalie.user.id}/uploads` },
  { name: 'edit', as: 'odalie', path: (f) => `/user/${f.odalie.user.id}/edit` },
  {
    name: 'edit-banner',
    as: 'odalie',
    path: (f) => `/user/${f.odalie.user.id}/videos`,
    act: (page) => page.getByRole('button', { name: 'Edit Banner' }).click(),
    docs: true,
  },
  { name: 'not-yours', as: 'corvin', path: (f) => `/user/${f.odalie.user.id}/edit` },
  { name: 'library', as: 'odalie', path: () => '/manageLibrary' },
  {
    name: 'library-selecting',
    as: 'odalie',
    path: () => '/manageLibrary',
    act: async (page) => {
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.getByRole('checkbox').first().check();
    },
  },
  { name: 'upload-page', as: 'odalie', path: () => '/videoUploadPage' },
  { name: 'info', as: 'odalie', path: () => '/info' },
];

/** A clip of a few seconds that shows one of the product's own drawings; faces are never drawn. */
async function clip(banner: string): Promise<string> {
  const picture = join(tmpdir(), `kinreel-gallery-${banner}.png`);
  const path = join(tmpdir(), `kinreel-gallery-${banner}.mp4`);
  const drawing = join(root, `apps/web/public/banners/${banner}.svg`);
  await sharp(drawing, { density: 220 }).resize(1280, 720, { fit: 'cover' }).png().toFile(picture);
  const input = [
    '-loop',
    '1',
    '-framerate',
    '10',
    '-t',
    '12',
    '-i',
    picture,
    '-f',
    'lavfi',
    '-t',
    '12',
    '-i',
    'sine=330',
  ];
  const output = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path];
  execFileSync(process.env.FFMPEG_PATH ?? 'ffmpeg', ['-nostdin', '-v', 'error', '-y', ...input, ...output]);
  return path;
}

/** People, connections, videos and shares for the pictures. */
async function makeFamily(kinreel: Kinreel): Promise<Family> {
  const { origin } = kinreel;
  const make = async (firstName: string, lastName: string) => {
    const person = newPerson(firstName, lastName);
    return { person, ...(await registerByApi(origin, person)) };
  };
  const odalie = await make('Odalie', 'Fennick');
  const corvin = await make('Corvin', 'Ashgrove');
  const others = await Promise.all([
    make('Tavi', 'Fennick'),
    make('Ismene', 'Vale'),
    make('Bram', 'Ollerton'),
    make('Maren', 'Holt'),
    make('Jonas', 'Fennick'),
  ]);
  const asked = async (from: ApiPerson, to: ApiPerson, relationship: string) =>
    call<{ connection_id: string }>(origin, from, 'POST', '/api/connections', { relationship, userB: to.user.id });
  for (const [index, other] of [corvin, ...others.slice(0, 3)].entries()) {
    const { connection_id: id } = await asked(other, odalie, index % 2 ? 'family' : 'friend');
    await call(origin, odalie, 'PUT', `/api/connections/${id}`);
  }
  for (const other of others.slice(3)) await asked(other, odalie, 'family');
  await call(origin, odalie, 'PUT', '/api/banner/', { banner: 'Lavender' });
  await call(origin, odalie, 'PUT', `/api/user/update/${odalie.user.id}`, {
    firstName: 'Odalie',
    lastName: 'Fennick',
    city: 'Duluth',
    state: 'MN',
    country: 'United States',
    birthday: '1944-03-09',
    aboutMe:
      'I mend clocks, badly at first and better now. These answers are for the little ones, for when they start asking.',
  });
  const answers: [banner: string, prompt: number, permission: string][] = [
    ['canoe', 2, 'everyone'],
    ['yarn', 26, 'family'],
    ['pier', 18, 'friend'],
  ];
  for (const [banner, prompt, permission] of answers) {
    const video = await uploadByApi(origin, odalie, await openAsBlob(await clip(banner)), `${banner}.mp4`, prompt);
    await call(origin, odalie, 'PUT', `/api/permission/${video.id}`, { permission });
    await call(origin, odalie, 'POST', '/api/share', { user_id: [corvin.user.id], video_id: video.id });
  }
  while ((await ownVideos(origin, odalie)).some((video) => video.status === 'processing')) {
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return { kinreel, odalie, corvin };
}

async function signedIn(
  browser: Browser,
  family: Family,
  who: Scene['as'],
  options: Parameters<Browser['newContext']>[0],
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, baseURL: family.kinreel.origin });
  const token =
    who === 'newcomer'
      ? (await registerByApi(family.kinreel.origin, newPerson('Ada', 'Newcomer'))).token
      : who && family[who].token;
  if (token) await context.addInitScript((value) => localStorage.setItem('accessToken', value), token);
  return context;
}

const kinreel = await startKinreel(UNLIMITED);
const browser = await chromium.launch(launchOptions);
try {
  const family = await makeFamily(kinreel);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const scene of SCENES.filter((one) => !docs || one.docs)) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      for (const colorScheme of docs ? (['light'] as const) : SCHEMES) {
        const context = await signedIn(browser, family, scene.as, { viewport, colorScheme, reducedMotion: 'reduce' });
        const page = await context.newPage();
        await page.goto(scene.path(family));
        await page.waitForLoadState('networkidle');
        try {
          await scene.act?.(page);
        } catch (error) {
          console.error(`${scene.name} ${size}: ${(error as Error).message.split('\n')[0]}`);
          process.exitCode = 1;
        }
        await page.waitForTimeout(400);
        const file = join(folder, `${scene.name}-${size}${docs ? '' : `-${colorScheme}`}.png`);
        // A palette of 256 colours looks the same here and is a third of the bytes.
        await sharp(await page.screenshot())
          .png({ palette: true })
          .toFile(file);
        await context.close();
      }
    }
    console.log(scene.name);
  }
} finally {
  await browser.close();
  await kinreel.remove();
}
