import { session as text } from '@kinreel/messages/en/session';
import { expect, test } from 'vitest';
import { answer, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { LoginScreen } from './login-screen.tsx';

const CALL = 'POST /identity/dbconnections/change_password';

test('[FORGOT-01] it starts with the email from the login form', async () => {
  const screen = await renderComponent(<LoginScreen />, '/login');
  await screen.getByLabelText('Email Address').fill('odalie@example.org');
  await screen.getByRole('button', { name: 'Forgot Password?' }).click();
  await expect.element(screen.getByText('Please enter your email address to request password reset.')).toBeVisible();
  await expect.element(screen.getByLabelText('Email Address')).toHaveValue('odalie@example.org');
});

test('[FORGOT-01][FORGOT-02][FORGOT-03] an empty email shows an error at the field, a lost connection shows one above it; then the mail is sent', async () => {
  answer(CALL, connectionLost);
  const screen = await renderComponent(<ForgotPasswordForm onBack={() => undefined} />, '/login');
  await expect.element(screen.getByText('Please enter your email address to request password reset.')).toBeVisible();
  const email = screen.getByLabelText('Email Address');
  const send = screen.getByRole('button', { name: text.sendLink });
  await send.click();
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email).toHaveFocus();
  expect(serverCalls(CALL)).toEqual([]);

  await email.fill('odalie@example.org');
  await send.click();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Oops! Something went wrong! Is the server running?');

  answer(CALL, () => new Response("We've just sent you an email to reset your password."));
  await send.click();
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('Check your inbox for a link to reset your password.');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(serverCalls(CALL).at(-1)?.body).toMatchObject({ email: 'odalie@example.org' });
});
