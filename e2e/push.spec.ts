import { registerByApi } from './support/api.ts';
import { askingLaunchOptions } from './support/browser.ts';
import { newPerson } from './support/people.ts';
import { signedInPage } from './support/screen.ts';
import { expect, test } from './support/test.ts';

// The headless shell allows no notifications.
test.use({ launchOptions: askingLaunchOptions });

const MESSAGE = {
  tag: '0193d0c0-0000-7000-8000-000000000001',
  title: 'Tavi Fennick asks you: Who taught you to swim?',
  body: '',
  path: '/info',
};

test('a message of the push service is shown as a notification, and pressing it opens what it is about', async ({
  browser,
  kinreel,
}) => {
  const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
  const page = await signedInPage(browser, kinreel.origin, person, { serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications'], { origin: kinreel.origin });
  const client = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  await page.goto(`/user/${person.user.id}/edit?tab=notifications`);
  await expect(page.getByRole('switch', { name: 'Tell me on this device' })).not.toBeChecked();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));

  // Chromium has no push service in tests; the message arrives as from one.
  await client.send('ServiceWorker.deliverPushMessage', {
    origin: kinreel.origin,
    registrationId: await registered,
    data: JSON.stringify(MESSAGE),
  });
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('no service worker');
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title }) => title);
    });
  await expect.poll(shown).toEqual([MESSAGE.title]);

  // Only a real press may open a window, so the test looks at what would be opened.
  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow(url: string): Promise<null> };
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (!notification) return null;
    let url = '';
    scope.clients.openWindow = async (to) => {
      url = to;
      return null;
    };
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    return url;
  });
  expect(opened).toBe(`${kinreel.origin}/info`);
  await expect.poll(shown).toEqual([]);
});
