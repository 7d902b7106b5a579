import { isEmail } from '@kinreel/contracts/email';

/** Id of the login form in index.html, which people can fill in before the code of the app has arrived (build/first-paint.ts). */
export const EARLY_LOGIN_ID = 'early-login';

/** What a person has typed into the login form of index.html. */
export interface EarlyLogin {
  email: string;
  password: string;
  /** The field that had the focus. */
  focused: 'email' | 'password' | null;
  /** LOGIN was pressed. */
  isSubmitted: boolean;
}

let form: HTMLFormElement | null = null;
let focused: EarlyLogin['focused'] = null;

/**
 * Resolves when nobody is typing in the login form of index.html, so that the app can take its place. A form that is replaced
 * under the fingers closes the keyboard of a phone. At once if there is no such form.
 */
export function whenEarlyLoginIdle(): Promise<void> {
  const found = document.querySelector<HTMLFormElement>(`form#${EARLY_LOGIN_ID}`);
  if (!found) return Promise.resolve();
  form = found;
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = () => {
    // Also lost when the app removes the form, and then it is to be restored.
    if (!found.isConnected) return;
    const field = found.contains(document.activeElement) ? (document.activeElement as HTMLInputElement) : null;
    focused = field ? (field.name as 'email' | 'password') || null : null;
    // The app says what is wrong with it.
    const isEmailWrong = focused !== 'email' && !isEmail(typedIn(found, 'email').trim());
    if (!focused || isSubmitted(found) || isEmailWrong) resolve();
  };
  // After the event, because the next field has the focus only then. Another window in front does not count.
  for (const event of ['focusin', 'focusout', 'submit']) found.addEventListener(event, () => setTimeout(check));
  check();
  return promise;
}

/** @returns what was typed before the app took over; null if there was no form, and from the second call on */
export function takeEarlyLogin(): EarlyLogin | null {
  if (!form) return null;
  const early = {
    email: typedIn(form, 'email'),
    password: typedIn(form, 'password'),
    focused,
    isSubmitted: isSubmitted(form),
  };
  form = null;
  return early;
}

function typedIn(early: HTMLFormElement, name: string): string {
  return String(new FormData(early).get(name));
}

function isSubmitted(early: HTMLFormElement): boolean {
  return 'submitted' in early.dataset;
}
