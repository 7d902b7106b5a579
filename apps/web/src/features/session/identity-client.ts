import { LOGIN_REDIRECT_PATH, LOGOUT_RETURN_PATH } from '@kinreel/contracts/constants';
import type { PublicConfig } from '@kinreel/contracts/public-config';
import type { WebAuth } from 'auth0-js';
import { readPublicConfig } from '../../shared/public-config.ts';
import { IdentityError, toIdentityError } from './identity-error.ts';
import { pkceChallenge, randomToken, savePendingLogin, takePendingLogin } from './pending-login.ts';
import type { RedirectResponse } from './redirect-response.ts';

/**
 * The only place that speaks to the identity provider: Auth0's Authentication API through auth0-js, which is loaded when
 * it is first needed. Every failure is an IdentityError.
 */

const SCOPE = 'openid profile email';

/** How long a silent renewal may take, in milliseconds. */
const RENEWAL_TIMEOUT_MS = 15_000;

interface Identity {
  webAuth: WebAuth;
  config: PublicConfig['identity'];
}

let identity: Promise<Identity> | null = null;

function connect(): Promise<Identity> {
  identity ??= load().catch(() => {
    identity = null;
    throw new IdentityError(null, null, true);
  });
  return identity;
}

async function load(): Promise<Identity> {
  const [{ identity: config }, { default: auth0 }] = await Promise.all([readPublicConfig(), import('auth0-js')]);
  const webAuth = new auth0.WebAuth({
    domain: config.domain,
    clientID: config.clientId,
    audience: config.audience,
    responseType: config.responseType,
    redirectUri: window.location.origin + LOGIN_REDIRECT_PATH,
    scope: SCOPE,
    _sendTelemetry: false,
  });
  return { webAuth, config };
}

/** A call of auth0-js as a promise. Some calls throw at once instead of calling back. */
function call<T>(start: (done: (error: unknown, result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    try {
      start((error, result) => (error ? reject(toIdentityError(error)) : resolve(result)));
    } catch {
      reject(new IdentityError('request_error', null, true));
    }
  });
}

/**
 * auth0-js keeps a started login in a cookie, and for each one that the provider took a verifier in another. Nothing
 * reads them here, and they would pile up until the site refuses every request.
 */
function forget(webAuth: WebAuth, state: string): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (cookie.startsWith('co%2Fverifier')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  }
  (webAuth as unknown as { transactionManager: { clearTransaction(state: string): void } }).transactionManager //
    .clearTransaction(state);
}

/**
 * Log in with email and password (LOGIN-05). On success the browser leaves for the provider and comes back to
 * /landingpage, so this never resolves. @throws IdentityError
 */
export async function login(credentials: { email: string; password: string; returnTo: string }): Promise<never> {
  const { webAuth, config } = await connect();
  const state = randomToken();
  const verifier = config.responseType === 'code' ? randomToken() : undefined;
  const challenge = verifier && {
    code_challenge: await pkceChallenge(verifier),
    code_challenge_method: 'S256',
  };
  savePendingLogin({ state, returnTo: credentials.returnTo, verifier });
  try {
    return await call<never>((done) =>
      webAuth.login(
        { username: credentials.email, password: credentials.password, realm: config.connection, state, ...challenge },
        // Called for a failure only; on success the browser has left.
        (error) => done(error, undefined as never),
      ),
    );
  } catch (error) {
    takePendingLogin();
    forget(webAuth, state);
    throw error;
  }
}

/** Read the answer that the browser came back with. @throws IdentityError when it is refused or not the answer to our login */
export async function finishLogin(answer: RedirectResponse): Promise<{ accessToken: string; returnTo: string }> {
  const pending = takePendingLogin();
  const { webAuth, config } = await connect();
  if (config.responseType === 'code' && answer.query.has('code')) {
    if (!pending?.verifier || answer.query.get('state') !== pending.state) throw notOurs();
    forget(webAuth, pending.state);
    const accessToken = await exchangeCode(config, String(answer.query.get('code')), pending.verifier);
    return { accessToken, returnTo: pending.returnTo };
  }
  const hash = answer.query.has('error') ? `#${answer.query}` : answer.hash;
  // Also an error is listened to only when it answers our login: its words are shown to the person.
  if (!pending || new URLSearchParams(hash.slice(1)).get('state') !== pending.state) throw notOurs();
  const parsed = await call<{ accessToken?: string } | null>((done) =>
    webAuth.parseHash({ hash, state: pending.state }, done),
  ).finally(() => forget(webAuth, pending.state));
  if (!parsed?.accessToken) throw notOurs();
  return { accessToken: parsed.accessToken, returnTo: pending.returnTo };
}

