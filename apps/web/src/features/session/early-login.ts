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
  form = document.querySelector<HTMLFormElement>(`#${EARLY_LOGIN_ID}`);
  return new Promise((resolve) => {
    const check = () => {
      // Its field also loses the focus when the app removes the form, and then it is to be restored.
      if (!form?.isConnected) return resolve();
      const { activeElement } = document;
      focused = form.contains(activeElement)
        ? ((activeElement as HTMLInputElement).name as 'email' | 'password')
        : null;
      // The app says what is wrong with an address.
      const isWrong = focused !== 'email' && !isEmail(typedIn(form, 'email').trim());
      if (!focused || isWrong || form.dataset.submitted === '') resolve();
    };
    // After the event, because the next field has the focus only then. Another window in front does not count.
    for (const event of ['focusin', 'focusout', 'submit']) form?.addEventListener(event, () => setTimeout(check));
    check();
  });
}

/** @returns what was typed before the app took over; null if there was no form, and from the second call on */
export function takeEarlyLogin(): EarlyLogin | null {
  const taken = form && {
    email: typedIn(form, 'email'),
    password: typedIn(form, 'password'),
    focused,
    isSubmitted: form.dataset.submitted === '',
  };
  form = null;
  return taken;
}

function typedIn(early: HTMLFormElement, name: string): string {
  return (early.elements.namedItem(name) as HTMLInputElement).value;
}
