import type { NotificationSetting } from '@kinreel/contracts/notifications';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { NotificationSettings } from './notification-settings.tsx';

const CALL = 'PUT /api/notifications/settings';
const SETTINGS: NotificationSetting[] = [
  { kind: 'connection-request', in_app: true, mail: 'at-once' },
  { kind: 'connection-accepted', in_app: true, mail: 'at-once' },
  { kind: 'video-shared', in_app: true, mail: 'never' },
  { kind: 'video-ready', in_app: true, mail: null },
  { kind: 'video-failed', in_app: true, mail: null },
];

async function show() {
  answer('GET /api/notifications/settings', SETTINGS);
  const screen = await renderComponent(<NotificationSettings />);
  const control = (name: string) => screen.getByRole('switch', { name });
  await expect.element(control('Requests: in the app').first()).toBeChecked();
  return { screen, control };
}

test('[SHARE-06] each kind has a switch for the app, and a choice of when emails are sent if there are any', async () => {
  const { screen } = await show();
  expect(screen.getByRole('switch').all()).toHaveLength(5);
  expect(screen.getByRole('combobox').all()).toHaveLength(3);
  const pace = screen.getByRole('combobox', { name: 'Shared videos: by email' });
  await expect.element(pace).toHaveValue('never');
  answer(CALL, SETTINGS);
  await pace.selectOptions('Every Sunday');
  await expect
    .poll(() => serverCalls(CALL).map(({ body }) => body))
    .toEqual([{ kind: 'video-shared', mail: 'weekly' }]);
});

test('[SHARE-06] a switch changes at once, with the keyboard, and only its own setting is sent', async () => {
  const { control } = await show();
  const held = heldAnswer(SETTINGS);
  answer(CALL, held.response);
  (control('Shared videos: in the app').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(control('Shared videos: in the app')).not.toBeChecked();
  await expect.poll(() => serverCalls(CALL).map(({ body }) => body)).toEqual([{ kind: 'video-shared', in_app: false }]);
  held.send();
});

test('[SHARE-06] a setting that the server does not save is reverted, with a notice that names it and a Retry button', async () => {
  const { screen } = await show();
  answer(CALL, apiError(500, 'server.error', 'Something went wrong. Please try again.'));
  const pace = screen.getByRole('combobox', { name: 'Shared videos: by email' });
  await pace.selectOptions('Once a day');
  await expect.element(screen.getByRole('region', { name: 'Notices' }).getByRole('group')).toBeVisible();
  await expect.element(pace).toHaveValue('never');
  await expect.element(screen.getByText('“Shared videos: by email” did not work')).toBeVisible();
  answer(CALL, SETTINGS);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(pace).toHaveValue('daily');
  expect(serverCalls(CALL)).toHaveLength(2);
});

test('without a response the settings can be reloaded', async () => {
  answer('GET /api/notifications/settings', connectionLost);
  const screen = await renderComponent(<NotificationSettings />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('GET /api/notifications/settings', SETTINGS);
  await retry.click();
  await expect.element(screen.getByRole('switch', { name: 'Shared videos: in the app' })).toBeVisible();
});
