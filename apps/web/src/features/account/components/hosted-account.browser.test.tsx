import { account as text } from '@kinreel/messages/en/account';
import { expect, test } from 'vitest';
import { answer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { SignInData } from './sign-in-data.tsx';

// A separate file, because the configuration is read once per page.
test('with a hosted provider the page says where to change address and password, and has no forms', async () => {
  answer('GET /config.json', { identity: { domain: 'family.eu.auth0.com' } });
  const screen = await renderComponent(
    <>
      <SignInData />
      <DeleteAccount onLeft={() => undefined} />
    </>,
  );
  await expect.element(screen.getByText(text.elsewhere)).toBeVisible();
  await expect.element(screen.getByText(text.deleteElsewhere)).toBeVisible();
  expect(screen.getByRole('button').elements()).toEqual([]);
  expect(serverCalls().filter(({ call }) => call.includes('/account'))).toEqual([]);
});
