import { startKinreel } from './support/kinreel.ts';
import { newPerson, register } from './support/people.ts';
import { expectGoodScreen, goWithin } from './support/screen.ts';
import { expect, test } from './support/test.ts';

test('the first site owner signs up with the printed address, opens the door with a link, and closes it', async ({
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
    await owner.getByRole('link', { name: 'SIGN UP' }).click();
    await register(owner, newPerson('Odalie'));
    await owner.getByRole('button', { name: 'Yes, I look after it' }).click();
    await expect(owner.getByRole('heading', { name: 'You look after this site now' })).toBeVisible();
    await owner.getByRole('link', { name: 'Open the page' }).click();
    await owner.getByRole('radio', { name: /Only invited people/ }).click();
    await expect(owner.getByText('Saved', { exact: true })).toBeVisible();
    await expectGoodScreen(owner);
    await owner.getByRole('tab', { name: 'Invitations' }).click();
    await owner.getByLabel('How many people?').fill('1');
    await owner.getByRole('button', { name: 'Make link' }).click();
    await expect(owner.getByText(/0 of 1 used/)).toBeVisible();
    await expectGoodScreen(owner);
    await owner.getByRole('tab', { name: 'Tasks' }).click();
    await expect(owner.getByRole('heading', { name: 'All tasks went well' })).toBeVisible();
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
    await expect(guest).toHaveURL(/\/registration$/);
    await register(guest, newPerson('Tavi'));
    await expect(guest).toHaveURL(/\/user\/[0-9a-f-]+\/videos$/);
    await goWithin(guest, '/admin');
    await expect(guest.getByRole('heading', { name: 'Look after this site' })).toHaveCount(0);

    await owner.getByRole('tab', { name: 'People' }).click();
    await owner.getByRole('button', { name: 'Change Tavi Fennick' }).click();
    await expect(owner.getByRole('dialog', { name: 'Tavi Fennick' })).toBeVisible();
    await expectGoodScreen(owner);
  } finally {
    await kinreel.remove();
  }
});
