import { opening as text } from '@kinreel/messages/en/opening';
import { expect, test } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { OpenLater } from './open-later.tsx';

const ID = '0192f1c0-0000-7000-8000-00000000000a';
const CALL = `PUT /api/video/${ID}/opening`;
const midnight = (day: string) => new Date(`${day}T00:00:00`).toISOString();

test('a day is saved as its start in the owner’s time zone; the past is rejected; a scheduled video can be opened', async () => {
  answer(CALL, async (request) => Response.json(await request.json()));
  const screen = await renderComponent(<OpenLater videoId={ID} opensAt={null} />);
  await screen.getByRole('button', { name: text.openLater }).click();
  await screen.getByLabelText(text.date).fill('2020-01-01');
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(text.dateInvalid)).toBeVisible();
  expect(serverCalls(CALL)).toHaveLength(0);
  await screen.getByLabelText(text.date).fill('2091-05-03');
  await screen.getByRole('button', { name: text.save }).click();
  await expect.element(screen.getByText(text.closed({ date: 'May 3, 2091' }))).toBeVisible();
  expect(serverCalls(CALL).at(-1)?.body).toEqual({ opens_at: midnight('2091-05-03') });
  await screen.getByRole('button', { name: text.openNow }).click();
  await expect.element(screen.getByText(text.hint)).toBeVisible();
  expect(serverCalls(CALL).at(-1)?.body).toEqual({ opens_at: null });
});

test('an age is converted to a day', async () => {
  const screen = await renderComponent(<OpenLater videoId={ID} opensAt={midnight('2091-05-03')} />);
  await screen.getByRole('button', { name: text.changeDate }).click();
  await screen.getByRole('button', { name: text.fromAge }).click();
  await screen.getByRole('button', { name: text.useAge }).click();
  await expect.element(screen.getByText(text.ageInvalid)).toBeVisible();
  await screen.getByLabelText(text.birthday).fill('2080-02-29');
  await screen.getByRole('button', { name: text.useAge }).click();
  await expect.element(screen.getByLabelText(text.date)).toHaveValue('2098-03-01');
});

test('a failure changes nothing; the notice names the action, and Retry saves it', async () => {
  answer(CALL, apiError(503, 'server.busy', 'We are busy right now.'));
  const screen = await renderComponent(<OpenLater videoId={ID} opensAt={midnight('2091-05-03')} />);
  await screen.getByRole('button', { name: text.openNow }).click();
  await expect.element(screen.getByText('“Open now” did not work')).toBeVisible();
  await expect.element(screen.getByText(/We are busy right now\./)).toBeVisible();
  await expect.element(screen.getByText(text.closed({ date: 'May 3, 2091' }))).toBeVisible();
  answer(CALL, { opens_at: null });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(text.opened)).toBeVisible();
});
