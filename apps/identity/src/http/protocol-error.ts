import { identity as text } from '@kinreel/messages/en/identity';

/**
 * An error response as defined by the protocol. Thrown by features, sent as JSON by the error handler. auth0-js reads
 * `code || error` as the code and `error_description || description` as the description.
 */
export class ProtocolError extends Error {
  override name = 'ProtocolError';
  readonly statusCode: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(statusCode: number, body: Record<string, unknown>, headers: Record<string, string> = {}) {
    super(String(body.code ?? body.error));
    this.statusCode = statusCode;
    this.body = body;
    this.headers = headers;
  }
}

/** Error in OAuth 2 format. */
export const oauthError = (statusCode: number, error: string, description: string): ProtocolError =>
  new ProtocolError(statusCode, { error, error_description: description });

/** Error in the format of Auth0's database connections (sign-up, password reset). */
export const connectionError = (code: string, description: unknown, name = 'BadRequestError'): ProtocolError =>
  new ProtocolError(400, { name, code, description, statusCode: 400 });

/** Rate limit exceeded. @param retryAfterSeconds time until the next attempt is allowed */
export const tooManyAttempts = (retryAfterSeconds: number): ProtocolError =>
  new ProtocolError(
    429,
    { error: 'too_many_attempts', error_description: text.tooManyAttempts },
    { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  );

/** The service is overloaded. */
export const serverBusy = (): ProtocolError =>
  new ProtocolError(503, { error: 'server_busy', error_description: text.busy }, { 'retry-after': '2' });
