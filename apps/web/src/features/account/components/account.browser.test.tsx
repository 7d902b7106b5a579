import { account as text } from '@kinreel/messages/en/account';
import { common } from '@kinreel/messages/en/common';
import { expect, test, vi } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { SignInData } from './sign-in-data.tsx';

const ACCOUNT = { email: 'odalie@example.org', email_verified: true, new_email: null };
const none = () => new Response(null, { status: 204 });
/** An error in the format of the identity service. */
const refused = (status: number, error: string) => () =>
  Response.json({ error, error_description: 'Not shown' }, { status });

test('a new address requires the password, waits for confirmation, and can be cancelled', async () => {
  answer('GET /identity/account', ACCOUNT);
  const screen = await renderComponent(<SignInData />);
  await screen.getByRole('button', { name: text.emailChange }).click();
  await screen.getByLabelText(text.emailNew).fill('odalie@new.example');
  await screen.getByRole('button', { name: text.emailSend }).click();
  await expect.element(screen.getByText(text.passwordMissing)).toBeVisible();

  answer('POST /identity/account/email', refused(403, 'wrong_password'));
  await screen.getByLabelText(text.currentPassword).fill('Wrong-horse-7');
  await screen.getByRole('button', { name: text.emailSend }).click();
  await expect.element(screen.getByText(text.wrongPassword)).toBeVisible();

  answer('POST /identity/account/email', refused(429, 'too_many_attempts'));
  await screen.getByRole('button', { name: text.emailSend }).click();
  await expect.element(screen.getByText(new RegExp(text.tooMany))).toBeVisible();

  const waiting = { ...ACCOUNT, new_email: 'odalie@new.example' };
  answer('POST /identity/account/email', () => Response.json(waiting, { status: 202 }));
  answer('GET /identity/account', waiting);
  await screen.getByRole('button', { name: text.emailSend }).click();
  await expect.element(screen.getByText(text.emailWaiting({ email: 'odalie@new.example' }))).toBeVisible();
  expect(serverCalls('POST').at(-1)?.body).toEqual({ current_password: 'Wrong-horse-7', email: 'odalie@new.example' });

  answer('DELETE /identity/account/asked-email', none);
  answer('GET /identity/account', ACCOUNT);
  await screen.getByRole('button', { name: text.emailForget }).click();
  await expect.element(screen.getByText(text.emailWaiting({ email: 'odalie@new.example' }))).not.toBeInTheDocument();
});

test('a new password requires the current one; errors are shown for both', async () => {
  answer('GET /identity/account', ACCOUNT);
  const screen = await renderComponent(<SignInData />);
  await screen.getByRole('button', { name: text.passwordChange }).click();
  await screen.getByLabelText(text.currentPassword).fill('Correct-horse-7');
  await screen.getByLabelText(text.passwordNew).fill('weak');
  answer('POST /identity/account/password', () => Response.json({ code: 'invalid_password' }, { status: 400 }));
  await screen.getByRole('button', { name: text.passwordSave }).click();
  await expect.element(screen.getByText(text.passwordWeak)).toBeVisible();
  answer('POST /identity/account/password', refused(403, 'wrong_password'));
  await screen.getByRole('button', { name: text.passwordSave }).click();
  await expect.element(screen.getByText(text.wrongPassword)).toBeVisible();

  await screen.getByLabelText(text.passwordNew).fill('Autumn-Moon-43');
  await screen.getByLabelText(text.passwordEndOthers).click();
  answer('POST /identity/account/password', none);
  await screen.getByRole('button', { name: text.passwordSave }).click();
  await expect.element(screen.getByText(text.passwordSaved)).toBeVisible();
  expect(serverCalls('POST').at(-1)?.body).toEqual({
    current_password: 'Correct-horse-7',
    new_password: 'Autumn-Moon-43',
    end_others: false,
  });
  await expect.element(screen.getByRole('button', { name: text.passwordChange })).toBeVisible();
});

test('deleting the account sends the password only to the identity service', async () => {
  answer('GET /identity/account', ACCOUNT);
  const onLeft = vi.fn();
  const screen = await renderComponent(<DeleteAccount onLeft={onLeft} />);
  await screen.getByRole('button', { name: text.deleteAsk }).click();
  const dialog = screen.getByRole('dialog', { name: text.deleteDialogTitle });
  await dialog.getByRole('button', { name: text.deleteConfirm }).click();
  await expect.element(dialog.getByText(text.passwordMissing)).toBeVisible();
  expect(serverCalls('POST')).toEqual([]);

  answer('POST /identity/account/proof', refused(403, 'wrong_password'));
  await dialog.getByLabelText(text.currentPassword).fill('Correct-horse-7');
  await dialog.getByRole('button', { name: text.deleteConfirm }).click();
  await expect.element(dialog.getByText(text.wrongPassword)).toBeVisible();

  answer('POST /identity/account/proof', { proof: 'the-proof', expires_in: 300 });
  answer('POST /api/account/deletion', apiError(409, 'account.last_owner', 'Nobody else looks after this site.'));
  await dialog.getByRole('button', { name: text.deleteConfirm }).click();
  await expect.element(screen.getByText(common.notDone({ action: text.deleteConfirm }))).toBeVisible();
  expect(onLeft).not.toHaveBeenCalled();

  answer('POST /api/account/deletion', { deletion: null });
  await dialog.getByRole('button', { name: text.deleteConfirm }).click();
  await expect.poll(() => onLeft).toHaveBeenCalledOnce();
  expect(serverCalls('POST /api').map(({ body }) => body)).toEqual([{ proof: 'the-proof' }, { proof: 'the-proof' }]);
});

test('without a response an error is shown, and Retry works', async () => {
  answer('GET /identity/account', connectionLost);
  const screen = await renderComponent(<SignInData />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('GET /identity/account', ACCOUNT);
  await retry.click();
  await expect.element(screen.getByText(text.emailNow({ email: ACCOUNT.email }))).toBeVisible();
});
