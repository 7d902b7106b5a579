import { common } from '@kinreel/messages/en/common';
import { pace as text } from '@kinreel/messages/en/pace';
import { expect, test } from 'vitest';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { PaceSetting } from './pace-setting.tsx';

const THEMES = ['Childhood', 'Work and money'];
const JOB = { id: 26, prompt: 'What was your first job?', category: 'Work and money' };
const OFF = { choice: null, next_at: null, next: null, rests: false, question: null };
const ON = {
  ...OFF,
  choice: { weekday: 0, hour: 10, time_zone: 'Europe/Berlin', themes: ['Work and money'] },
  next_at: '2031-01-05T09:00:00.000Z',
  next: { prompt: JOB, asker: null },
};
const render = () => renderComponent(<PaceSetting themes={THEMES} />);

test('day, hour and themes are saved together, and the next question is shown', async () => {
  answer('GET /api/pace', OFF);
  answer('PUT /api/pace', () => {
    answer('GET /api/pace', ON);
    return Response.json(ON);
  });
  const screen = await render();
  await screen.getByLabelText(text.day).selectOptions('Wednesday');
  await screen.getByLabelText(text.hour).selectOptions('6:00 PM');
  await screen.getByRole('checkbox', { name: 'Work and money' }).click();
  await screen.getByRole('button', { name: text.start }).click();
  await expect.element(screen.getByText(JOB.prompt)).toBeVisible();
  expect(serverCalls('PUT')[0]?.body).toEqual({
    weekday: 3,
    hour: 18,
    themes: ['Work and money'],
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  await expect.element(screen.getByRole('button', { name: text.save })).toHaveFocus();
});

test('Turn off ends it, and the focus stays in the card', async () => {
  answer('GET /api/pace', ON);
  answer('DELETE /api/pace', () => {
    answer('GET /api/pace', { ...OFF, choice: ON.choice });
    return new Response(null, { status: 204 });
  });
  const screen = await render();
  await screen.getByRole('button', { name: text.stopOf }).click();
  await expect.element(screen.getByRole('button', { name: text.start })).toHaveFocus();
  await expect.element(screen.getByText(JOB.prompt)).not.toBeInTheDocument();
});

test('while it rests, the card says what wakes it', async () => {
  answer('GET /api/pace', { ...ON, rests: true });
  const screen = await render();
  await expect.element(screen.getByText(text.rests)).toBeVisible();
  await expect.element(screen.getByText(JOB.prompt)).not.toBeInTheDocument();
});

test('a choice that could not be saved stays, and Retry saves it', async () => {
  answer('GET /api/pace', OFF);
  answer('PUT /api/pace', apiError(500, 'server.failed', 'Something went wrong.'));
  const screen = await render();
  await screen.getByLabelText(text.day).selectOptions('Wednesday');
  await screen.getByRole('button', { name: text.start }).click();
  await expect.element(screen.getByRole('button', { name: common.retry })).toBeVisible();
  await expect.element(screen.getByLabelText(text.day)).toHaveValue('3');
  answer('PUT /api/pace', ON);
  await screen.getByRole('button', { name: common.retry }).click();
  await expect.poll(() => serverCalls('PUT').length).toBe(2);
  expect(serverCalls('PUT')[1]?.body).toMatchObject({ weekday: 3 });
});
