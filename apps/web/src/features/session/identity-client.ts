import { LOGIN_REDIRECT_PATH, LOGOUT_RETURN_PATH } from '@kinreel/contracts/constants';
import type { PublicConfig } from '@kinreel/contracts/public-config';
import type { WebAuth } from 'auth0-js';
import { readPublicConfig } from '../../shared/public-config.ts';
import { IdentityError, invalidState, toIdentityError } from './identity-error.ts';
import { saveLogOut } from './log-out-mark.ts';
import { pkceChallenge, randomToken, savePendingLogin, takePendingLogin } from './pending-login.ts';
import type { RedirectResponse } from './redirect-response.ts';

/**
 * The only module that talks to the identity provider: Auth0's Authentication API through auth0-js, loaded on first
 * use. All functions reject with an IdentityError.
 */

const SCOPE = 'openid profile email';

/** Timeout of a silent renewal. */
const RENEWAL_TIMEOUT_MS = 15_000;

interface Identity {
  webAuth: WebAuth;
  config: PublicConfig['identity'];
}

let identity: Promise<Identity> | null = null;

/** @param known the configuration, if it is already known */
function connect(known?: PublicConfig['identity']): Promise<Identity> {
  identity ??= load(known).catch(() => {
    identity = null;
    throw new IdentityError(null, null, { unreachable: true });
  });
  return identity;
}

async function load(known?: PublicConfig['identity']): Promise<Identity> {
  const [config, { default: auth0 }] = await Promise.all([
    known ?? readPublicConfig().then((all) => all.identity),
    import('auth0-js'),
  ]);
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

function loadCodeFlow() {
  return import('./code-flow.ts').catch(() => {
    throw new IdentityError(null, null, { unreachable: true });
  });
}

/** Converts a callback call of auth0-js to a promise. Some calls throw instead of calling back. */
function toPromise<T>(start: (done: (error: unknown, result: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    try {
      start((error, result) => (error ? reject(toIdentityError(error)) : resolve(result)));
    } catch {
      reject(new IdentityError('request_error', null, { unreachable: true }));
    }
  });
}

/**
 * Deletes the cookies that auth0-js sets for each login. They are not used, and would accumulate until the request
 * headers are too large for the server.
 */
function clearLoginCookies(webAuth: WebAuth, state: string): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    if (cookie.startsWith('co%2Fverifier')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`;
  }
  (webAuth as unknown as { transactionManager: { clearTransaction(state: string): void } }).transactionManager //
    .clearTransaction(state);
}

/** Preloads what a login needs, while the person types. Errors are reported at the login. */
export function prepareLogin(): void {
  void connect().catch(() => null);
}

/**
 * Logs in with email and password (LOGIN-05). On success the browser is redirected to the provider and back to
 * /landingpage, so the promise never resolves. @throws IdentityError
 */
export async function login(credentials: { email: string; password: string; returnTo: string }): Promise<never> {
  const { webAuth, config } = await connect();
  const state = randomToken();
  const verifier = config.responseType === 'code' ? randomToken() : undefined;
  const challenge = verifier && {
    code_challenge: await pkceChallenge(verifier),
    code_challenge_method: 'S256',
  };
  savePendingLogin({ state, returnTo: credentials.returnTo, verifier, provider: config });
  try {
    return await toPromise<never>((done) =>
      webAuth.login(
        { username: credentials.email, password: credentials.password, realm: config.connection, state, ...challenge },
        // Only called on failure: on success the browser leaves the page.
        (error) => done(error, undefined as never),
      ),
    );
  } catch (error) {
    takePendingLogin();
    clearLoginCookies(webAuth, state);
    throw error;
  }
}

/**
 * Reads the provider's response after the redirect.
 * @throws IdentityError for an error or a response with another state
 */
export async function finishLogin(response: RedirectResponse): Promise<{ accessToken: string; returnTo: string }> {
  const pending = takePendingLogin();
  const { webAuth, config } = await connect(pending?.provider);
  if (config.responseType === 'code' && response.query.has('code')) {
    if (!pending?.verifier || response.query.get('state') !== pending.state) throw invalidState();
    clearLoginCookies(webAuth, pending.state);
    const { exchangeCode } = await loadCodeFlow();
    const accessToken = await exchangeCode(config, String(response.query.get('code')), pending.verifier);
    return { accessToken, returnTo: pending.returnTo };
  }
  const hash = response.query.has('error') ? `#${response.query}` : response.hash;
  // Check the state of errors too: their description is shown to the person, so it must not come from a crafted link.
  if (!pending || new URLSearchParams(hash.slice(1)).get('state') !== pending.state) throw invalidState();
  const parsed = await toPromise<{ accessToken?: string } | null>((done) =>
    webAuth.parseHash({ hash, state: pending.state }, done),
  ).finally(() => clearLoginCookies(webAuth, pending.state));
  if (!parsed?.accessToken) throw invalidState();
  return { accessToken: parsed.accessToken, returnTo: pending.returnTo };
}

/**
 * Creates an account (REG-04), with the code of an invitation if there is one.
 * @returns its id at the provider: `auth0|...`
 * @throws IdentityError
 */
export async function signUp(account: {
  email: string;
  password: string;
  user_metadata?: { invitation: string };
}): Promise<string> {
  const { webAuth, config } = await connect();
  const created = await toPromise<{ Id: string }>((done) =>
    // The types lack user_metadata.
    webAuth.signup({ ...account, connection: config.connection } as Parameters<WebAuth['signup']>[0], done),
  );
  return `auth0|${created.Id}`;
}

/** Sends the email with the password reset link (FORGOT-02, ROUTE-13). @throws IdentityError */
export async function requestPasswordChange(email: string): Promise<void> {
  const { webAuth, config } = await connect();
  await toPromise((done) => webAuth.changePassword({ email, connection: config.connection }, done));
}

/**
 * Gets a new token from the provider's session without user interaction.
 * @throws IdentityError (`login_required` if it has ended)
 */
export async function renewSilently(): Promise<string> {
  const { webAuth, config } = await connect();
  const state = randomToken();
  if (config.responseType === 'code') return (await loadCodeFlow()).renewByCode(webAuth, config, state);
  try {
    const renewed = await toPromise<{ accessToken: string }>((done) =>
      webAuth.checkSession({ state, timeout: RENEWAL_TIMEOUT_MS } as Parameters<WebAuth['checkSession']>[0], done),
    );
    return renewed.accessToken;
  } finally {
    clearLoginCookies(webAuth, state);
  }
}

/** Ends the provider's session; the provider redirects to /login (HEAD-04). @throws IdentityError */
export async function logOut(): Promise<void> {
  const { webAuth, config } = await connect();
  saveLogOut();
  webAuth.logout({ clientID: config.clientId, returnTo: window.location.origin + LOGOUT_RETURN_PATH });
}
