import { push as text } from '@kinreel/messages/en/push';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { isPushOffered, offerPush, onPushOfferChange } from '../../../shared/offline/push-offer.ts';
import { answer, apiError, serverCalls } from '../../../testing/fake-server.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { PushOffer } from './push-offer.tsx';
import { PushSetting } from './push-setting.tsx';

const USER = '0193d0c0-0000-7000-8000-000000000001';
const DEVICE = { id: '0193d0c0-0000-7000-8000-000000000002', created_at: '2026-03-10T09:30:00Z' };
const KEY = `B${'A'.repeat(86)}`;
const SUBSCRIPTION = { endpoint: 'https://push.example.org/a', keys: { p256dh: KEY, auth: 'A'.repeat(22) } };

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

/** A browser without a push service: subscribing is answered here. */
function browserAnswers(permission: NotificationPermission) {
  let current: object | null = null;
  const unsubscribe = vi.fn(async () => {
    current = null;
    return true;
  });
  const subscribe = vi.fn(async () => {
    current = { toJSON: () => SUBSCRIPTION, options: { applicationServerKey: null }, unsubscribe };
    return current;
  });
  const pushManager = { subscribe, getSubscription: async () => current };
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ pushManager } as never);
  const asked = vi.spyOn(Notification, 'requestPermission').mockResolvedValue(permission);
  let state: NotificationPermission = 'default';
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => state);
  asked.mockImplementation(async () => {
    state = permission;
    return permission;
  });
  return { asked, subscribe, unsubscribe };
}

function Page() {
  return useSyncExternalStore(onPushOfferChange, isPushOffered) && <PushOffer userId={USER} />;
}

async function show() {
  answer('GET /api/push', { public_key: KEY, devices: [] });
  const screen = await renderComponent(<Page />);
  return { screen, title: screen.getByRole('heading', { name: text.offerTitle }) };
}

test('nothing is offered before the first thing that is worth it, and the browser asks only after the button', async () => {
  const { asked, subscribe } = browserAnswers('granted');
  const { screen, title } = await show();
  await expect.element(title).not.toBeInTheDocument();
  offerPush();
  await expect.element(title).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  answer('POST /api/push', DEVICE);
  await screen.getByRole('button', { name: text.turnOn }).click();
  await expect.element(screen.getByText(text.isOn)).toBeVisible();
  await expect.element(title).not.toBeInTheDocument();
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: KEY });
  expect(serverCalls('POST /api/push').map(({ body }) => body)).toEqual([SUBSCRIPTION]);
});

test('“Not now” hides the offer permanently, and the focus stays on the page', async () => {
  const { asked } = browserAnswers('granted');
  const { screen, title } = await show();
  offerPush();
  await screen.getByRole('button', { name: text.later }).click();
  await expect.element(title).not.toBeInTheDocument();
  await expect.element(screen.getByRole('main')).toHaveFocus();
  offerPush();
  await expect.element(title).not.toBeInTheDocument();
  expect(asked).not.toHaveBeenCalled();
});

test('if the browser does not allow it, the page says what to do', async () => {
  const { subscribe } = browserAnswers('denied');
  const { screen } = await show();
  offerPush();
  await screen.getByRole('button', { name: text.turnOn }).click();
  await expect.element(screen.getByText(text.blocked)).toBeVisible();
  expect(subscribe).not.toHaveBeenCalled();
});

test('the switch in the settings turns it on and off, and a failure shows an error with Retry', async () => {
  const { unsubscribe } = browserAnswers('granted');
  answer('GET /api/push', { public_key: KEY, devices: [] });
  const screen = await renderComponent(<PushSetting userId={USER} />);
  const control = screen.getByRole('switch', { name: text.turnOn });
  await expect.element(control).not.toBeChecked();
  answer('POST /api/push', apiError(500, 'server.error', 'Something went wrong. Please try again.'));
  await control.click();
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect.element(control).not.toBeChecked();
  answer('POST /api/push', DEVICE);
  answer('GET /api/push', { public_key: KEY, devices: [DEVICE] });
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(control).toBeChecked();
  answer(`DELETE /api/push/${DEVICE.id}`, {});
  answer('GET /api/push', { public_key: KEY, devices: [] });
  await control.click();
  await expect.element(control).not.toBeChecked();
  // The list arrives before the browser has answered.
  await expect.poll(() => unsubscribe).toHaveBeenCalled();
  expect(localStorage.getItem('kinreel.pushDevice')).toBeNull();
});
