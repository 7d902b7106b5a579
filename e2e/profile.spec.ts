import { openAsBlob } from 'node:fs';
import { BANNERS } from '@kinreel/contracts/banners';
import type { User } from '@kinreel/contracts/profile';
import { errors } from '@kinreel/messages/en/errors';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { type ApiPerson, call, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { withDatabase } from './support/database.ts';
import { browserWebm } from './support/media.ts';
import { newPerson } from './support/people.ts';
import { expectGoodScreen, goWithin, signedInPage, tabTo } from './support/screen.ts';
import { storedVideos } from './support/stored-videos.ts';
import { expect, test } from './support/test.ts';

type View = 'videos' | 'connections' | 'uploads' | 'edit';
const viewOf = (person: ApiPerson, view: View) => `/user/${person.user.id}/${view}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const profileOf = (origin: string, person: ApiPerson) => call<User>(origin, person, 'GET', '/api/user');

/** Expects this error text below a field. */
async function expectFault(page: Page, label: string, fault: string): Promise<void> {
  await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(fault);
  await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
}

/** Counts how often the user is loaded from now on. */
function countReloads(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/user') count += 1;
  });
  return () => count;
}

/** Time origin of the page; it changes with a reload. */
const timeOriginOf = (page: Page) => page.evaluate(() => performance.timeOrigin);

/** An image twice as wide as high; the left half is red, the right half blue. */
async function redAndBlue(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 600, height: 300, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 300, top: 0 }])
    .png()
    .toBuffer();
}

/** A file that starts like an MP4 but contains no picture. */
function damagedVideo(): Buffer {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(content.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, content]);
  };
  const brand = box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2mp41', 'latin1'));
  return Buffer.concat([brand, box('mdat', Buffer.alloc(50_000, 7))]);
}

test('[PROF-01][PROF-02][ROUTE-05][PROF-05] own profile: header, views, and tabs with the keyboard only; Edit Banner: twenty banners, instant preview, Cancel, an error that keeps the choice, Save Changes', async ({
  browser,
  kinreel: { origin },
}) => {
  const odalie = await registerByApi(origin, newPerson('Odalie'));
  const page = await signedInPage(browser, origin, odalie);
  await page.goto(viewOf(odalie, 'videos'));
  await expect(heading(page, 'Videos, Odalie Fennick')).toBeVisible();
  await expect(page.getByText('Duluth, MN')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Photo of Odalie Fennick' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Banner' })).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await expect(page.getByRole('tab')).toHaveText(['My Videos', 'Shared With Me', 'Shared By Me']);

  await tabTo(page, tab('My Videos'));
  for (const name of ['Shared With Me', 'Shared By Me', 'My Videos']) {
    await page.keyboard.press('ArrowRight');
    await expect(tab(name)).toBeFocused();
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(/\/videos\?tab=shared-by-me$/);
  await page.reload();
  await expect(tab('Shared By Me')).toHaveAttribute('aria-selected', 'true');
  await expectGoodScreen(page);

  // Edit Profile opens the edit view, with the photo button in place of the banner button.
  const edit = page.getByRole('link', { name: 'Edit Profile' });
  await edit.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(viewOf(odalie, 'edit'));
  await expect(page.getByRole('button', { name: 'Upload Photo' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit Banner' })).toHaveCount(0);
  await expect(page.locator('img[src^="/banners/"]')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText([
    'Edit Information',
    'Notifications',
    'Devices',
    'Blocked people',
    'Activity',
    'Account',
  ]);
  await expectGoodScreen(page);

  await goWithin(page, viewOf(odalie, 'uploads'));
  await expect(page.getByRole('tab')).toHaveText(['Uploads']);

  await goWithin(page, viewOf(odalie, 'videos'));
  const before = odalie.user.banner_image;
  const head = page.locator('main img[src^="/banners/"]').first();
  const dialog = page.getByRole('dialog', { name: 'Edit Banner' });
  const preview = dialog.locator('img[src^="/banners/"]').first();
  await expect(head).toHaveAttribute('src', before);

  await page.getByRole('button', { name: 'Edit Banner' }).click();
  await expect(dialog.getByRole('radio')).toHaveCount(20);
  expect(
    await dialog.getByRole('radio').evaluateAll((all) => all.map((one) => one.closest('label')?.textContent)),
  ).toEqual(
    'Flowers Tree Clouds Balloons Ripple Lemons River Canoe Canyon Mountains Rainbow Yarn Pier Paint Blossoms Citrus Droplet Grass Lavender Sunflower'.split(
      ' ',
    ),
  );
  await expectGoodScreen(page);

  await dialog.getByText('Lemons', { exact: true }).click();
  await expect(preview).toHaveAttribute('src', '/banners/lemons.svg');
  await expect(head).toHaveAttribute('src', '/banners/lemons.svg');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(head).toHaveAttribute('src', before);
  expect((await profileOf(origin, odalie)).banner_image).toBe(before);

  // With the keyboard only: arrow keys select, Enter saves.
  await tabTo(page, page.getByRole('button', { name: 'Edit Banner' }));
  await page.keyboard.press('Enter');
  const chosen = dialog.getByRole('radio', { checked: true });
  await tabTo(page, chosen);
  const at = BANNERS.findIndex(({ url }) => url === before);
  await page.keyboard.press('ArrowDown');
  const next = BANNERS[(at + 5) % BANNERS.length];
  await expect(dialog.getByRole('radio', { name: next?.name })).toBeChecked();
  await expect(preview).toHaveAttribute('src', next?.url ?? '');
  await expect(head).toHaveAttribute('src', next?.url ?? '');

  await page.route('**/api/banner/', (route) => route.abort());
  await tabTo(page, dialog.getByRole('button', { name: 'Save Changes' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: next?.name })).toBeChecked();
  await page.unroute('**/api/banner/');

  const reloads = countReloads(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(notices(page).getByText('Your banner is saved')).toBeVisible();
  await expect.poll(reloads).toBe(1);
  await expect(head).toHaveAttribute('src', next?.url ?? '');
  expect((await profileOf(origin, odalie)).banner_image).toBe(next?.url);
  await page.reload();
  await expect(head).toHaveAttribute('src', next?.url ?? '');
});

test('[PROF-03] another person’s profile: header, about me and videos, without the owner’s controls; Retry works after an error', async ({
  browser,
  kinreel,
}) => {
  const { origin } = kinreel;
  const [odalie, tavi] = await Promise.all([
    registerByApi(origin, newPerson('Odalie')),
    registerByApi(origin, newPerson('Tavi', 'Marrow')),
  ]);
  const aboutMe = 'I kept bees.\nThen the bees kept me.';
  await withDatabase(kinreel, (client) =>
    client.query(`update users set state = 'mn', about_me = $2, banner = 'Lemons' where id = $1`, [
      tavi.user.id,
      aboutMe,
    ]),
  );
  await storedVideos(kinreel, tavi, [{ prompt: 26, permission: 'everyone' }]);

  const page = await signedInPage(browser, origin, odalie);
  const profileCall = `**/api/search/${tavi.user.id}`;
  await page.route(profileCall, (route) => route.abort());
  await page.goto(viewOf(tavi, 'videos'));
  await expect(heading(page, "We couldn't load this page")).toBeVisible();
  await page.unroute(profileCall);
  const before = await timeOriginOf(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(heading(page, 'Tavi Marrow')).toBeVisible();
  expect(await timeOriginOf(page)).toBe(before);

  await expect(page.getByText('Duluth, MN')).toBeVisible();
  await expect(page.locator('img[src="/banners/lemons.svg"]')).toBeVisible();
  expect(await page.getByText('I kept bees.').innerText()).toBe(aboutMe);
  await expect(page.getByRole('img', { name: 'Photo of Tavi Marrow' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['My Videos']);
  const card = page.getByRole('article', { name: 'What was your first job?' });
  await expect(card.getByRole('link', { name: /^Play/ })).toBeVisible();
  await expect(card.getByRole('button', { name: /^(Delete|Share|Permission)/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit Banner' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0);
  await expectGoodScreen(page);
  // The same for the address of a tab of another person.
  await goWithin(page, `${viewOf(tavi, 'videos')}?tab=shared-with-me`);
  await expect(page.getByRole('tabpanel', { name: 'My Videos' })).toBeVisible();
});

test('[PROF-04] Edit Information has each field, shows errors next to it, and saves', async ({
  browser,
  kinreel: { origin },
}) => {
  const odalie = await registerByApi(origin, newPerson('Odalie'));
  const page = await signedInPage(browser, origin, odalie);
  await page.goto(viewOf(odalie, 'edit'));
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = page.getByRole('button', { name: 'Save' });
  await expect(page.locator('form label')).toHaveText([
    'First Name',
    'Last Name',
    'City',
    'State',
    'Country',
    'Birthday',
    'About me',
    'Let people find me in search',
    'Show my name and question on links',
  ]);
  await expect(field('Birthday')).toHaveValue('1944-03-09');

  for (const label of ['First Name', 'Last Name', 'City', 'Country', 'Birthday']) await field(label).fill('');
  await save.click();
  for (const label of ['First Name', 'Last Name', 'City', 'Country']) {
    await expectFault(page, label, `Please enter your ${label.toLowerCase()}.`);
  }
  await expect(field('Birthday')).toHaveAttribute('aria-invalid', 'true');
  await expect(field('Birthday')).toHaveAccessibleDescription(/birthday|date/i);
  await expect(field('First Name')).toBeFocused();
  await expect(field('State')).not.toHaveAttribute('aria-invalid', 'true');
  await expectGoodScreen(page);

  await field('First Name').fill('   ');
  await expectFault(page, 'First Name', 'Please enter your first name.');
  await field('First Name').fill('x'.repeat(101));
  await expectFault(page, 'First Name', 'Please use at most 100 characters.');
  await field('Birthday').fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
  await expectFault(page, 'Birthday', 'Your birthday cannot be later than today.');
  await field('Birthday').fill('1800-01-01');
  await expectFault(page, 'Birthday', 'Please check the year of your birthday.');
  const text = `${'An evening\n'.repeat(181)}and nine.`;
  expect(text).toHaveLength(2000);
  await field('About me').fill(`${text}!`);
  await field('Country').focus();
  await expectFault(page, 'About me', 'Please use at most 2,000 characters.');
  expect((await profileOf(origin, odalie)).first_name).toBe('Odalie');

  const today = new Date().toISOString().slice(0, 10);
  await field('First Name').fill(' Odile ');
  await field('Last Name').fill('Vanterpool');
  await field('City').fill('Lisbon');
  await field('State').selectOption('');
  await field('Country').fill('Portugal');
  await field('Birthday').fill(today);
  await field('About me').fill(text);
  await expect(page.getByText('2,000 of 2,000 characters')).toBeVisible();

  // A failed save shows an error and keeps the input.
  await page.route('**/api/user/update/**', (route) => route.abort());
  await save.click();
  await expect(page.locator('form').getByRole('alert')).toBeVisible();
  await expect(field('City')).toHaveValue('Lisbon');
  await page.unroute('**/api/user/update/**');

  // With the keyboard. The user is reloaded, and the header changes.
  const reloads = countReloads(page);
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(notices(page).getByText('Your profile is saved')).toBeVisible();
  await expect(heading(page, 'Edit Information, Odile Vanterpool')).toBeVisible();
  await expect(page.getByText('Lisbon, Portugal')).toBeVisible();
  await expect.poll(reloads).toBe(1);
  expect(await profileOf(origin, odalie)).toMatchObject({
    first_name: 'Odile',
    last_name: 'Vanterpool',
    city: 'Lisbon',
    state: '',
    country: 'Portugal',
    birthday: today,
    about_me: text,
  });
});

test('[PROF-01][PROF-06] Upload your Image: one photo; other files are rejected; the chosen square is stored; on success the dialog closes, a notice appears and the user is reloaded', async ({
  browser,
  kinreel: { origin },
}) => {
  const odalie = await registerByApi(origin, newPerson('Odalie'));
  const page = await signedInPage(browser, origin, odalie);
  await page.goto(viewOf(odalie, 'edit'));
  await tabTo(page, page.getByRole('button', { name: 'Upload Photo' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Upload your Image' });
  const area = dialog.locator('button', { hasText: 'Click or Drag 1 Photo Here' });
  const input = dialog.locator('input[type=file]');
  const send = dialog.getByRole('button', { name: 'Save Photo' });
  await expect(area).toBeVisible();
  await expect(input).not.toHaveAttribute('multiple');
  await expect(send).toBeDisabled();
  await expectGoodScreen(page);

  // A text file, two photos, and a text file with the name of a photo.
  await input.setInputFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear all') });
  await expect(dialog.getByRole('alert')).toHaveText('Photo files only');
  await expect(send).toBeDisabled();
  const two = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    for (const name of ['a.png', 'b.png']) data.items.add(new File(['x'], name, { type: 'image/png' }));
    return data;
  });
  await area.dispatchEvent('drop', { dataTransfer: two });
  await expect(dialog.getByRole('alert')).toHaveText('Please choose one photo at a time.');
  await expect(send).toBeDisabled();
  await input.setInputFiles({ name: 'false.png', mimeType: 'image/png', buffer: Buffer.from('Dear all') });
  await expect(dialog.getByRole('alert')).toContainText('We cannot open false.png here.');
  await expect(send).toBeDisabled();

  // A lost connection, then a retry with the same photo.
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await redAndBlue() });
  const shown = dialog.getByRole('img', { name: 'Your photo as others will see it' });
  const frame = dialog.getByRole('application', { name: 'Position of your photo' });
  await expect(dialog.locator('button', { hasText: 'Choose another photo' })).toBeVisible();
  await expectGoodScreen(page);
  // The visible part of the photo: its left offset and its width, as a share of the frame's width.
  const view = async () => {
    const [photo, square] = await Promise.all([shown.boundingBox(), frame.boundingBox()]);
    if (!photo || !square) throw new Error('The photo is not shown');
    const parts = [(square.x - photo.x) / square.width, photo.width / square.width];
    return parts.map((part) => Math.abs(Math.round(part * 10) / 10));
  };
  await expect.poll(view).toEqual([0.5, 2]);
  await tabTo(page, frame);
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(view).toEqual([0, 2]);
  await tabTo(page, dialog.getByRole('slider', { name: 'Zoom' }));
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await view())[1]).toBe(4);
  // Dragged to the left, only the blue half is in the frame.
  const square = await frame.boundingBox();
  if (!square) throw new Error('There is no frame');
  for (let drag = 0; drag < 4; drag += 1) {
    await page.mouse.move(square.x + square.width - 10, square.y + 100);
    await page.mouse.down();
    await page.mouse.move(square.x + 10, square.y + 100, { steps: 4 });
    await page.mouse.up();
  }
  await expect.poll(view).toEqual([3, 4]);
  await page.route('**/api/photo/**', (route) => route.abort());
  await send.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(send).toBeFocused();
  await page.unroute('**/api/photo/**');
  const reloads = countReloads(page);
  await send.click();
  await expect(dialog).toHaveCount(0);
  await expect(notices(page).getByText('Your photo is saved')).toBeVisible();
  expect(reloads()).toBe(0);
  await expect.poll(reloads).toBe(1);

  const { profile_image: url } = await profileOf(origin, odalie);
  expect(url).toMatch(/^\/media\/photos\//);
  const photo = page.getByRole('img', { name: 'Photo of Odalie Fennick' });
  await expect(photo.locator('img')).toHaveAttribute('src', url ?? '');
  expect(
    await photo.locator('img').evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth)),
  ).toBe(512);
  const stored = await page.context().request.get(url ?? '');
  const [red, , blue] = (await sharp(await stored.body()).stats()).channels.map(({ mean }) => mean);
  expect(blue).toBeGreaterThan(240);
  expect(red).toBeLessThan(15);

  // If the image cannot be loaded, an icon is shown.
  await page.route('**/media/photos/**', (route) => route.abort());
  await page.goto(viewOf(odalie, 'videos'));
  await expect(photo.locator('svg')).toBeVisible();
  await expect(photo.locator('img')).toHaveCount(0);
});

test('[PROF-07] Uploads lists videos in processing, failed ones and an interrupted upload, to retry or to discard; empty and error states', async ({
  browser,
  kinreel: { origin },
}) => {
  const odalie = await registerByApi(origin, newPerson('Odalie'));
  const page = await signedInPage(browser, origin, odalie);
  const list = '**/api/video/userVideos*';
  await page.route(list, (route) => route.abort());
  await page.goto(viewOf(odalie, 'uploads'));
  await expect(page.getByText("We couldn't load your uploads")).toBeVisible();
  await page.unroute(list);
  const before = await timeOriginOf(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('All your videos are ready')).toBeVisible();
  expect(await timeOriginOf(page)).toBe(before);
  await expectGoodScreen(page);

  const broken = await uploadByApi(origin, odalie, new Blob([new Uint8Array(damagedVideo())]), 'broken.mp4', 2);
  await expect.poll(async () => (await ownVideos(origin, odalie))[0]?.status, { timeout: 60_000 }).toBe('failed');
  const good = await uploadByApi(origin, odalie, await openAsBlob(browserWebm()), 'story.webm', 3);
  await page.reload();
  const failed = page.getByRole('article', { name: broken.prompt });
  await expect(failed).toContainText('This file seems to be damaged');
  await expect(failed).toContainText('Uploaded on');
  // A ready video disappears from the list automatically.
  await expect(page.getByRole('article', { name: good.prompt })).toHaveCount(0, { timeout: 60_000 });
  await expectGoodScreen(page);

  // Only a different file can help.
  await expect(failed.getByRole('button', { name: `Choose another file: ${broken.prompt}` })).toBeVisible();
  await expect(failed.getByRole('button', { name: /^Retry/ })).toHaveCount(0);

  await failed.getByRole('button', { name: `Discard: ${broken.prompt}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this video?' });
  await expect(question).toHaveAccessibleDescription('The deletion of this video will be permanent.');
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('All your videos are ready')).toBeVisible();
  expect((await ownVideos(origin, odalie)).map(({ id }) => id)).toEqual([good.id]);

  const calls = '**/files/**';
  const full = { code: 'storage.full', message: errors['storage.full'] };
  await page.route(calls, (route) => route.fulfill({ status: 507, json: full }));
  const stopped = page.getByRole('article', { name: 'What was your first job?' });
  const dialog = page.getByRole('dialog', { name: 'Upload Video Here!' });
  async function upload(): Promise<void> {
    await page.getByRole('button', { name: 'Upload Video' }).first().click();
    await dialog.getByRole('radio', { name: 'What was your first job?' }).check();
    await dialog.locator('input[type=file]').setInputFiles(browserWebm());
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(stopped.getByRole('alert')).toContainText(full.message);
  }
  await upload();
  await expectGoodScreen(page);
  await stopped.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('All your videos are ready')).toBeVisible();

  await upload();
  await page.unroute(calls);
  await stopped.getByRole('button', { name: 'Retry' }).click();
  await expect(notices(page).getByText('Successful Upload')).toBeVisible();
  expect(await ownVideos(origin, odalie)).toHaveLength(2);
});
