import { account as text } from '@kinreel/messages/en/account';
import { common } from '@kinreel/messages/en/common';
import { readAccessToken } from '../../shared/api/access-token.ts';
import { type ApiError, NETWORK_DOWN } from '../../shared/api/api-error.ts';
import { renewToken } from '../../shared/api/session-events.ts';
import { readPublicConfig } from '../../shared/public-config.ts';

/** The account at the identity service. */
export interface IdentityAccount {
  email: string;
  /** An unconfirmed new address; null if there is none. */
  new_email: string | null;
}

/** The URL of the bundled identity service ends like this; that of a hosted provider is only a host. */
const BUNDLED = /\/identity$/;

/** Messages for errors of the identity service, by code. */
const MESSAGES: Record<string, () => string> = {
  wrong_password: () => text.wrongPassword,
  same_email: () => text.emailSame,
  invalid_password: () => text.passwordWeak,
  password_too_long: () => text.passwordTooLong,
  too_many_attempts: () => text.tooMany,
  server_busy: () => text.busy,
};

/** Whether the bundled identity service manages address and password, not a hosted provider. */
export async function isAccountHere(): Promise<boolean> {
  return BUNDLED.test((await readPublicConfig()).identity.domain);
}

/**
 * Calls the identity service about the user's account. Passwords are sent only there.
 * @returns the data of the response (null without data), or an error in the format of the API
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
