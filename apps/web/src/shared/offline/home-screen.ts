/**
 * Whether to offer adding the app to the home screen: to people who return on another day, in browsers that support it,
 * until they answer. Nothing is sent to the server.
 */

/** Local storage keys: the day of first use as YYYY-MM-DD, and whether the person has answered. */
const FIRST_DAY_KEY = 'kinreel.firstDay';
const ANSWERED_KEY = 'kinreel.homeScreenAnswered';

/** Chromium's event: the browser can install the app, and the page chooses when to ask. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `prompt`: the browser asks. `steps`: Safari on a phone or tablet can only add it through its own menu. */
export type HomeScreenOffer = 'prompt' | 'steps';

const listeners = new Set<() => void>();
let installPrompt: InstallPromptEvent | null = null;
let isReturning = false;

/** Call once and early: the browser sends its event only once. */
export function watchHomeScreen(): void {
  const today = dayOf(new Date());
  isReturning = (read(FIRST_DAY_KEY) ?? today) !== today;
  if (!read(FIRST_DAY_KEY)) write(FIRST_DAY_KEY, today);
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt = event as InstallPromptEvent;
    changed();
  });
  window.addEventListener('appinstalled', changed);
}

/** Calls `listener` when `homeScreenOffer` may have changed. @returns unsubscribe */
export function onHomeScreenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the app can be added to the home screen; null if this should not be offered. */
export function homeScreenOffer(): HomeScreenOffer | null {
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches;
  if (!isReturning || isInstalled || read(ANSWERED_KEY)) return null;
  if (installPrompt) return 'prompt';
  // Only iOS has this property. It is true in an app that was opened from the home screen.
  return (navigator as { standalone?: boolean }).standalone === false ? 'steps' : null;
}

/** Makes the browser ask the person. */
export async function addToHomeScreen(): Promise<void> {
  await installPrompt?.prompt().catch(() => null);
  dismissHomeScreen();
}

/** Stops the offer on this device, because the person has answered. */
export function dismissHomeScreen(): void {
  write(ANSWERED_KEY, 'yes');
  changed();
}

/** The local day as YYYY-MM-DD. Formatting by locale would load locale data, which takes 25 ms at each start. */
function dayOf(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

function changed(): void {
  for (const listener of listeners) listener();
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage a returning person is not recognized.
  }
}
