import type { Connection } from '@kinreel/contracts/connections';
import { connections as text } from '@kinreel/messages/en/connections';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ConnectControl } from './connect-control.tsx';

const ME = '0192f1c0-0000-7000-8000-000000000001';
const TAVI = { id: '0192f1c0-0000-7000-8000-000000000002', first_name: 'Tavi', last_name: 'Marrow' };
const STATUS_CALL = `GET /api/connections/${TAVI.id}`;
const REQUEST_CALL = 'POST /api/connections';

const CONNECTION: Connection = {
  connection_id: '0192f1c0-0000-7000-8000-000000000003',
  user_id: ME,
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
  const screen = await renderComponent(<ConnectControl userId={ME} person={TAVI} />);
  return {
    screen,
    button: screen.getByRole('button', { name: text.connect, exact: true }),
    menuItem: (name: string) => screen.getByRole('menuitem', { name }),
    status: screen.getByRole('button', { name: /^(Pending|Following)$/ }),
    /** Opens the menu and selects an item. */
    choose: async (item: string) => {
      await screen.getByRole('button', { name: /^(Pending|Following)$/ }).click();
      await screen.getByRole('menuitem', { name: item }).click();
    },
    dialog: (title: string) => screen.getByRole('alertdialog', { name: title }),
    notices: screen.getByRole('region', { name: 'Notices' }),
  };
}

test.each([
  ['pending', true, 'Pending'],
  ['accepted', false, 'Following'],
])('[CONN-01] a %s connection shows its state in place of Connect', async (_state, pending, shown) => {
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

test('[CONN-01] a rejected request shows an error notice, and the current state is refetched', async () => {
  answer(STATUS_CALL, []);
  const { screen, button, menuItem } = await showControl();
  answer(REQUEST_CALL, apiError(409, 'connection.exists', 'You already asked to connect.'));
  await button.click();
  await menuItem('Connect as Friends').click();
  await expect
    .element(screen.getByRole('region', { name: 'Notices' }))
    .toHaveTextContent('“Connect as Friends” did not workYou already asked to connect.Retry');
  await expect.poll(() => serverCalls(STATUS_CALL).length).toBe(2);
  await expect.element(button).toBeEnabled();
});

test('[CONN-01] without a response the state can be reloaded', async () => {
  answer(STATUS_CALL, connectionLost);
  const { screen, button } = await showControl();
  const retry = screen.getByRole('button', { name: text.retryStatus });
  await expect.element(retry).toBeVisible();
  answer(STATUS_CALL, []);
  await retry.click();
  await expect.element(button).toBeVisible();
});

const RELATIONSHIP_CALL = `PUT /api/connections/${CONNECTION.connection_id}/relationship`;
const DELETE_CALL = `DELETE /api/connections/${CONNECTION.connection_id}`;
const FRIENDS: Connection = { ...CONNECTION, pending: false, relationship: 'friend' };

/** Makes the server accept a call and return this connection afterwards. */
function answerWith(call: string, connection: Connection | null) {
  answer(call, () => {
    answer(STATUS_CALL, connection ? [connection] : []);
    return connection ? Response.json(connection) : new Response(null, { status: 204 });
  });
}

test('[CONN-01][CONN-04] the menu of Pending withdraws a request, after the question of the specification', async () => {
  answer(STATUS_CALL, [CONNECTION]);
  const { choose, dialog, button, notices } = await showControl();
  await choose('Withdraw the request');
  const question = dialog('Are you sure you want to remove this connection?');
  await expect.element(question).toBeVisible();
  answerWith(DELETE_CALL, null);
  await question.getByRole('button', { name: 'OK' }).click();
  await expect.element(notices).toHaveTextContent(text.requestRemoved);
  await expect.element(button).toHaveFocus();
});

test('[CONN-01][CONN-02] a pending request is changed at once, because nobody has accepted it', async () => {
  answer(STATUS_CALL, [CONNECTION]);
  const { choose, notices } = await showControl();
  answerWith(RELATIONSHIP_CALL, { ...CONNECTION, relationship: 'friend' });
  await choose('Ask to connect as friends');
  await expect.element(notices).toHaveTextContent('Your request is now to connect as friends');
  expect(serverCalls(RELATIONSHIP_CALL).map(({ body }) => body)).toEqual([{ relationship: 'friend' }]);
});

test('[CONN-01][CONN-02] changing friends to family asks with an explanation, and can be cancelled', async () => {
  answer(STATUS_CALL, [FRIENDS]);
  const { screen, choose, dialog, notices, status } = await showControl();
  await choose('Change to family');
  await expect.element(dialog('Change to family?').getByText(/Until then, nothing changes/)).toBeVisible();
  answerWith(RELATIONSHIP_CALL, { ...FRIENDS, change: { relationship: 'family', user_id: ME } });
  await dialog('Change to family?').getByRole('button', { name: 'Ask Tavi' }).click();
  await expect.element(notices).toHaveTextContent('We asked Tavi');
  await status.click();
  await expect.element(screen.getByText('Friend. You asked to be family')).toBeVisible();
  answerWith(RELATIONSHIP_CALL, FRIENDS);
  await screen.getByRole('menuitem', { name: 'Stay friends' }).click();
  await expect.element(notices).toHaveTextContent('You stay friends');
  expect(serverCalls(RELATIONSHIP_CALL).map(({ body }) => body)).toEqual([
    { relationship: 'family' },
    { relationship: 'friend' },
  ]);
});

test('[CONN-04] the menu of Following ends a connection', async () => {
  answer(STATUS_CALL, [FRIENDS]);
  const { choose, dialog, button } = await showControl();
  await choose('End the connection');
  const question = dialog('Are you sure you want to remove this connection?');
  await expect.element(question.getByText(/^The removal of this friend will be permanent/)).toBeVisible();
  answerWith(DELETE_CALL, null);
  await question.getByRole('button', { name: 'OK' }).click();
  await expect.element(button).toBeVisible();
});

test('[CONN-03] a request from the other person shows only its own buttons, not Pending', async () => {
  answer(STATUS_CALL, [{ ...CONNECTION, user_id: TAVI.id, user_B_id: ME }]);
  const { screen, status } = await showControl();
  await expect.poll(() => serverCalls(STATUS_CALL).length).toBe(1);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  await expect.element(status).not.toBeInTheDocument();
});
