import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { connect, registerByApi } from './support/api.ts';
import { DEVICES, fakeCameraLaunchOptions } from './support/browser.ts';
import { startKinreel, UNLIMITED } from './support/kinreel.ts';
import { login, newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';

/**
 * `npm run docs:transcript`: does the main tasks (log in, record an answer, share it, see who can see it, watch it as
 * the other person) and writes test-results/transcript.md: what a screen reader says on each screen, in reading order.
 * A reader must understand each step without the screen.
 */
const FILE = join(import.meta.dirname, '../test-results/transcript.md');

/** How screen readers announce a role; other roles are not announced. */
const SPOKEN_ROLES: Record<string, string> = {
  alert: 'alert',
  article: 'article',
  button: 'button',
  checkbox: 'checkbox',
  combobox: 'combo box',
  dialog: 'dialog',
  heading: 'heading',
  img: 'image',
  link: 'link',
  menuitemcheckbox: 'checkbox in a menu',
  progressbar: 'progress',
  radio: 'radio button',
  region: 'region',
  searchbox: 'search field',
  slider: 'slider',
  status: 'status',
  tab: 'tab',
  textbox: 'text field',
};
const LANDMARKS: Record<string, string> = { banner: 'header', main: 'main', contentinfo: 'footer' };

const lines: string[] = [];
const kinreel = await startKinreel(UNLIMITED);
const browser = await chromium.launch(fakeCameraLaunchOptions);
try {
  await mainJob(browser);
  const text = `# What a screen reader says

The main job, screen by screen, in reading order, with Odalie (82) who answers a question and shares it with her daughter
Tavi. Written by \`npm run docs:transcript\`: read it after every change of a screen. Each step must make sense without
the screen.

${lines.join('\n')}
`;
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, text);
} finally {
  await browser.close();
  await kinreel.remove();
}

async function mainJob(browser: Browser): Promise<void> {
  const odalie = newPerson('Odalie');
  const owner = await registerByApi(kinreel.origin, odalie);
  const viewer = await registerByApi(kinreel.origin, newPerson('Tavi'));
  await connect(kinreel.origin, owner, viewer, 'family');

  const context = await browser.newContext({ baseURL: kinreel.origin, permissions: DEVICES });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByRole('heading', { level: 1, name: 'Login' }).waitFor();
  await say('Odalie opens Kinreel', page);
  await login(page, odalie);
  await page.getByRole('button', { name: 'Record an answer' }).waitFor();
  await say('She logs in', page);

  await page.getByRole('button', { name: 'Record an answer' }).click();
  await page.getByText('We hear you well').waitFor();
  await say('She chooses “Record an answer”', page);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByText(/^Recording 0:0[2-9]$/).waitFor();
  await say('She records', page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('region', { name: 'Your recording' }).getByRole('button').first().waitFor();
  await say('She chooses “Finish”', page);
  await page.getByRole('button', { name: 'Save my answer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Who may see it?' }).waitFor();
  await say('She chooses “Save my answer”', page);
  await page.getByRole('button', { name: 'Done' }).click();
  const share = page.getByRole('button', { name: /^Share: / });
  await share.waitFor({ timeout: 60_000 });
  await say('She chooses “Done”', page);

  await share.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Choose who sees it/ }).click();
  await page.getByRole('menuitemcheckbox').first().waitFor();
  await say('She chooses “Share” and opens the list of people', page, 'dialog');
  await page.getByRole('menuitemcheckbox', { name: /Tavi/ }).click();
  await dialog.getByRole('button', { name: 'Share with 1 person' }).click();
  await page.getByText('Your video has been shared.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await say('She chooses Tavi and shares', page);
  await page.getByRole('button', { name: /^Tavi can see this/ }).click();
  await page.getByRole('dialog', { name: 'Who can see this' }).getByRole('listitem').first().waitFor();
  await say('She asks who can see it', page, 'dialog');

  const other = await signedInPage(browser, kinreel.origin, viewer);
  await other.goto(`/user/${viewer.user.id}/videos`);
  await other.getByRole('button', { name: /^Notifications, 1 new/ }).click();
  await other.getByRole('link', { name: /shared a video with you/ }).waitFor();
  await say('Tavi opens her notifications', other, 'dialog');
  await other.getByRole('link', { name: /shared a video with you/ }).click();
  await other.getByText('Odalie shared this with you').waitFor({ timeout: 60_000 });
  await say('She chooses the video: it plays', other);
}

/** Adds a screen. @param only the open dialog, because a screen reader stays in it */
async function say(step: string, page: Page, only?: 'dialog'): Promise<void> {
  const dialog = page.getByRole('dialog').first();
  const snapshot = await (only && (await dialog.count()) > 0 ? dialog : page.locator('body')).ariaSnapshot();
  lines.push(`## ${step}`, '', `Title: ${await page.title()}`, '');
  for (const line of snapshot.split('\n')) {
    const spoken = toSpoken(line.trim());
    if (spoken) lines.push(`- ${spoken}`);
  }
  lines.push('');
}

/** Converts a line of Playwright's accessibility snapshot to spoken text. Null if nothing is spoken. */
function toSpoken(line: string): string | null {
  if (/^- \/\w+:/.test(line)) return null;
  const [, role = '', name = '', states = '', text = ''] =
    /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]+\])*)'?:?(?: (.*))?$/.exec(line) ?? [];
  if (role === 'text') return text;
  if (LANDMARKS[role]) return `*${LANDMARKS[role]}*`;
  const word = SPOKEN_ROLES[role];
  const spoken = [name || text, name && text && name !== text ? text : ''].filter(Boolean).join(': ');
  if (!spoken) return null;
  const state = [...states.matchAll(/\[(\w+)(?:=(\w+))?\]/g)]
    .map(([, key = '', value]) => (key === 'level' ? `level ${value}` : key))
    .filter((key) => !['active', 'cursor'].includes(key))
    .join(', ');
  return [spoken.replaceAll('\\"', '"'), word && `${word}${state ? ` ${state}` : ''}`].filter(Boolean).join(', ');
}
