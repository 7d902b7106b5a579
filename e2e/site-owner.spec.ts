import { startKinreel } from './support/kinreel.ts';
import { newPerson, register } from './support/people.ts';
import { expectGoodScreen, goWithin } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the first site owner signs up with the printed address and invites a relative by link, who invites the next one', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const kinreel = await startKinreel({ REGISTRATION: '' });
  try {
    await expect.poll(kinreel.output).toMatch(/\/owner\?code=[\w-]{22}/);
    const address = /http\S+\/owner\?code=[\w-]{22}/.exec(kinreel.output())?.[0] ?? '';
    const newPage = async () => (await browser.newContext({ baseURL: kinreel.origin })).newPage();

    const owner = await newPage();
    await owner.goto(address);
    await owner.getByRole('link', { name: 'Create the first account' }).click();
    await register(owner, newPerson('Odalie'));
    await owner.getByRole('button', { name: "Yes, I'll take care of it" }).click();
    await expect(owner.getByRole('heading', { name: 'You manage this site now' })).toBeVisible();
    await owner.getByRole('link', { name: 'Open the page' }).click();
    await owner.getByRole('radio', { name: /Only invited people/ }).click();
    await expect(owner.getByText('Saved', { exact: true })).toBeVisible();
    await expect(owner.getByRole('radio', { name: 'Everyone with an account' })).toBeChecked();
    await expectGoodScreen(owner);
    await owner.getByRole('tab', { name: 'Invitations' }).click();
    await owner.getByLabel('How many people?').fill('1');
    await owner.getByRole('button', { name: 'Make link' }).click();
    await expect(owner.getByText(/Nobody has joined yet, 1 can/)).toBeVisible();
    await expectGoodScreen(owner);
    await owner.getByRole('tab', { name: 'Tasks' }).click();
    await expect(owner.getByRole('heading', { name: 'All tasks went well' })).toBeVisible();
    await expectGoodScreen(owner);
    await owner.getByRole('tab', { name: 'Questions' }).click();
    await owner.getByRole('textbox', { name: 'Question' }).fill('Who lived next door?');
    await owner.getByRole('button', { name: 'Add question' }).click();
    await expect(owner.getByRole('list', { name: 'Questions of this site' })).toContainText('Who lived next door?');
    await expectGoodScreen(owner);
    const link = await owner.evaluate(async () => {
      const token = localStorage.getItem('accessToken') ?? '';
      const response = await fetch('/api/admin/invitations', { headers: { authorization: `Bearer ${token}` } });
      return response.ok ? ((await response.json()) as { url: string }[])[0]?.url : String(response.status);
    });

    const guest = await newPage();
    await guest.goto('/registration');
    await expect(guest.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
    await expectGoodScreen(guest);
    await guest.goto(String(link));
    await expect(guest.getByRole('heading', { name: 'Odalie invites you, as family' })).toBeVisible();
    await expectGoodScreen(guest);
    await guest.getByRole('link', { name: 'Create an account' }).click();
    await register(guest, newPerson('Tavi'));
    await expect(guest).toHaveURL(/\/user\/[0-9a-f-]+\/videos$/);
    await expect(guest.getByText('You are connected with Odalie Fennick')).toBeVisible();
    await guest.goto(guest.url().replace('/videos', '/connections'));
    await guest.getByRole('button', { name: 'Invite your family' }).click();
    await guest.getByRole('button', { name: 'Make a link' }).click();
    await expect(guest.getByRole('img', { name: 'The link as a code to scan' })).toBeVisible();
    await expect(guest.getByText(/Nobody has joined yet/)).toBeVisible();
    await expectGoodScreen(guest);
    const relative = await guest
      .getByRole('dialog')
      .getByText(/\/invitation\//)
      .innerText();
    const aunt = await newPage();
    await aunt.goto(`http://${relative}`);
    await aunt.getByRole('link', { name: 'Create an account' }).click();
    await register(aunt, newPerson('Ismene'));
    await expect(aunt.getByText('You are connected with Tavi Fennick')).toBeVisible();

    await goWithin(guest, '/admin');
    await expect(guest.getByRole('heading', { name: 'Manage this site' })).toHaveCount(0);

    await owner.getByRole('tab', { name: 'People' }).click();
    await owner.getByRole('button', { name: 'Change Tavi Fennick' }).click();
    await expect(owner.getByRole('dialog', { name: 'Tavi Fennick' })).toBeVisible();
    await expectGoodScreen(owner);
  } finally {
    await kinreel.remove();
  }
});
