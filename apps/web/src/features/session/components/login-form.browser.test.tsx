import { session as text } from '@kinreel/messages/en/session';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { saveLogOut } from '../log-out-mark.ts';
import { LoginForm } from './login-form.tsx';

const LOGIN_CALL = 'POST /identity/co/authenticate';

const WRONG_PASSWORD = () =>
  Response.json({ error: 'access_denied', error_description: 'Wrong email or password.' }, { status: 403 });

async function showForm(path = '/login') {
  const screen = await renderComponent(<LoginForm onForgot={() => undefined} />, path);
  return {
    screen,
    email: screen.getByLabelText('Email Address'),
    password: screen.getByLabelText('Password', { exact: true }),
    button: screen.getByRole('button', { name: 'LOGIN' }),
    alert: screen.getByRole('alert'),
  };
}

// This test must be first, because the configuration is fetched once per page.
test.for(['GET /config.json', LOGIN_CALL])(
  '[LOGIN-08] without a response to %s an error is shown, and the form can be sent again',
  async (lost) => {
    answer(lost, connectionLost);
    const { email, password, button, alert } = await showForm();
    await email.fill('odalie@example.org');
    await password.fill('Correct-horse-7');
    await button.click();
    await expect.element(alert).toHaveTextContent('Oops! Something went wrong! Is the server running?');
    await expect.element(button).toBeEnabled();
  },
);

test('[HEAD-04] after a log-out, the form says so once and its title has the focus, until the next attempt', async () => {
  saveLogOut();
  const { screen, button } = await showForm();
  const status = screen.getByRole('status');
  await expect.element(status).toHaveTextContent('You are logged out.');
  await expect.element(screen.getByRole('heading', { name: text.loginTitle })).toHaveFocus();
  await button.click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text.loginMissing);
  await expect.element(status).not.toBeInTheDocument();
  await screen.unmount();
  const again = await showForm();
  await expect.element(again.button).toBeVisible();
  await expect.element(again.screen.getByRole('status')).not.toBeInTheDocument();
  expect(document.activeElement).toBe(document.body);
});

test('[LOGIN-06][LOGIN-10] a message names a missing field, until the next attempt or until the person leaves', async () => {
  answer(LOGIN_CALL, WRONG_PASSWORD);
  const { screen, email, password, button, alert } = await showForm();
  await button.click();
  await expect.element(alert).toHaveTextContent('Enter your username and password!');
  await email.fill('odalie@example.org');
  await button.click();
  await expect.element(alert).toHaveTextContent('Enter your username and password!');

  // With both fields filled in the message is cleared at once, not when the response arrives.
  const held = heldAnswer(WRONG_PASSWORD);
  answer(LOGIN_CALL, held.response);
  await password.fill('not-the-password');
  await button.click();
  await expect.element(screen.getByRole('button', { name: text.loggingIn })).toBeDisabled();
  await expect.element(alert).not.toBeInTheDocument();
  held.send();
  await expect.element(alert).toHaveTextContent('Error!Wrong email or password.');

  await screen.getByRole('link', { name: 'Register Now' }).click();
  await expect.element(button).not.toBeInTheDocument();
  await screen.goBack();
  await expect.element(button).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('[LOGIN-09] the email is checked only after its field was left', async () => {
  const { screen, email, password } = await showForm();
  const wrong = screen.getByText('Please enter a valid email address');
  await email.click();
  await userEvent.keyboard('odalie');
  await expect.element(wrong).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(wrong).toBeVisible();
  await expect.element(email).toHaveAccessibleDescription('Please enter a valid email address');
  await email.fill('odalie@example.org');
  await expect.element(wrong).not.toBeInTheDocument();
  await password.click();
  await expect.element(wrong).not.toBeInTheDocument();
  await email.fill('odalie@example.o');
  await expect.element(wrong).toBeVisible();
  // Submitting an invalid address focuses its field, which the error describes.
  await password.fill('Correct-horse-7');
  await userEvent.keyboard('{Enter}');
  await expect.element(email).toHaveFocus();
});

test('[LOGIN-07] a rejection is an alert with the title "Error!"; the button is disabled until a field changes', async () => {
  answer(LOGIN_CALL, WRONG_PASSWORD);
  const { screen, email, password, button, alert } = await showForm();
  await email.fill('odalie@example.org');
  await password.fill('Wrong-horse-7');
  await button.click();
  await expect.element(alert).toHaveTextContent('Error!Wrong email or password.');
  expect(screen.getByRole('alert').elements()).toHaveLength(1);
  expect(alert.element().querySelector('svg')).not.toBeNull();
  await expect.element(alert).toHaveFocus();
  await expect.element(button).toBeDisabled();
  await password.fill('Correct-horse-7');
  await expect.element(button).toBeEnabled();
});

test('[LOGIN-05] sends the email, the password and the realm to the identity provider', async () => {
  answer(LOGIN_CALL, WRONG_PASSWORD);
  const { email, password, button, alert } = await showForm();
  await email.fill('odalie@example.org');
  await password.fill('Correct-horse-7');
  await button.click();
  await expect.element(alert).toBeVisible();
  expect(serverCalls(LOGIN_CALL).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      username: 'odalie@example.org',
      password: 'Correct-horse-7',
      realm: 'Username-Password-Authentication',
    }),
  ]);
});

test('[LOGIN-03] the link to the registration keeps the query', async () => {
  const { screen } = await showForm('/login?autoplay=abc&from=aunt');
  await screen.getByRole('link', { name: 'Register Now' }).click();
  await expect.poll(screen.address).toBe('/registration?autoplay=abc&from=aunt');
});
