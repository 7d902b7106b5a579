import { LOGIN_REDIRECT_PATH } from '@kinreel/contracts/constants';
import type { PublicConfig } from '@kinreel/contracts/public-config';
import type { WebAuth } from 'auth0-js';
import { IdentityError, invalidState, toIdentityError } from './identity-error.ts';
import { pkceChallenge, randomToken } from './pending-login.ts';

/** Code for the response type `code` only. A separate file, because most installations use `token` (decision 0002). */

/** Timeout of a silent renewal, as in identity-client.ts. */
const TIMEOUT_MS = 15_000;

/** Silent renewal for the response type `code`, which auth0-js does not support. @throws IdentityError */
export async function renewByCode(webAuth: WebAuth, config: PublicConfig['identity'], state: string): Promise<string> {
  const verifier = randomToken();
  const url = webAuth.client.buildAuthorizeUrl({
    clientID: config.clientId,
    audience: config.audience,
    redirectUri: window.location.origin + LOGIN_REDIRECT_PATH,
    responseType: 'code',
    responseMode: 'web_message',
    state,
    prompt: 'none',
    code_challenge: await pkceChallenge(verifier),
    code_challenge_method: 'S256',
  } as unknown as Parameters<typeof webAuth.client.buildAuthorizeUrl>[0]);
  const response = await authorizeInFrame(url);
  if (response.state !== state) throw invalidState();
  if (!response.code) throw toIdentityError(response);
  return exchangeCode(config, response.code, verifier);
}

/** Exchanges the code of a login or renewal for a token. @throws IdentityError */
export async function exchangeCode(config: PublicConfig['identity'], code: string, verifier: string): Promise<string> {
  const base = config.domain.startsWith('http') ? config.domain : `https://${config.domain}`;
  const response = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'authorization_code',
      client_id: config.clientId,
      code,
      code_verifier: verifier,
      redirect_uri: window.location.origin + LOGIN_REDIRECT_PATH,
    }),
  }).catch(() => null);
  const body = (await response?.json().catch(() => null)) as { access_token?: unknown; error?: unknown } | null;
  if (typeof body?.access_token === 'string') return body.access_token;
  throw toIdentityError({ error: body?.error, statusCode: response?.status });
}

/**
 * Opens the authorize URL of the identity provider in a hidden iframe and returns the message that it posts.
 * @throws IdentityError `timeout`
 */
function authorizeInFrame(url: string): Promise<{ code?: string; state?: string; error?: string }> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.hidden = true;
    frame.src = url;
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('message', listen);
      frame.remove();
    };
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.origin !== new URL(url).origin) return;
      if (event.data?.type !== 'authorization_response') return;
      end();
      resolve(event.data.response ?? {});
    };
    const timer = setTimeout(() => {
      end();
      reject(new IdentityError('timeout', null, { unreachable: true }));
    }, TIMEOUT_MS);
    window.addEventListener('message', listen);
    document.body.append(frame);
  });
}
