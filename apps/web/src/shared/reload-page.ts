/**
 * A new release replaces the files of the app. A page that was opened before it can no longer load the remaining ones.
 * Reloading fixes this, but must not lose what the person is typing.
 */

/** Session storage key: the time of this tab's last such reload, in milliseconds since the epoch. */
const STORAGE_KEY = 'kinreel.reloadedAt';

/** If a file is still missing this soon after a reload, the cause is not a release. */
const RELOAD_COOLDOWN_MS = 60_000;

const listeners = new Set<() => void>();
let reloadNeeded = false;
let beforeReload = async () => {};

/** Whether the page needs a reload and waits for the person to agree. */
export function needsReload(): boolean {
  return reloadNeeded;
}

/** Calls `listener` when `needsReload` changes. @returns unsubscribe */
export function onReloadNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Reloads the page, or asks the user to if there is unsaved input. Never resolves.
 * @throws `error` if a reload has just been tried
 */
export async function reloadPage(error: unknown): Promise<never> {
  if (hasJustReloaded()) throw error;
  if (hasUnsavedInput()) announceNewVersion();
  else reloadNow();
  return new Promise(() => {});
}

/** Asks the person to reload the page. */
export function announceNewVersion(): void {
  reloadNeeded = true;
  for (const listener of listeners) listener();
}

/** Reloads the page, with the newest version of the app. */
export function reloadNow(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, String(Date.now()));
  } finally {
    void beforeReload()
      .catch(() => null)
      .finally(() => window.location.reload());
  }
}

/** Registers a step before a reload, such as activating a new service worker. */
export function setBeforeReload(prepare: () => Promise<void>): void {
  beforeReload = prepare;
}

/** Prevents a reload loop. Without session storage a loop could not be detected, so it never reloads. */
function hasJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(STORAGE_KEY)) < RELOAD_COOLDOWN_MS;
  } catch {
    return true;
  }
}

/** Whether a dialog is open, a form has text in it, or a `beforeunload` listener would warn the person. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)');
  return (
    document.querySelector(':is([role=dialog], [role=alertdialog])') !== null ||
    [...fields].some((field) => field.value !== '') ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
