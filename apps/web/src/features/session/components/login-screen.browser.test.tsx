import { common } from '@kinreel/messages/en/common';
import { notForMe } from '@kinreel/messages/en/not-for-me';
import { session as text } from '@kinreel/messages/en/session';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';
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

/** @param next shown after `screen` has led to another address */
async function show(screen = <LoginScreen />, path = ADDRESS, next?: ReactNode) {
  const ui = next ? (
    <Routes>
      <Route path={path} element={screen} />
      <Route path="*" element={next} />
    </Routes>
  ) : (
    screen
  );
  const rendered = await renderComponent(ui, path, { isLayout: next !== undefined });
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

const INVITED = {
  ...PREVIEW,
  first_name: 'Corvin',
  invitation: { relationship: 'family', message: '', email: 'aunt@example.org', photo: null, has_video: false },
};
const INVITATION_CALL = `GET /api/invitation/${CODE}/preview`;
const DECLINE_CALL = `POST /api/invitation/${CODE}/decline`;
const DECLINED = { level: 1, name: 'You declined the invitation of Corvin' };
const RETURN_TO = { returnTo: `/invitation/${CODE}` };

/** The registration, as it is shown at the address in the mail of an invitation. */
async function showInvitation() {
  const screen = await show(<Navigate to="/registration" state={RETURN_TO} />, '/', <RegistrationScreen />);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Corvin invites you, as family' })).toBeVisible();
  return screen;
}

test('[SHARE-06] Not for me asks once, declines the invitation, and says what that does', async () => {
  answer(INVITATION_CALL, INVITED);
  const screen = await showInvitation();
  const button = screen.getByRole('button', { name: notForMe.button });
  const dialog = screen.getByRole('alertdialog', { name: 'Decline the invitation of Corvin?' });
  await button.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(serverCalls(DECLINE_CALL)).toEqual([]);
  await button.click();
  answer(DECLINE_CALL, connectionLost);
  await dialog.getByRole('button', { name: notForMe.confirm }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(common.offline);

  answer(DECLINE_CALL, () => new Response(null, { status: 204 }));
  answer(INVITATION_CALL, apiError(404, 'invitation.missing', 'This invitation no longer works.'));
  await dialog.getByRole('button', { name: notForMe.confirm }).click();
  await expect.element(screen.getByRole('heading', DECLINED)).toHaveFocus();
  await expect.element(screen.getByText(/Corvin gets no message/)).toBeVisible();
  expect(document.title).toBe('You declined the invitation of Corvin · Kinreel');
  await expect.element(screen.getByLabelText('Email')).not.toBeInTheDocument();
  await expect.element(screen.getByText(text.linkDead)).not.toBeInTheDocument();
});

test('[SHARE-06] an invitation that was used meanwhile is not declined: the page says that the link no longer works', async () => {
  answer(INVITATION_CALL, INVITED);
  const screen = await showInvitation();
  answer(DECLINE_CALL, apiError(404, 'invitation.missing', 'This invitation no longer works.'));
  await screen.getByRole('button', { name: notForMe.button }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: notForMe.confirm }).click();
  await expect.element(screen.getByText(text.linkDead)).toBeVisible();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
});

test('[SHARE-06] the login has Not for me too; a link for several people has not', async () => {
  answer(INVITATION_CALL, INVITED);
  const login = <Navigate to="/login" state={RETURN_TO} />;
  const screen = await show(login, '/', <LoginScreen />);
  await screen.getByRole('button', { name: notForMe.button }).click();
  answer(DECLINE_CALL, () => new Response(null, { status: 204 }));
  await screen.getByRole('alertdialog').getByRole('button', { name: notForMe.confirm }).click();
  await expect.element(screen.getByRole('heading', DECLINED)).toHaveFocus();
  await expect.element(screen.getByLabelText('Email Address')).not.toBeInTheDocument();
  await screen.unmount();

  answer(INVITATION_CALL, { ...INVITED, invitation: { ...INVITED.invitation, email: null } });
  const link = await show(login, '/', <LoginScreen />);
  await expect.element(link.getByRole('link', { name: text.createAccount })).toBeVisible();
  await expect.element(link.getByRole('button', { name: notForMe.button })).not.toBeInTheDocument();
});

function PageOrLogin() {
  const { user } = useSession();
  return user ? <button type="button">Page</button> : <LoginScreen />;
}
