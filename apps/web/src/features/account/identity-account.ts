import { account as text } from '@kinreel/messages/en/account';
import { common } from '@kinreel/messages/en/common';
import { readAccessToken } from '../../shared/api/access-token.ts';
import { type ApiError, NETWORK_DOWN } from '../../shared/api/api-error.ts';
import { renewToken } from '../../shared/api/session-events.ts';
import { readPublicConfig } from '../../shared/public-config.ts';

/** The account at the identity service. */
export interface IdentityAccount {
  email: string;
  /** An address that waits to be confirmed; null if there is none. */
  new_email: string | null;
}

/** The bundled identity service has this end; a hosted provider is a host. */
const BUNDLED = /\/identity$/;

/** Sentences for errors of the identity service, by their code. */
const MESSAGES: Record<string, () => string> = {
  wrong_password: () => text.wrongPassword,
  same_email: () => text.emailSame,
  invalid_password: () => text.passwordWeak,
  password_too_long: () => text.passwordTooLong,
  too_many_attempts: () => text.tooMany,
  server_busy: () => text.busy,
};

/** Whether address and password belong to the bundled service, and not to a hosted provider. */
export async function isAccountHere(): Promise<boolean> {
  return BUNDLED.test((await readPublicConfig()).identity.domain);
}

/**
 * Calls the identity service about the user's own account. Passwords go there and nowhere else.
 * @returns data of the answer, null if it has none; or the error, in the form that the API has
 */
export async function callIdentity(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ data: unknown } | { error: ApiError }> {
  try {
    const { identity } = await readPublicConfig();
    const send = () =>
      fetch(`${identity.domain}/account${path}`, {
        method,
        credentials: 'include',
        headers: {
          authorization: `Bearer ${readAccessToken()}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const token = readAccessToken();
    let response = await send();
    if (response.status === 401 && token && (await renewToken(token)) === 'renewed') response = await send();
    const answer = response.status === 204 ? null : await response.json();
    return response.ok ? { data: answer } : { error: toError(response.status, answer) };
  } catch {
    return { error: NETWORK_DOWN };
  }
}

function toError(status: number, answer: { error?: unknown; code?: unknown }): ApiError {
  const code = String(answer.code ?? answer.error);
  return { status, code, message: MESSAGES[code]?.() ?? common.errorText };
}
