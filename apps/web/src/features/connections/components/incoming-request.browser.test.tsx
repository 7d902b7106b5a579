import type { Connection } from '@kinreel/contracts/connections';
import { expect, test } from 'vitest';
import { answer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { IncomingRequest } from './incoming-request.tsx';

const ME = '0192f1c0-0000-7000-8000-000000000001';
const TAVI = '0192f1c0-0000-7000-8000-000000000002';
const REQUEST: Connection = {
  connection_id: '0192f1c0-0000-7000-8000-000000000003',
  user_id: TAVI,
  user_B_id: ME,
  pending: true,
  relationship: 'friend',
  first_name: 'Tavi',
  last_name: 'Marrow',
  profile_image: null,
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  created_at: '2026-01-15T12:00:00.000Z',
  change: null,
  shared_connections: { count: 4, names: ['Ada', 'Bram', 'Maren'] },
};
const CONNECTION: Connection = { ...REQUEST, pending: false, shared_connections: null };
const RELATIONSHIP_CALL = `PUT /api/connections/${REQUEST.connection_id}/relationship`;

async function show(connection: Connection) {
  answer(`GET /api/connections/${TAVI}`, [connection]);
  const screen = await renderComponent(<IncomingFromTavi />);
  return { screen, button: (name: string) => screen.getByRole('button', { name }) };
}
const IncomingFromTavi = () => <IncomingRequest userId={ME} personId={TAVI} />;

test('[CONN-03] a request shows the shared connections, with Confirm and Remove', async () => {
  const { screen, button } = await show(REQUEST);
  await expect.element(screen.getByText('Tavi would like to connect as friends')).toBeVisible();
  await expect.element(screen.getByText('4 shared connections: Ada, Bram, Maren, …')).toBeVisible();
  await expect.element(button('Remove Tavi Marrow')).toBeVisible();
  answer(`PUT /api/connections/${REQUEST.connection_id}`, CONNECTION);
  await button('Confirm Tavi Marrow').click();
  await expect.element(screen.getByText('Now friends')).toBeVisible();
});

test('[CONN-02] a change to family is confirmed, or declined without ending the connection', async () => {
  const asked: Connection = { ...CONNECTION, change: { relationship: 'family', user_id: TAVI } };
  const { screen, button } = await show(asked);
  await expect.element(screen.getByText('Tavi would like to connect as family')).toBeVisible();
  await expect.element(screen.getByText('Until you confirm, you stay friends.')).toBeVisible();
  answer(RELATIONSHIP_CALL, CONNECTION);
  await button('Stay friends').click();
  await expect.poll(() => serverCalls(RELATIONSHIP_CALL).map(({ body }) => body)).toEqual([{ relationship: 'friend' }]);
  answer(RELATIONSHIP_CALL, { ...CONNECTION, relationship: 'family' });
  await button('Confirm Tavi Marrow').click();
  await expect.poll(() => serverCalls(RELATIONSHIP_CALL).at(-1)?.body).toEqual({ relationship: 'family' });
});

test('[CONN-02][CONN-04] a change to friends is confirmed, or the connection ends', async () => {
  const family: Connection = {
    ...CONNECTION,
    relationship: 'family',
    change: { relationship: 'friend', user_id: TAVI },
  };
  const { screen, button } = await show(family);
  await expect.element(screen.getByText(/^You no longer see what you share with family/)).toBeVisible();
  await button('Remove Tavi Marrow').click();
  const question = screen.getByRole('alertdialog', { name: 'Are you sure you want to remove this connection?' });
  await expect.element(question).toBeVisible();
});

test('the user’s own request shows no question', async () => {
  const { screen } = await show({ ...CONNECTION, change: { relationship: 'family', user_id: ME } });
  await expect.poll(() => serverCalls('GET').length).toBeGreaterThan(0);
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
