import { announceNewVersion, setBeforeReload } from '../reload-page.ts';
import { whenIdle } from '../when-idle.ts';
import { PERSONAL_CACHE, type WorkerMessage } from './worker-protocol.ts';

/** Local storage key: whose content is saved on this device, as the `sub` claim of their token. */
const OWNER_KEY = 'kinreel.savedCopiesOwner';

/** A worker that does not answer must not hold up a log-out. */
const ANSWER_TIMEOUT_MS = 2_000;

/** How long a reload waits for the new version to be installed. */
const INSTALL_TIMEOUT_MS = 5_000;

/** A tab that stays open looks for a new version this often. */
const UPDATE_INTERVAL_MS = 60 * 60 * 1000;

const workers = () => ('serviceWorker' in navigator ? navigator.serviceWorker : null);

/**
 * Installs the service worker once the page is idle, so that it never competes with the page's own downloads. A new
 * version waits until the user agrees.
 */
export function startServiceWorker(): void {
  const container = workers();
  if (!container || !import.meta.env.PROD) return;
  setBeforeReload(activateNewVersion);
  whenIdle(() => void register(container).catch(() => null));
}

async function register(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.register('/service-worker.js');
  // Without a controller it is the first version, which nobody has to wait for.
  const announce = () => registration.waiting && container.controller && announceNewVersion();
  announce();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce);
  });
  setInterval(() => void registration.update().catch(() => null), UPDATE_INTERVAL_MS);
}

/** Lets a new version of the app take over, if there is one. The page is reloaded afterwards. */
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
 * Deletes everything personal that is saved on this device for use without a connection: at log-out, when the session ends,
 * and before another person's content is saved.
 */
export async function forgetSavedCopies(): Promise<void> {
  const worker = workers()?.controller;
  // Also without a worker that answers.
  const deleted = globalThis.caches?.delete(PERSONAL_CACHE).catch(() => false);
  await Promise.race([Promise.all([deleted, worker && askToForget(worker)]), timeout(ANSWER_TIMEOUT_MS)]);
  try {
    localStorage.removeItem(OWNER_KEY);
  } catch {
    // Without storage there is no owner.
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
 * What is saved from now on belongs to this person. Deletes first what belongs to somebody else.
 * @param owner the `sub` claim of the person's token
 */
export async function claimSavedCopies(owner: string): Promise<void> {
  try {
    if (localStorage.getItem(OWNER_KEY) === owner) return;
    await forgetSavedCopies();
    localStorage.setItem(OWNER_KEY, owner);
  } catch {
    await forgetSavedCopies();
  }
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
