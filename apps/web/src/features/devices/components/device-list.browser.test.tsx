import type { Device } from '@kinreel/contracts/devices';
import { common } from '@kinreel/messages/en/common';
import { devices as text } from '@kinreel/messages/en/devices';
import { expect, test, vi } from 'vitest';
import { answer, apiError, connectionLost, heldAnswer, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { DeviceList } from './device-list.tsx';

const HOUR_MS = 3600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const PHONE: Device = {
  id: '0192f0a0-0000-7000-8000-000000000001',
  browser: 'Chrome',
  system: 'Android',
  current: false,
  created_at: ago(100),
  // Full days: after midnight, two hours ago is yesterday.
  last_used_at: ago(72),
};
const LAPTOP: Device = {
  ...PHONE,
  id: '0192f0a0-0000-7000-8000-000000000002',
  browser: 'Firefox',
  system: 'Linux',
  current: true,
};
const ODD: Device = { ...PHONE, id: '0192f0a0-0000-7000-8000-000000000003', browser: null, system: null };

async function show(devices: Device[] = [LAPTOP, PHONE, ODD]) {
  answer('GET /api/devices', devices);
  const onLoggedOut = vi.fn(async () => {});
  const screen = await renderComponent(<DeviceList onLoggedOut={onLoggedOut} />);
  await expect.element(screen.getByRole('button', { name: text.everywhere })).toBeVisible();
  return { screen, onLoggedOut };
}

test('each device has a readable name and a time; this one is marked and has no button', async () => {
  const { screen } = await show();
  const rows = screen.getByRole('list', { name: text.devices }).getByRole('listitem');
  expect(rows.all()).toHaveLength(3);
  await expect.element(rows.nth(0).getByRole('heading', { name: 'Firefox on Linux' })).toBeVisible();
  await expect.element(rows.nth(0).getByText(text.current)).toBeVisible();
  expect(rows.nth(0).getByRole('button').all()).toHaveLength(0);
  await expect.element(rows.nth(1).getByRole('heading', { name: 'Chrome on Android' })).toBeVisible();
  await expect.element(rows.nth(1).getByText('Last used 3 days ago')).toBeVisible();
  await expect.element(rows.nth(1).getByText(text.current)).not.toBeInTheDocument();
  await expect.element(rows.nth(2).getByRole('heading', { name: text.unknown })).toBeVisible();
});

test('logging another device out asks first, and removes it from the list', async () => {
  const { screen } = await show();
  answer(`DELETE /api/devices/${PHONE.id}`, () => new Response(null, { status: 204 }));
  await screen.getByRole('button', { name: 'Log out Chrome on Android, last used 3 days ago' }).click();
  const dialog = screen.getByRole('alertdialog', { name: text.logOutTitle });
  await expect.element(dialog).toHaveAccessibleDescription('Chrome on Android will need the password to get in again.');
  answer('GET /api/devices', [LAPTOP, ODD]);
  await dialog.getByRole('button', { name: text.logOut }).click();
  await expect.element(screen.getByText('Chrome on Android')).not.toBeInTheDocument();
  expect(serverCalls('DELETE').map(({ call }) => call)).toEqual([`DELETE /api/devices/${PHONE.id}`]);
  await expect.element(screen.getByText(text.loggedOut)).toBeVisible();
});

test('logging all devices out asks first, then logs this browser out too', async () => {
  const { screen, onLoggedOut } = await show();
  const held = heldAnswer(() => new Response(null, { status: 204 }));
  answer('DELETE /api/devices', held.response);
  await screen.getByRole('button', { name: text.everywhere }).click();
  const dialog = screen.getByRole('alertdialog', { name: text.everywhereTitle });
  await dialog.getByRole('button', { name: text.everywhere }).click();
  await expect.element(dialog.getByRole('button', { name: common.cancel })).toBeDisabled();
  expect(onLoggedOut).not.toHaveBeenCalled();
  held.send();
  await expect.poll(() => onLoggedOut.mock.calls.length).toBe(1);
});

test('if the server fails, nothing is logged out; a notice names the action, and Retry repeats it', async () => {
  const { screen, onLoggedOut } = await show();
  answer('DELETE /api/devices', apiError(503, 'identity.unavailable', 'Please try again in a moment.'));
  await screen.getByRole('button', { name: text.everywhere }).click();
  const dialog = screen.getByRole('alertdialog', { name: text.everywhereTitle });
  await dialog.getByRole('button', { name: text.everywhere }).click();
  await expect.element(dialog.getByText('“Log out everywhere” did not work')).toBeVisible();
  expect(onLoggedOut).not.toHaveBeenCalled();
  answer('DELETE /api/devices', new Response(null, { status: 204 }));
  await dialog.getByRole('button', { name: common.retry }).click();
  await expect.poll(() => onLoggedOut.mock.calls.length).toBe(1);
});

test('without a response the list can be reloaded', async () => {
  answer('GET /api/devices', connectionLost);
  const screen = await renderComponent(<DeviceList onLoggedOut={async () => {}} />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer('GET /api/devices', [LAPTOP]);
  await retry.click();
  await expect.element(screen.getByText('Firefox on Linux')).toBeVisible();
});

test('without sessions, and with a hosted identity provider, the screen says where they are', async () => {
  const { screen } = await show([]);
  await expect.element(screen.getByRole('heading', { name: text.noneTitle })).toBeVisible();
  await screen.unmount();
  answer('GET /api/devices', apiError(409, 'devices.elsewhere', 'Please look for your devices there.'));
  const hosted = await renderComponent(<DeviceList onLoggedOut={async () => {}} />);
  await expect.element(hosted.getByRole('heading', { name: text.elsewhereTitle })).toBeVisible();
  await expect.element(hosted.getByRole('button')).not.toBeInTheDocument();
});
