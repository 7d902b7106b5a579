/** Delay after the page load in browsers without `requestIdleCallback`. */
const PAUSE_MS = 3_000;

/** Runs a task once the page has loaded and is idle, so that it does not compete with the page's own downloads. */
export function whenIdle(task: () => void): void {
  const schedule = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, PAUSE_MS));
  const start = () => void schedule(task);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}
