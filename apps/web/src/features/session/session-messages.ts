import { messages } from '@kinreel/contracts/messages';
import { isApiError } from '../../shared/api/api-error.ts';
import { BUSY, IdentityError } from './identity-error.ts';

/** Where and how a failed login is told. */
export type LoginFailure =
  /** LOGIN-07: the alert with the title "Error!" and the provider's words. */
  | { kind: 'provider'; text: string }
  /** LOGIN-08: the line at the form. */
  | { kind: 'message'; text: string };

/** LOGIN-07, LOGIN-08: what to say when a login failed. */
export function loginFailure(error: unknown): LoginFailure {
  if (error instanceof IdentityError) {
    if (error.unreachable) return { kind: 'message', text: messages.login.noCode };
    if (error.code === BUSY && error.description) {
      return { kind: 'message', text: messages.login.serverMessage(withoutFullStop(error.description)) };
    }
    if (error.description) return { kind: 'provider', text: error.description };
    return { kind: 'message', text: messages.login.default };
  }
  if (isApiError(error)) {
    return error.status === 0
      ? { kind: 'message', text: messages.login.noCode }
      : { kind: 'message', text: messages.login.serverMessage(withoutFullStop(error.message)) };
  }
  return { kind: 'message', text: messages.login.default };
}

/** Codes that mean: this address has an account already. */
const TAKEN = ['invalid_signup', 'user_exists', 'username_exists', 'email_exists'];

/** REG-05: what to say when a registration failed, at the provider or at our own API. */
export function registrationMessage(error: unknown): string {
  if (error instanceof IdentityError) {
    if (error.unreachable) return messages.login.noCode;
    if (error.code === 'invalid_password') return messages.registration.weakPassword;
    if (TAKEN.includes(String(error.code))) return messages.registration.taken;
    return error.description ?? messages.registration.other;
  }
  if (isApiError(error)) {
    if (error.status === 0 || error.code === 'network.down') return messages.login.noCode;
    const [firstField] = Object.values(error.fields ?? {});
    return firstField ?? (error.message || messages.registration.other);
  }
  return messages.registration.taken;
}

/** "{message}. Try again!" brings its own full stop. */
function withoutFullStop(sentence: string): string {
  return sentence.replace(/[.!]+$/, '');
}
