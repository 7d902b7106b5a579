import type { NotificationSetting } from '@kinreel/contracts/notifications';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, apiError, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { NotificationSettings } from './notification-settings.tsx';

const CALL = 'PUT /api/notifications/settings';
const SETTINGS: NotificationSetting[] = [
  { kind: 'connection-request', in_app: true, mail: true },
  { kind: 'connection-accepted', in_app: true, mail: true },
  { kind: 'video-shared', in_app: true, mail: false },
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

test('[SHARE-06] each kind has a switch for the app, and one for emails if there are any', async () => {
  const { screen, control } = await show();
  expect(screen.getByRole('switch').all()).toHaveLength(8);
  await expect.element(control('Shared videos: by email')).not.toBeChecked();
  await expect.element(control('Videos that are ready: by email')).not.toBeInTheDocument();
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

test('[SHARE-06] a setting that the server does not save is reverted, with a notice that names the switch and a Retry button', async () => {
  const { screen, control } = await show();
  answer(CALL, apiError(500, 'server.error', 'Something went wrong. Please try again.'));
  await control('Shared videos: by email').click();
  await expect.element(screen.getByRole('region', { name: 'Notices' }).getByRole('group')).toBeVisible();
  await expect.element(control('Shared videos: by email')).not.toBeChecked();
  await expect.element(screen.getByText('“Shared videos: by email” did not work')).toBeVisible();
  answer(CALL, SETTINGS);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(control('Shared videos: by email')).toBeChecked();
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
