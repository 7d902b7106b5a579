import type { BlockedPerson } from '@kinreel/contracts/blocking';
import { blocking as text } from '@kinreel/messages/en/blocking';
import { expect, test } from 'vitest';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { BlockedPeople } from './blocked-people.tsx';

const TAVI: BlockedPerson = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  first_name: 'Tavi',
  last_name: 'Marrow',
  blocked_at: '2026-01-15T12:00:00.000Z',
};
const WREN: BlockedPerson = { ...TAVI, id: '0192f0a0-0000-7000-8000-000000000002', first_name: 'Wren' };
const LIST = 'GET /api/blocks';

test('unblocking asks first and says that the connection is not restored', async () => {
  answer(LIST, [TAVI, WREN]);
  const screen = await renderComponent(<BlockedPeople />);
  const rows = screen.getByRole('list', { name: text.people }).getByRole('listitem');
  await expect.element(rows.nth(0).getByText(/Blocked on/)).toBeVisible();
  expect(rows.all()).toHaveLength(2);
  await screen.getByRole('button', { name: 'Unblock Tavi Marrow' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Unblock Tavi?' });
  await expect.element(dialog.getByText(/Your connection does not come back by itself/)).toBeVisible();
  answer(`DELETE /api/blocks/${TAVI.id}`, () => {
    answer(LIST, [WREN]);
    return new Response(null, { status: 204 });
  });
  await dialog.getByRole('button', { name: text.unblock }).click();
  await expect.element(screen.getByText('Tavi is unblocked')).toBeVisible();
  await expect.poll(() => rows.all().length).toBe(1);
  await expect.element(screen.getByRole('button', { name: 'Unblock Wren Marrow' })).toHaveFocus();
});

test('after a failure the person stays in the list; the notice names the action, and Retry repeats it without asking', async () => {
  answer(LIST, [TAVI]);
  const screen = await renderComponent(<BlockedPeople />);
  answer(`DELETE /api/blocks/${TAVI.id}`, apiError(503, 'server.busy', 'We are busy right now.'));
  await screen.getByRole('button', { name: 'Unblock Tavi Marrow' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: text.unblock }).click();
  await expect.element(screen.getByText(/We are busy right now/)).toBeVisible();
  await expect.element(screen.getByText('“Unblock Tavi Marrow” did not work')).toBeVisible();
  await expect.element(screen.getByText('Tavi Marrow', { exact: true })).toBeVisible();
  answer(`DELETE /api/blocks/${TAVI.id}`, () => {
    answer(LIST, []);
    return new Response(null, { status: 204 });
  });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('Tavi is unblocked')).toBeVisible();
});

test('an empty list explains how to block a person; a failed list or page can be reloaded', async () => {
  answer(LIST, connectionLost);
  const screen = await renderComponent(<BlockedPeople />);
  await expect.element(screen.getByText(text.loadFailed)).toBeVisible();
  const next = { headers: { link: '</api/blocks?cursor=x>; rel="next"' } };
  answer(LIST, (request) => (request.url.includes('cursor=x') ? Response.json([WREN]) : Response.json([TAVI], next)));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.element(screen.getByText('Wren Marrow')).toBeVisible();
  expect(serverCalls(LIST).at(-1)?.search).toBe('cursor=x');
});

test('an empty list says that nobody is blocked', async () => {
  answer(LIST, []);
  const screen = await renderComponent(<BlockedPeople />);
  await expect.element(screen.getByText(text.noneTitle)).toBeVisible();
});
