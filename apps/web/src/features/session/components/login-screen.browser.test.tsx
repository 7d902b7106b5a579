import { session as text } from '@kinreel/messages/en/session';
import { expect, test } from 'vitest';
import { store } from '../../../app/store.ts';
import { sessionExpired } from '../../../shared/api/session-events.ts';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { sessionApi } from '../session.api.ts';
import { noToken } from '../session.slice.ts';
import { useSession } from '../use-session.ts';
import { LoginScreen } from './login-screen.tsx';
import { RegistrationScreen } from './registration-screen.tsx';

const CODE = 'AAAAAAAAAAAAAAAAAAAA-_';
const PREVIEW_CALL = `GET /api/link/${CODE}/preview`;
const ADDRESS = `/user/u1/videos?autoplay=v1&share=${CODE}`;
const PREVIEW = { first_name: 'Odalie', prompt: 'How did you two meet?', blur: '1QcSHQRnh493V4dIh4eXh1h4kJUI' };
const SHARED = { level: 1, name: 'Odalie shared a video with you' };

async function show(screen = <LoginScreen />, path = ADDRESS) {
  const rendered = await renderComponent(screen, path);
  store.dispatch(noToken());
  return rendered;
}

test('[SHARE-04] a link shows who shared which question, with a blur; Log in and play leads to the form', async () => {
  answer(PREVIEW_CALL, PREVIEW);
  const screen = await show();
  await expect.element(screen.getByRole('heading', SHARED)).toBeVisible();
  await expect.element(screen.getByText('How did you two meet?')).toBeVisible();
  await expect.element(screen.getByText('It starts as soon as you are logged in.')).toBeVisible();
  expect(document.querySelector<HTMLImageElement>('#main img')?.src).toMatch(/^data:image\/png/);
  const email = screen.getByLabelText('Email Address');
  for (const name of [text.logIn, text.logInToPlay]) {
    (document.activeElement as HTMLElement).blur();
    await screen.getByRole('button', { name, exact: true }).click();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toBeInViewport();
  }
  // Only one first-level heading: the form's is of the second level.
  expect(screen.getByRole('heading', { level: 1 }).elements()).toHaveLength(1);
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Login' })).toBeVisible();
});

test.each([
  ['the button', text.createAccount],
  ['the header', 'SIGN UP'],
  ['the link below the form', 'Register Now'],
])('[SHARE-04][LOGIN-03] %s opens the registration', async (_which, name) => {
  answer(PREVIEW_CALL, PREVIEW);
  const screen = await show();
  await screen.getByRole('link', { name }).click();
  await expect.poll(screen.address).toBe(`/registration?autoplay=v1&share=${CODE}`);
});

test('[SHARE-04] the registration shows the same head without buttons', async () => {
  answer(PREVIEW_CALL, PREVIEW);
  const screen = await show(<RegistrationScreen />, `/registration?autoplay=v1&share=${CODE}`);
  await expect.element(screen.getByRole('heading', SHARED)).toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 2, name: 'Register' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.logInToPlay })).not.toBeInTheDocument();
});

test('[SHARE-04] without name and question it says someone, with rings instead of a blur', async () => {
  answer(PREVIEW_CALL, { first_name: null, prompt: null, blur: null });
  const screen = await show();
  await expect.element(screen.getByRole('heading', { level: 1, name: text.someoneShared })).toBeVisible();
  expect(document.querySelector('#main img')).toBeNull();
});

test('[SHARE-05] a link that no longer works is reported above the plain login', async () => {
  answer(PREVIEW_CALL, apiError(404, 'link.missing', 'This link no longer works. Please ask for a new one.'));
  const screen = await show();
  await expect.element(screen.getByText('This link no longer works. Ask for a new one.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: text.createAccount })).not.toBeInTheDocument();
});

test('[SHARE-04] without a connection the head keeps loading, and the buttons work', async () => {
  answer(PREVIEW_CALL, connectionLost);
  const screen = await show();
  await expect.element(screen.getByText('Waiting for your connection. Nothing is lost.')).toBeVisible();
  await screen.getByRole('button', { name: text.logIn, exact: true }).click();
  await expect.element(screen.getByLabelText('Email Address')).toHaveFocus();
});

test('[LOGIN-01] a login without a link requests no preview', async () => {
  const screen = await show(<LoginScreen />, '/login');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  expect(serverCalls('GET /api/link')).toEqual([]);
});

test('[LOGIN-11] when the session ends, the login gets the focus', async () => {
  answer('GET /api/user', { id: 'me', first_name: 'Odalie', last_name: 'Fennick' });
  const screen = await renderComponent(<PageOrLogin />);
  await store.dispatch(sessionApi.endpoints.getUser.initiate());
  await screen.getByRole('button', { name: 'Page' }).click();
  store.dispatch(sessionExpired());
  await expect.element(screen.getByRole('heading', { name: text.loginTitle })).toHaveFocus();
});

function PageOrLogin() {
  const { user } = useSession();
  return user ? <button type="button">Page</button> : <LoginScreen />;
}
