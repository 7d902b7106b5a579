/**
 * An error of the identity provider, reduced to what may be shown. The original error is not stored as `cause`: after a 502
 * its description contains the request with the plain-text password.
 */
export class IdentityError extends Error {
  /** The provider's error code; a number if there is only an HTTP status; null without a response. */
  readonly code: string | number | null;
  /** Message that may be shown to the user; null if there is none. */
  readonly description: string | null;
  /** No response, or a server error. */
  readonly unreachable: boolean;

  constructor(code: string | number | null, description: string | null, unreachable: boolean) {
    super(`identity: ${code ?? 'no response'}`);
    this.name = 'IdentityError';
    this.code = code;
    this.description = description;
    this.unreachable = unreachable;
  }
}

/** Error codes of auth0-js for a missing or unreadable response. */
const NO_RESPONSE_CODES = ['request_error', 'generic_error', 'timeout'];

/** The provider is overloaded. The only 5xx error whose message may be shown. */
export const BUSY = 'server_busy';

/** Converts any error of auth0-js. */
export function toIdentityError(raw: unknown): IdentityError {
  if (raw instanceof IdentityError) return raw;
  const {
    code: named,
    error,
    statusCode,
    description,
    errorDescription,
    error_description,
  } = (raw ?? {}) as Record<string, unknown>;
  const rawCode = named ?? error ?? statusCode ?? null;
  const code = typeof rawCode === 'string' || typeof rawCode === 'number' ? rawCode : null;
  const isServerError = typeof statusCode === 'number' && statusCode >= 500 && code !== BUSY;
  if (
    code === null ||
    isServerError ||
    (typeof code === 'number' && code >= 500) ||
    NO_RESPONSE_CODES.includes(String(code))
  ) {
    return new IdentityError(code, null, true);
  }
  const message = [description, errorDescription, error_description].find((text) => typeof text === 'string' && text);
  return new IdentityError(code, (message as string | undefined) ?? null, false);
}
