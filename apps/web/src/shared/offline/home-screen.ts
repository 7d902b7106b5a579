/**
 * Whether the app should offer to be added to the home screen: to people who come back on another day, whose browser can
 * add it, until they have answered. Nothing is sent anywhere.
 */

/** Local storage keys: the first day of use, as YYYY-MM-DD; whether the person has answered. */
const FIRST_DAY_KEY = 'kinreel.firstDay';
const ANSWERED_KEY = 'kinreel.homeScreenAnswered';

/** Chromium's event: the browser can add the app, and lets the page choose the moment. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** `prompt`: the browser asks. `steps`: Safari on a phone or tablet adds it only by its own menu. */
export type HomeScreenOffer = 'prompt' | 'steps';

const listeners = new Set<() => void>();
let installPrompt: InstallPromptEvent | null = null;
let isReturning = false;

/** Call once, early: the browser's event comes only once. */
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

/** Lets the browser ask. */
export async function addToHomeScreen(): Promise<void> {
  await installPrompt?.prompt().catch(() => null);
  dismissHomeScreen();
}

/** The person has answered: never offer it again on this device. */
export function dismissHomeScreen(): void {
  write(ANSWERED_KEY, 'yes');
  changed();
}

/** The day in local time as YYYY-MM-DD. Formatting it by a locale would load that locale's data: 25 ms at each start. */
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
    // Without storage nobody is known to come back.
  }
}
