import { SERVER_PATHS } from '@kinreel/contracts/constants';
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
 * The service worker: the app opens without a connection and shows what was seen last (docs/web.md). Files of the app
 * are public. Everything personal is in one cache, which `forget` deletes, and is used only if the server does not answer.
 */

/** The parts of ServiceWorkerGlobalScope used here; the types of the page are loaded, not those of workers. */
interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  addEventListener(type: 'activate', listener: (event: { waitUntil(promise: Promise<unknown>): void }) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: MessageEvent<WorkerMessage> & { waitUntil(promise: Promise<unknown>): void }) => void,
  ): void;
}
declare const self: WorkerScope;

/** Files of the first pages with their revisions. The build replaces this name (apps/web/build/service-worker.ts). */
declare const PRECACHED: PrecacheEntry[];

const DAY_SECONDS = 24 * 60 * 60;

/** Lists and profiles that the pages show. Nothing that grants or records anything. */
const SAVED_DATA =
  /^\/api\/(user|video|video\/[^/]+|video\/user\/[^/]+|connections(\/[^/]+)?|search\/[^/]+|prompt|notifications(\/count)?)$/;
const SAVED_PICTURES = /^\/media\/(videos\/[^/]+\/poster|photos\/)/;

/** Counts the calls of `forget`: a response to an earlier request is not saved any more. */
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
      // Tells the app that the server did not answer, so that it says so and asks again.
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
