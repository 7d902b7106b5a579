import { isEmail } from '@kinreel/contracts/email';

/**
 * Id of the login form in index.html, which can be filled in before the app's code has loaded (build/first-paint.ts).
 */
export const EARLY_LOGIN_ID = 'early-login';

/** The values that a person entered into the login form of index.html. */
export interface EarlyLogin {
  email: string;
  password: string;
  /** The focused field. */
  focused: 'email' | 'password' | null;
  /** Whether LOGIN was pressed. */
  isSubmitted: boolean;
}

let form: HTMLFormElement | null = null;
let focused: EarlyLogin['focused'] = null;

/**
 * Resolves when nobody is typing in the login form of index.html, so that the app can replace it; immediately without
 * such a form. Replacing a form while a person types would close the keyboard of a phone.
 */
export function whenEarlyLoginIdle(): Promise<void> {
  form = document.querySelector<HTMLFormElement>(`#${EARLY_LOGIN_ID}`);
  return new Promise((resolve) => {
    const check = () => {
      // The field also loses the focus when the app removes the form; then the focus is restored.
      if (!form?.isConnected) return resolve();
      const { activeElement } = document;
      focused = form.contains(activeElement)
        ? ((activeElement as HTMLInputElement).name as 'email' | 'password')
        : null;
      // The app shows the error of an invalid address.
      const isWrong = focused !== 'email' && !isEmail(typedIn(form, 'email').trim());
      if (!focused || isWrong || form.dataset.submitted === '') resolve();
    };
    // After the event, when the next field has the focus. Switching windows does not count.
    for (const event of ['focusin', 'focusout', 'submit']) form?.addEventListener(event, () => setTimeout(check));
    check();
  });
}

/** @returns the entered values; null without a form, and from the second call on */
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
