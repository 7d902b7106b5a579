import { session as text } from '@kinreel/messages/en/session';
import { isApiError, isGeneric, NETWORK_DOWN } from '../../shared/api/api-error.ts';
import { BUSY, IdentityError } from './identity-error.ts';

/** How the login form shows an error. */
export type LoginFailure =
  /** LOGIN-07: an alert with the title "Error!" and the provider's message. */
  | { kind: 'provider'; text: string }
  /** LOGIN-08: a message in the form. */
  | { kind: 'message'; text: string };

/** The message for a failed login (LOGIN-07, LOGIN-08). */
export function loginFailure(error: unknown): LoginFailure {
  if (error instanceof IdentityError) {
    if (error.unreachable) return { kind: 'message', text: text.serverDown };
    if (error.code === BUSY && error.description) {
      return { kind: 'message', text: text.serverMessage({ message: trimEndPunctuation(error.description) }) };
    }
    if (error.description) return { kind: 'provider', text: error.description };
    return { kind: 'message', text: text.unknownError };
  }
  if (isApiError(error)) {
    return error.code === NETWORK_DOWN.code
      ? { kind: 'message', text: text.serverDown }
      : { kind: 'message', text: text.serverMessage({ message: trimEndPunctuation(error.message) }) };
  }
  if (isStorageRefused(error)) return { kind: 'message', text: text.storageRefused };
  return { kind: 'message', text: text.unknownError };
}

/** Whether local storage is blocked or full. A login needs it before and after the redirect. */
function isStorageRefused(error: unknown): boolean {
  return error instanceof DOMException && ['SecurityError', 'QuotaExceededError'].includes(error.name);
}

/** Error codes for an email address that already has an account. */
const ACCOUNT_EXISTS_CODES = ['invalid_signup', 'user_exists', 'username_exists', 'email_exists'];

/**
 * The message for a failed registration, from the identity provider or our API (REG-05): by the error code, otherwise
 * the response's own message. A response with neither means that the address is taken, unless the server has failed.
 */
export function registrationMessage(error: unknown): string {
  if (error instanceof IdentityError) {
    if (error.unreachable && error.status === null) return text.serverDown;
    if (error.code === 'invalid_password') return text.passwordWeak;
    if (ACCOUNT_EXISTS_CODES.includes(String(error.code))) return text.usernameTaken;
    if (error.description) return error.description;
    return error.code || error.unreachable ? text.unknownError : text.usernameTaken;
  }
  if (isApiError(error)) {
    if (error.status === 0) return text.serverDown;
    if (isGeneric(error) || error.code === NETWORK_DOWN.code)
      return error.status >= 500 ? text.unknownError : text.usernameTaken;
    const [firstField] = Object.values(error.fields ?? {});
    return firstField ?? error.message;
  }
  return text.unknownError;
}

/** Removes the full stop, which the template "{message}. Try again!" adds. */
function trimEndPunctuation(sentence: string): string {
  return sentence.replace(/[.!]+$/, '');
}
