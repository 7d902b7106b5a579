import { confirmAddress as text } from '@kinreel/messages/en/confirm-address';
import { afterEach, expect, test } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ConfirmAddress } from './confirm-address.tsx';

const EMAIL = 'odalie@example.org';
const CALL = 'POST /api/user/verification-mail';

afterEach(() => sessionStorage.clear());

const show = () => renderComponent(<ConfirmAddress email={EMAIL} />);

test('explains what to do, and sends the mail again', async () => {
  answer(CALL, { email_verified: false });
  const screen = await show();
  await expect.element(screen.getByRole('heading', { name: text.title })).toBeVisible();
  await expect.element(screen.getByRole('status')).toHaveTextContent(text.text({ email: EMAIL }));
  await screen.getByRole('button', { name: text.sendAgain }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(text.sent({ email: EMAIL }));
  expect(serverCalls(CALL)).toHaveLength(1);
});

test('shows why the mail cannot be sent again', async () => {
  const message = 'We have sent you several emails already. Please look for them, or try again in an hour.';
  answer(CALL, apiError(429, 'verification.too_many', message));
  const screen = await show();
  await screen.getByRole('button', { name: text.sendAgain }).click();
  await expect.element(screen.getByRole('status')).toHaveTextContent(message);
});

test('“Not now” hides it on all pages and after a reload, for this session', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: text.later }).click();
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument();
  await screen.unmount();
  const again = await show();
  await expect.element(again.getByRole('heading')).not.toBeInTheDocument();
  await again.unmount();
  sessionStorage.clear();
  const later = await show();
  await expect.element(later.getByRole('heading')).toBeVisible();
});
