/**
 * A new release replaces the files of the app. A page opened before the release then fails to load parts that it has not
 * loaded yet. Reloading fixes this, but must not lose what the user is typing.
 */

/** Session storage key: when this tab was last reloaded for this reason, in milliseconds since the epoch. */
const STORAGE_KEY = 'kinreel.reloadedAt';

/** If a file is still missing this soon after a reload, the release is not the reason. */
const RELOAD_COOLDOWN_MS = 60_000;

const listeners = new Set<() => void>();
let reloadNeeded = false;
let beforeReload = async () => {};

/** Whether the page should be reloaded, but only when the user agrees. */
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

/** Asks the user to reload the page. */
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

/** Registers what has to happen before a reload, such as letting a new service worker take over. */
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

/** Whether a dialog is open, a form has text in it, or a `beforeunload` listener would warn the user. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)');
  return (
    document.querySelector(':is([role=dialog], [role=alertdialog])') !== null ||
    [...fields].some((field) => field.value !== '') ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
