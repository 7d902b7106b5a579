/**
 * An error of the identity provider, reduced to information that may be shown. The original error is not stored as
 * `cause`: after a 502 its description contains the request with the plain-text password.
 */
export class IdentityError extends Error {
  /** The provider's error code; null if the response has none. */
  readonly code: string | null;
  /** Message that may be shown to the user; null if there is none. */
  readonly description: string | null;
  /** HTTP status of the response; null without a response or after a redirect. */
  readonly status: number | null;
  /** Whether there was no response or a server error. */
  readonly unreachable: boolean;

  constructor(
    code: string | null,
    description: string | null,
    { status = null, unreachable = false }: { status?: number | null; unreachable?: boolean } = {},
  ) {
    super(`identity: ${code ?? status ?? 'no response'}`);
    this.name = 'IdentityError';
    this.code = code;
    this.description = description;
    this.status = status;
    this.unreachable = unreachable;
  }
}

/** Error codes of auth0-js for a missing or unreadable response. */
const NO_RESPONSE_CODES = ['request_error', 'generic_error', 'timeout', 'ECONNABORTED'];

/** The provider is overloaded. The only 5xx error with a message that may be shown. */
export const BUSY = 'server_busy';

/** Converts any error of auth0-js, which puts the HTTP status into `code` if the response has no error code. */
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
  const rawCode = named ?? error ?? null;
  const code = typeof rawCode === 'string' ? rawCode : null;
  const status = [statusCode, rawCode].find((value) => typeof value === 'number') ?? null;
  const hasNoResponse = status === null && (code === null || NO_RESPONSE_CODES.includes(code));
  if (hasNoResponse || (status !== null && status >= 500 && code !== BUSY)) {
    return new IdentityError(code, null, { status, unreachable: true });
  }
  const message = [description, errorDescription, error_description].find((text) => typeof text === 'string' && text);
  return new IdentityError(code, (message as string | undefined) ?? null, { status });
}

/** The error for a response that does not belong to a login of this tab. */
export function invalidState(): IdentityError {
  return new IdentityError('invalid_state', null);
}
