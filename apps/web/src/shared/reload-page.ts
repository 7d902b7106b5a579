/**
 * An open page outlives a new release, whose files have other names: what the page has not fetched yet is gone. Loading
 * it afresh helps, as long as nothing is lost by it.
 */

/** When this tab was last loaded afresh for that reason, in milliseconds. */
const KEY = 'kinreel.reloadedAt';

/** So soon after, loading afresh did not help: the file is missing for another reason. In milliseconds. */
const AGAIN_MS = 60_000;

const onAsk = new Set<() => void>();
let asking = false;

/** Whether the person is to say when the page may be loaded afresh. */
export function needsReload(): boolean {
  return asking;
}

/** Calls back when the person is to be asked. @returns the end of it */
export function onReloadNeeded(callback: () => void): () => void {
  onAsk.add(callback);
  return () => onAsk.delete(callback);
}

/**
 * Load the page afresh, or ask for it where something would be lost. Never resolves.
 * @throws the reason where loading afresh has just not helped
 */
export async function reloadPage(reason: unknown): Promise<never> {
  if (hasJustReloaded()) throw reason;
  if (hasUnsavedInput()) {
    asking = true;
    for (const callback of onAsk) callback();
  } else reloadNow();
  return new Promise(() => {});
}

/** Load the page afresh now. */
export function reloadNow(): void {
  try {
    sessionStorage.setItem(KEY, String(Date.now()));
  } finally {
    window.location.reload();
  }
}

/** Whether loading afresh has been tried; a browser that keeps nothing would try for ever. */
function hasJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(KEY)) < AGAIN_MS;
  } catch {
    return true;
  }
}

/** Whether a dialog is open, words stand in a form, or whatever else would warn before the page is left. */
function hasUnsavedInput(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form :is(input, textarea)');
  return (
    document.querySelector(':is([role=dialog], [role=alertdialog])') !== null ||
    [...fields].some((field) => field.value !== '') ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
