import { announceNewVersion, setBeforeReload } from '../reload-page.ts';
import { whenIdle } from '../when-idle.ts';
import { PERSONAL_CACHE, type WorkerMessage } from './worker-protocol.ts';

/** Local storage key: the person whose content is saved on this device, by the `sub` claim of their token. */
const OWNER_KEY = 'kinreel.savedCopiesOwner';

/** Timeout of a message to the worker, so that logging out does not hang. */
const ANSWER_TIMEOUT_MS = 2_000;

/** Longest wait of a reload for the installation of the new version. */
const INSTALL_TIMEOUT_MS = 5_000;

/** Interval in which an open tab checks for a new version. */
const UPDATE_INTERVAL_MS = 60 * 60 * 1000;

const workers = () => ('serviceWorker' in navigator ? navigator.serviceWorker : null);

/**
 * Installs the service worker when the page is idle, so that it does not compete with the page's own downloads. A new
 * version waits until the person agrees.
 */
export function startServiceWorker(): void {
  const container = workers();
  if (!container || !import.meta.env.PROD) return;
  setBeforeReload(activateNewVersion);
  whenIdle(() => void register(container).catch(() => null));
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/service-worker.js');
  // Without a controller it is the first version, which is activated at once.
  const announce = () => registration.waiting && container.controller && announceNewVersion();
  announce();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce);
  });
  setInterval(() => void registration.update().catch(() => null), UPDATE_INTERVAL_MS);
}

/** Activates a new version of the app, if there is one. The page is reloaded afterwards. */
async function activateNewVersion(): Promise<void> {
  const registration = await workers()?.getRegistration();
  if (!registration) return;
  if (!registration.waiting) await Promise.race([installUpdate(registration), timeout(INSTALL_TIMEOUT_MS)]);
  const waiting = registration.waiting;
  if (!waiting) return;
  const activated = new Promise((resolve) => waiting.addEventListener('statechange', resolve, { once: true }));
  waiting.postMessage('activate' satisfies WorkerMessage);
  await Promise.race([activated, timeout(ANSWER_TIMEOUT_MS)]);
}

async function installUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update();
  const { installing } = registration;
  if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }));
}

/**
 * Deletes all personal content that is saved for offline use: when the person logs out, when the session ends, and
 * before another person's content is saved.
 */
export async function deleteSavedCopies(): Promise<void> {
  const worker = workers()?.controller;
  // Also without a worker that answers.
  const deleted = globalThis.caches?.delete(PERSONAL_CACHE).catch(() => false);
  await Promise.race([Promise.all([deleted, worker && askToForget(worker)]), timeout(ANSWER_TIMEOUT_MS)]);
  try {
    localStorage.removeItem(OWNER_KEY);
  } catch {
    // Without storage there is no saved owner.
  }
}

/** Resolves when the service worker has deleted what it keeps. */
function askToForget(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage('forget' satisfies WorkerMessage, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = resolve;
  });
}

/**
 * Makes this person the owner of saved content, after deleting the content of another person.
 * @param owner the `sub` claim of the person's token
 */
export async function claimSavedCopies(owner: string): Promise<void> {
  try {
    if (localStorage.getItem(OWNER_KEY) === owner) return;
    await deleteSavedCopies();
    localStorage.setItem(OWNER_KEY, owner);
  } catch {
    await deleteSavedCopies();
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
