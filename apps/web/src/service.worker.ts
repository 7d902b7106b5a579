import { SERVER_PATHS } from '@kinreel/contracts/constants';
import type { PushMessage } from '@kinreel/contracts/push';
import { ExpirationPlugin } from 'workbox-expiration';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { PERSONAL_CACHE, SAVED_COPY_HEADER, type WorkerMessage } from './shared/offline/worker-protocol.ts';

/**
 * The service worker: opens the app offline and shows the last loaded data (docs/web.md). The app's files are public.
 * All personal data is in one cache, which `forget` deletes, and is used only if the server does not respond.
 */

/**
 * The parts of ServiceWorkerGlobalScope that are used here. The project loads the types of pages, not those of workers.
 */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; openWindow(path: string): Promise<unknown> };
  registration: ServiceWorkerRegistration;
  location: Location;
  addEventListener(type: 'activate', listener: (event: { waitUntil(promise: Promise<unknown>): void }) => void): void;
  addEventListener(
    type: 'push',
    listener: (event: { data: { json(): PushMessage } | null; waitUntil(promise: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: { notification: Notification; waitUntil(promise: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent<WorkerMessage> & { waitUntil(promise: Promise<unknown>): void }) => void,
  ): void;
}
declare const self: WorkerScope;

/** Files of the first pages with their revisions. The build defines it (apps/web/build/service-worker.ts). */
declare const PRECACHED: PrecacheEntry[];

const DAY_SECONDS = 24 * 60 * 60;

/** Lists and profiles of the pages, but no requests that grant or record something. */
const SAVED_DATA =
  /^\/api\/(user|video|video\/[^/]+|video\/user\/[^/]+|connections(\/[^/]+)?|search\/[^/]+|prompt|notifications(\/count)?)$/;
const SAVED_PICTURES = /^\/media\/(videos\/[^/]+\/poster|photos\/)/;

/** Incremented by `forget`, so that responses to earlier requests are not saved. */
let generation = 0;

const expiration = new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 30 * DAY_SECONDS });

const personal = new NetworkFirst({
  cacheName: PERSONAL_CACHE,
  plugins: [
    expiration,
    {
      requestWillFetch: async ({ request, state }) => {
        if (state) state.generation = generation;
        return request;
      },
      cacheWillUpdate: async ({ response, state }) =>
        response.status === 200 && state?.generation === generation ? response : null,
      cacheDidUpdate: async ({ state }) => {
        if (state?.generation !== generation) await expiration.deleteCacheAndMetadata();
      },
      // Marks the response, so that the app reports the outage and repeats the request.
      cachedResponseWillBeUsed: async ({ cachedResponse }) => {
        if (!cachedResponse) return null;
        const headers = new Headers(cachedResponse.headers);
        headers.set(SAVED_COPY_HEADER, '1');
        return new Response(cachedResponse.body, { status: cachedResponse.status, headers });
      },
    },
  ],
});

cleanupOutdatedCaches();
precacheAndRoute(PRECACHED);
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [SERVER_PATHS, /^\/config\.json$/] }),
);
// Their names change with their content.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: 'assets', plugins: [new ExpirationPlugin({ maxEntries: 100 })] }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
  new NetworkFirst({ cacheName: 'config' }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && (SAVED_DATA.test(url.pathname) || SAVED_PICTURES.test(url.pathname)),
  personal,
);

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(self.skipWaiting());
  if (event.data !== 'forget') return;
  generation += 1;
  const answer = event.ports[0];
  event.waitUntil(expiration.deleteCacheAndMetadata().then(() => answer?.postMessage('done')));
});

/** Shows a notification that the server has sent. Browsers require that each message shows one. */
self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { tag, title, body, path } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { tag, body, icon: '/icon-192.png', data: path }));
});

/**
 * Opens what the notification is about in a window of its own, so that a recording in another one is not interrupted.
 */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(String(event.notification.data), self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
