import { invitations as text } from '@kinreel/messages/en/invitations';
import { Link, Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { sessionApi } from '../../features/session/session.api.ts';
import { setReturnTo } from '../../features/session/session.slice.ts';
import { answer, apiError, connectionLost, heldAnswer } from '../../testing/fake-server.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { store } from '../store.ts';
import { InvitationPage } from './invitation-page.tsx';
import { LandingPage } from './landing-page.tsx';

const CALL = 'POST /api/invitation/accept';

const show = () =>
  renderComponent(
    <Routes>
      <Route path="/invitation/:code" element={<InvitationPage />} />
    </Routes>,
    '/invitation/AAAAAAAAAAAAAAAAAAAA-_',
  );

test('the title of the page is that of what it shows: first that the invitation opens, then that it no longer works', async () => {
  const held = heldAnswer(apiError(404, 'invitation.missing', 'This invitation no longer works.'));
  answer(CALL, held.response);
  const screen = await show();
  await expect.poll(() => document.title).toBe(`${text.opening} · Kinreel`);
  held.send();
  await expect.element(screen.getByRole('heading', { level: 1, name: text.deadTitle })).toBeVisible();
  expect(document.title).toBe(`${text.deadTitle} · Kinreel`);
});

test('the welcome is shown once: the page that the logo opens leads to the own videos after the first time', async () => {
  const me = { id: '0192f1c0-0000-7000-8000-000000000001', first_name: 'Petra', last_name: 'Lindqvist' };
  answer('GET /api/user', me);
  const screen = await renderComponent(
    <Routes>
      <Route path="/landingpage" element={<LandingPage />} />
      <Route path="*" element={<Link to="/landingpage">Kinreel</Link>} />
    </Routes>,
    '/',
    { isLayout: true },
  );
  store.dispatch(setReturnTo('/invitation/AAAAAAAAAAAAAAAAAAAA-_'));
  await store.dispatch(sessionApi.endpoints.getUser.initiate());
  await screen.getByRole('link', { name: 'Kinreel' }).click();
  await expect.poll(screen.address).toBe('/invitation/AAAAAAAAAAAAAAAAAAAA-_');
  await screen.getByRole('link', { name: 'Kinreel' }).click();
  await expect.poll(screen.address).toBe(`/user/${me.id}/videos`);
});

test('without a connection, the title says so too, and Retry opens the invitation', async () => {
  answer(CALL, connectionLost);
  const screen = await show();
  await expect.element(screen.getByRole('heading', { level: 1, name: text.openFailed })).toBeVisible();
  expect(document.title).toBe(`${text.openFailed} · Kinreel`);
  answer(CALL, { video_id: '0192f1c0-0000-7000-8000-000000000003', user_id: '0192f1c0-0000-7000-8000-000000000002' });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(screen.address).toMatch(/\/videos\?autoplay=/);
});
