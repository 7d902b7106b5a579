import type { Connection } from '@kinreel/contracts/connections';
import { connections as text } from '@kinreel/messages/en/connections';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ConnectControl } from './connect-control.tsx';

const TAVI = { id: '0192f1c0-0000-7000-8000-000000000002', first_name: 'Tavi' };
const STATUS_CALL = `GET /api/connections/${TAVI.id}`;
const REQUEST_CALL = 'POST /api/connections';

const CONNECTION: Connection = {
  connection_id: '0192f1c0-0000-7000-8000-000000000003',
  user_id: '0192f1c0-0000-7000-8000-000000000001',
  user_B_id: TAVI.id,
  pending: true,
  relationship: 'family',
  first_name: 'Tavi',
  last_name: 'Marrow',
  profile_image: null,
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  created_at: '2026-01-15T12:00:00.000Z',
  change: null,
  shared_connections: null,
};

async function showControl() {
  const screen = await renderComponent(<ConnectControl person={TAVI} />);
  return {
    screen,
    button: screen.getByRole('button', { name: text.connect, exact: true }),
    menuItem: (name: string) => screen.getByRole('menuitem', { name }),
    status: screen.getByRole('status').filter({ hasText: /^(Pending|Following)$/ }),
  };
}

test.each([
  ['pending', true, 'Pending'],
  ['accepted', false, 'Following'],
])('[CONN-01] a %s connection is a status, not a button', async (_state, pending, shown) => {
  answer(STATUS_CALL, [{ ...CONNECTION, pending }]);
  const { button, status } = await showControl();
  await expect.element(status).toHaveTextContent(shown);
  await expect.element(button).not.toBeInTheDocument();
});

test('[CONN-01] the menu works with the keyboard, and the request becomes Pending, which gets the focus', async () => {
  answer(STATUS_CALL, []);
  const { button, menuItem, status } = await showControl();
  await expect.element(button).toBeVisible();
  answer(REQUEST_CALL, () => {
    answer(STATUS_CALL, [CONNECTION]);
    return Response.json(CONNECTION);
  });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menuItem('Connect as Friends')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(menuItem('Connect as Family')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(status).toHaveTextContent('Pending');
  await expect.element(status).toHaveFocus();
  expect(serverCalls(REQUEST_CALL).map(({ body }) => body)).toEqual([{ relationship: 'family', userB: TAVI.id }]);
});

test('[CONN-01] a rejected request is an error notice, and the current state is fetched again', async () => {
  answer(STATUS_CALL, []);
  const { screen, button, menuItem } = await showControl();
  answer(REQUEST_CALL, apiError(409, 'connection.exists', 'You already asked to connect.'));
  await button.click();
  await menuItem('Connect as Friends').click();
  await expect
    .element(screen.getByRole('region', { name: 'Notices' }))
    .toHaveTextContent('ErrorYou already asked to connect.');
  await expect.poll(() => serverCalls(STATUS_CALL).length).toBe(2);
  await expect.element(button).toBeEnabled();
});

test('[CONN-01] without a response the state can be fetched again', async () => {
  answer(STATUS_CALL, connectionLost);
  const { screen, button } = await showControl();
  const retry = screen.getByRole('button', { name: text.retryStatus });
  await expect.element(retry).toBeVisible();
  answer(STATUS_CALL, []);
  await retry.click();
  await expect.element(button).toBeVisible();
});