function notOurs(): IdentityError {
  return new IdentityError('invalid_state', null, false);
}

/** Create an account (REG-04). Resolves to the provider's id of it, with its scheme. @throws IdentityError */
export async function signUp(account: { email: string; password: string }): Promise<string> {
  const { webAuth, config } = await connect();
  const created = await call<{ Id: string }>((done) =>
    webAuth.signup({ email: account.email, password: account.password, connection: config.connection }, done),
  );
  return `auth0|${created.Id}`;
}

/** Have the mail sent whose link sets a new password (FORGOT-02, ROUTE-13). @throws IdentityError */
export async function requestPasswordChange(email: string): Promise<void> {
  const { webAuth, config } = await connect();
  await call((done) => webAuth.changePassword({ email, connection: config.connection }, done));
}

/** A fresh token from the provider's session, without a screen. @throws IdentityError, code login_required when it ended */
export async function renewSilently(): Promise<string> {
  const { webAuth, config } = await connect();
  const state = randomToken();
  if (config.responseType === 'code') return renewByCode(webAuth, config, state);
  try {
    const renewed = await call<{ accessToken: string }>((done) =>
      webAuth.checkSession({ state, timeout: RENEWAL_TIMEOUT_MS } as Parameters<WebAuth['checkSession']>[0], done),
    );
    return renewed.accessToken;
  } finally {
    forget(webAuth, state);
  }
}

/** End the provider's session; the browser leaves and comes back to /login (HEAD-04). @throws IdentityError */
export async function logOut(): Promise<void> {
  const { webAuth, config } = await connect();
  webAuth.logout({ clientID: config.clientId, returnTo: window.location.origin + LOGOUT_RETURN_PATH });
}

/** auth0-js renews with the token response only; with codes the same silent frame is opened here. */
async function renewByCode(webAuth: WebAuth, config: Identity['config'], state: string): Promise<string> {
  const verifier = randomToken();
  const url = webAuth.client.buildAuthorizeUrl({
    clientID: config.clientId,
    audience: config.audience,
    redirectUri: window.location.origin + LOGIN_REDIRECT_PATH,
    responseType: 'code',
    responseMode: 'web_message',
    scope: SCOPE,
    state,
    prompt: 'none',
    code_challenge: await pkceChallenge(verifier),
    code_challenge_method: 'S256',
  } as unknown as Parameters<typeof webAuth.client.buildAuthorizeUrl>[0]);
  const response = await askInFrame(url);
  if (response.state !== state) throw notOurs();
  if (!response.code) throw toIdentityError(response);
  return exchangeCode(config, response.code, verifier);
}

/** What the provider's page in a hidden frame posts to us. @throws IdentityError timeout */
function askInFrame(url: string): Promise<{ code?: string; state?: string; error?: string }> {
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
      reject(new IdentityError('timeout', null, true));
    }, RENEWAL_TIMEOUT_MS);
    window.addEventListener('message', listen);
    document.body.append(frame);
  });
}

async function exchangeCode(config: Identity['config'], code: string, verifier: string): Promise<string> {
  const base = config.domain.startsWith('http') ? config.domain : `https://${config.domain}`;
  const answer = await fetch(`${base}/oauth/token`, {
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
  const body = (await answer?.json().catch(() => null)) as { access_token?: unknown; error?: unknown } | null;
  if (typeof body?.access_token === 'string') return body.access_token;
  throw toIdentityError({ error: body?.error, statusCode: answer?.status });
}
