import { RUNNING_TEXTS } from '@kinreel/fuzzing/naughty-texts';
import type { Page } from '@playwright/test';
import { call, connect, registerByApi, requestConnection } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import { mailsTo } from './support/mail.ts';
import { newPerson } from './support/people.ts';
import { appStarted, goWithin, signedInPage } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

/** The free texts of a profile: names, place and self-description. */
const FIELDS = ['first_name', 'last_name', 'city', 'state', 'about_me'] as const;

const ran = (page: Page) => page.evaluate(() => 'naughty' in window);

// The policy would block any code in them, and the fixture would then fail this test: texts must not even try.
test('names, places, captions, messages and mails are shown as text, whatever they contain', async ({
  kinreel,
  browser,
}) => {
  const viewer = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const people = [];
  for (let first = 0; first < RUNNING_TEXTS.length; first += FIELDS.length) {
    const person = await registerByApi(kinreel.origin, newPerson('Bram'));
    people.push(person);
    const values = FIELDS.map((_, index) => RUNNING_TEXTS[(first + index) % RUNNING_TEXTS.length]);
    await withDatabase(kinreel, (database) =>
      database.query(
        `update users set ${FIELDS.map((field, index) => `${field} = $${index + 2}`).join(', ')} where id = $1`,
        [person.user.id, ...values],
      ),
    );
    if (people.length === 1) await connect(kinreel.origin, person, viewer);
    else await requestConnection(kinreel.origin, person, viewer);
  }
  const [owner] = people;
  if (!owner) throw new Error('No texts');
  const [video = ''] = await storedVideos(kinreel, owner, [{ prompt: 1, permission: 'everyone' }]);
  const cues = RUNNING_TEXTS.map((text, index) => ({ start: index / 10, end: index / 10 + 5, text }));
  await call(kinreel.origin, owner, 'PUT', `/api/video/${video}/captions`, { version: null, cues });
  const message = RUNNING_TEXTS.slice(0, 24).join('\n');
  await call(kinreel.origin, owner, 'POST', '/api/share', { user_id: [viewer.user.id], video_id: video, message });

  const page = await signedInPage(browser, kinreel.origin, viewer);
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => page.evaluate('window.naughty = 1')));
  const own = `/user/${viewer.user.id}`;
  await page.goto(`${own}/connections`);
  await expect(page.getByText(RUNNING_TEXTS[0] ?? '').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Requests' }).click();
  await expect(page.getByText(RUNNING_TEXTS[5] ?? '').first()).toBeVisible();
  expect(await ran(page)).toBe(false);
  for (const { user } of people) {
    const loaded = page.waitForResponse((response) => response.url().includes(user.id));
    await goWithin(page, `/user/${user.id}/videos`);
    await loaded;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await ran(page)).toBe(false);
  }
  await goWithin(page, `/watch/${video}`);
  await expect(page.getByText(RUNNING_TEXTS[0] ?? '').first()).toBeVisible();
  expect(await ran(page)).toBe(false);

  // Mail programs have no such policy.
  const mails = await expect
    .poll(() => mailsTo(kinreel, viewer.user.email ?? ''))
    .not.toEqual([])
    .then(() => mailsTo(kinreel, viewer.user.email ?? ''));
  const reader = await (await browser.newContext()).newPage();
  for (const mail of mails) {
    await reader.setContent(mail.slice(mail.indexOf('<html')));
    expect(await ran(reader), mail).toBe(false);
    expect(await reader.locator('script, iframe, object, form, base, [onclick], [onerror]').count(), mail).toBe(0);
  }
});

test.describe('a page under the policy', () => {
  test.use({ mayBreakPolicy: true });

  test('neither inline scripts nor inline styles take effect', async ({ page }) => {
    await page.goto('/login');
    await appStarted(page);
    const outcome = await page.evaluate(async () => {
      const thrown = (write: () => unknown) => {
        try {
          write();
          return 'written';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const box = document.body.appendChild(document.createElement('div'));
      const style = document.createElement('style');
      style.textContent = 'body { outline: 7px solid red }';
      document.head.append(style);
      const script = document.createElement('script');
      script.append("document.title = 'run'");
      document.head.append(script);
      box.setAttribute('style', 'position: fixed');
      return {
        handler: thrown(() => box.setAttribute('onclick', "document.title = 'run'")),
        html: thrown(() => {
          box.innerHTML = '<img src=x onerror="document.title=1">';
        }),
        inert: thrown(() => {
          box.innerHTML = '<b>text</b>';
        }),
        worker: thrown(() => new Worker('https://elsewhere.example/worker.js')),
        outline: getComputedStyle(document.body).outlineWidth,
        position: getComputedStyle(box).position,
        title: document.title,
      };
    });
    expect(outcome).toMatchObject({
      handler: 'TypeError',
      html: 'TypeError',
      inert: 'written',
      worker: 'TypeError',
      position: 'static',
    });
    expect(outcome.outline).not.toBe('7px');
    expect(outcome.title).not.toBe('run');
  });
});
