import { profileFields } from '@kinreel/messages/en/profile-fields';
import { session as text } from '@kinreel/messages/en/session';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { RegistrationForm } from './registration-form.tsx';

const SIGN_UP_CALL = 'POST /identity/dbconnections/signup';

/** Responses of the identity service to a weak password and to an address with an account. */
const WEAK = () =>
  Response.json({ name: 'PasswordStrengthError', code: 'invalid_password', description: {} }, { status: 400 });
const TAKEN = () => Response.json({ name: 'BadRequestError', code: 'invalid_signup' }, { status: 400 });

const PERSON = {
  'First Name': 'Odalie',
  'Last Name': 'Fennick',
  Email: 'odalie@example.org',
  City: 'Duluth',
  Country: 'United States',
  Birthday: '1944-03-09',
  Password: 'Correct-horse-7',
};

async function showForm(path = '/registration') {
  const screen = await renderComponent(<RegistrationForm />, path);
  const field = (label: string) => screen.getByLabelText(label, { exact: true });
  return {
    screen,
    field,
    button: screen.getByRole('button', { name: 'SIGN UP' }),
    alert: screen.getByRole('alert'),
    async fill(changed: Partial<typeof PERSON> = {}) {
      for (const [label, value] of Object.entries({ ...PERSON, ...changed })) await field(label).fill(value);
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

test('[REG-01][REG-06][REG-08] shows the title, the fields, 59 states, and the rules of the password', async () => {
  const { screen, field } = await showForm();
  await expect.element(screen.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  await expect.element(screen.getByText('Create an account by filling the bottom details.')).toBeVisible();
  for (const label of Object.keys(PERSON)) await expect.element(field(label)).toBeVisible();
  await expect.element(field('Birthday')).toHaveAttribute('type', 'date');
  const states = [...field('State').element().querySelectorAll('option')].map(({ value, label }) => [value, label]);
  expect(states).toHaveLength(60);
  expect(states[0]).toEqual(['', 'Outside the United States']);
  expect(new Set(states.map(([value]) => value)).size).toBe(60);
  expect(states).toContainEqual(['DC', 'District of Columbia']);
  for (const code of ['AS', 'GU', 'MP', 'PR', 'VI', 'FM', 'MH', 'PW']) {
    expect(states.find(([value]) => value === code)?.[1]?.length).toBeGreaterThan(3);
  }
  const password = field('Password');
  await expect.element(password).toHaveAccessibleDescription(text.passwordHint);
  await password.fill('Correct-horse-7');
  await expect.element(password).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

test('[REG-08] the state is hidden after another country is entered, and a selected one is not sent', async () => {
  const { field, fill, button } = await showForm();
  await fill({ Country: 'United' });
  await userEvent.selectOptions(field('State'), 'MN');
  await field('Country').fill('Finland');
  await expect.element(field('State')).not.toBeInTheDocument();
  answer(SIGN_UP_CALL, { _id: '5f7c8ec7c33c6c004bbafe82', email: PERSON.Email, email_verified: false });
  answer('POST /api/user/register', connectionLost);
  await button.click();
  await expect
    .poll(() => serverCalls('POST /api/user/register').at(-1)?.body)
    .toMatchObject({ country: 'Finland', state: '' });
});

test('[REG-02][REG-03][REG-09] missing and invalid values are reported at their fields, and nothing is sent', async () => {
  // It is already tomorrow in the earliest time zone, so only the form can reject that day.
  vi.useFakeTimers({ now: new Date('2026-03-09T15:00:00Z'), toFake: ['Date'] });
  const { screen, field, button, alert, fill } = await showForm();
  await button.click();
  for (const label of ['First Name', 'Last Name', 'City', 'Country']) {
    await expect.element(field(label)).toHaveAccessibleDescription(`Please enter your ${label.toLowerCase()}.`);
  }
  await expect.element(field('Birthday')).toHaveAccessibleDescription(profileFields.birthdayMissing);
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect.element(field('First Name')).toHaveFocus();
  await expect.element(alert).toHaveTextContent('Choose a username and password!');

  await fill({ Email: 'odalie@example' });
  await button.click();
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(field('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await field('Email').fill(PERSON.Email);

  await expect.element(field('Birthday')).toHaveAttribute('max', '2026-03-09');
  await field('Birthday').fill('2026-03-10');
  await button.click();
  await expect.element(field('Birthday')).toHaveAccessibleDescription(profileFields.birthdayInFuture);
  await field('Birthday').fill(PERSON.Birthday);
  await field('Password').fill('');
  await button.click();
  await expect.element(alert).toHaveTextContent('Choose a username and password!');
  await expect.element(screen.getByRole('button', { name: 'SIGN UP' })).toBeEnabled();
  expect(serverCalls()).toEqual([]);
});

test('[REG-05][REG-06] a rejection is an alert between password and button, until the next attempt', async () => {
  answer(SIGN_UP_CALL, WEAK);
  const { screen, field, button, alert, fill } = await showForm();
  await fill({ Password: 'weakweak' });
  await button.click();
  await expect
    .element(alert)
    .toHaveTextContent(
      'Password is too weak. Your password must: * At least 8 characters in length * Contain at least 3 of the following 4 types of characters: * lower case letters (a-z) * upper case letters (A-Z) * numbers (i.e. 0-9) * special characters (e.g. !@#$%^&*). Try again!',
    );
  const lines = [...alert.element().querySelectorAll('span')].map((line) => line.textContent);
  expect(lines).toHaveLength(8);
  expect(
    new Set([...alert.element().querySelectorAll('span')].map((line) => line.getBoundingClientRect().top)).size,
  ).toBe(8);
  expect([lines[0], lines[1], lines[7]]).toEqual([
    'Password is too weak. Your password must: ',
    '* At least 8 characters in length ',
    'Try again! ',
  ]);
  const top = alert.element().getBoundingClientRect().top;
  expect(top).toBeGreaterThan(field('Password').element().getBoundingClientRect().bottom);
  expect(top).toBeLessThan(button.element().getBoundingClientRect().top);

  const held = heldAnswer(TAKEN);
  answer(SIGN_UP_CALL, held.response);
  await field('Password').fill('Correct-horse-7');
  await button.click();
  await expect.element(screen.getByRole('button', { name: text.signingUp })).toBeDisabled();
  await expect.element(alert).not.toBeInTheDocument();
  held.send();
  await expect
    .element(alert)
    .toHaveTextContent("Oops! That didn't work. The username might already be taken. Try again!");
  await expect.element(button).toBeEnabled();
});

test('[REG-05] shows a message for a plain failure, a server error, a missing response, and the response’s own message', async () => {
  const { button, alert, fill } = await showForm();
  await fill();
  const says = async (response: Parameters<typeof answer>[1], message: string) => {
    answer(SIGN_UP_CALL, response);
    await button.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(button).toBeEnabled();
  };
  const taken = "Oops! That didn't work. The username might already be taken. Try again!";
  await says(connectionLost, 'Oops! Something went wrong! Is the server running?');
  await says(() => new Response('', { status: 400 }), taken);
  await says(
    () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    text.unknownError,
  );
  await says(() => Response.json({}, { status: 400 }), taken);
  await says(() => Response.json({}, { status: 500 }), text.unknownError);

  answer(SIGN_UP_CALL, { _id: '5f7c8ec7c33c6c004bbafe82', email: PERSON.Email, email_verified: false });
  const register = async (response: Parameters<typeof answer>[1], message: string) => {
    answer('POST /api/user/register', response);
    await button.click();
    await expect.element(alert).toHaveTextContent(message);
    await expect.element(button).toBeEnabled();
  };
  await register(() => new Response('', { status: 400 }), taken);
  await register(() => new Response('', { status: 500 }), text.unknownError);
  await register(
    apiError(403, 'registration.not_owner', 'We could not confirm this account.'),
    'We could not confirm this account.',
  );
});

test('[REG-04][REG-07] the account is created before the profile, and not again at the second attempt', async () => {
  answer(SIGN_UP_CALL, { _id: '5f7c8ec7c33c6c004bbafe82', email: PERSON.Email, email_verified: false });
  answer('POST /api/user/register', connectionLost);
  const { field, button, alert, fill } = await showForm();
  await fill();
  await userEvent.selectOptions(field('State'), 'MN');
  await button.click();
  await expect.element(alert).toHaveTextContent('Oops! Something went wrong! Is the server running?');
  await button.click();
  await expect.poll(() => serverCalls('POST /api/user/register').length).toBe(2);
  await expect.element(button).toBeEnabled();
  expect(serverCalls('POST').map(({ call }) => call)).toEqual([
    SIGN_UP_CALL,
    'POST /api/user/register',
    'POST /api/user/register',
  ]);
  expect(serverCalls('POST /api/user/register')[0]?.body).toEqual({
    firstName: 'Odalie',
    lastName: 'Fennick',
    city: 'Duluth',
    state: 'MN',
    country: 'United States',
    birthday: '1944-03-09',
    email: PERSON.Email,
    password: PERSON.Password,
    auth0Id: 'auth0|5f7c8ec7c33c6c004bbafe82',
  });
});
