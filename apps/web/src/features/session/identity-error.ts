/**
 * What the identity provider refused, reduced to what may be shown. The original error is dropped on purpose: after a
 * bad gateway its description holds the request with the plain password.
 */
export class IdentityError extends Error {
  /** The provider's code; null when it did not answer, a number for a status without a code. */
  readonly code: string | number | null;
  /** Words for people; null when there are none that may be shown. */
  readonly description: string | null;
  /** The provider was not reached or broke down. */
  readonly unreachable: boolean;

  constructor(code: string | number | null, description: string | null, unreachable: boolean) {
    super(`identity: ${code ?? 'no answer'}`);
    this.name = 'IdentityError';
    this.code = code;
    this.description = description;
    this.unreachable = unreachable;
  }
}

/** Codes that auth0-js gives when no answer came or it could not be read. */
const NO_ANSWER = ['request_error', 'generic_error', 'timeout'];

/** The service turns people away for a moment, in words of its own; the one 5xx whose words may be shown. */
export const BUSY = 'server_busy';

/** Bring whatever auth0-js failed with into the one shape. */
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
  const given = named ?? error ?? statusCode ?? null;
  const code = typeof given === 'string' || typeof given === 'number' ? given : null;
  const broken = typeof statusCode === 'number' && statusCode >= 500 && code !== BUSY;
  if (code === null || broken || (typeof code === 'number' && code >= 500) || NO_ANSWER.includes(String(code))) {
    return new IdentityError(code, null, true);
  }
  const words = [description, errorDescription, error_description].find((text) => typeof text === 'string' && text);
  return new IdentityError(code, (words as string | undefined) ?? null, false);
}
