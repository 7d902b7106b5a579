import { leaving as text } from '@kinreel/messages/en/leaving';
import { expect, test } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { LeavingScreen } from './leaving-screen.tsx';

const DELETION = {
  asked_at: '2026-11-22T12:00:00.000Z',
  delete_at: '2026-12-22T12:00:00.000Z',
  by_site_owner: false,
};

test('says when the account is deleted, and cancels the deletion with one button', async () => {
  answer('GET /api/account/deletion', { deletion: DELETION });
  const screen = await renderComponent(<LeavingScreen />);
  await expect.element(screen.getByRole('heading', { name: /^Your account will be deleted on .*2026/ })).toHaveFocus();
  answer('DELETE /api/account/deletion', apiError(409, 'account.gone', 'It is too late.'));
  await screen.getByRole('button', { name: text.keep }).click();
  await expect.element(screen.getByText(/It is too late/)).toBeVisible();
  answer('DELETE /api/account/deletion', () => new Response(null, { status: 204 }));
  await screen.getByRole('button', { name: text.keep }).click();
  await expect.poll(() => serverCalls('DELETE').length).toBe(2);
});

test('offers no cancellation if a site owner deletes the account', async () => {
  answer('GET /api/account/deletion', connectionLost);
  const screen = await renderComponent(<LeavingScreen />);
  await expect.element(screen.getByRole('heading', { name: text.loadFailed })).toBeVisible();
  answer('GET /api/account/deletion', { deletion: { ...DELETION, by_site_owner: true } });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(text.bySiteOwner)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: text.logOut })).toBeVisible();
  expect(screen.getByRole('button', { name: text.keep }).elements()).toEqual([]);
});
