/**
 * Callers: no credentials; tokens that are invalid for this service; another site in the browser of a logged-in person;
 * that person's own browser; a program with that person's token.
 */
export const ROLES = ['anonymous', 'expired', 'wrongAudience', 'wrongIssuer', 'otherSite', 'session', 'token'] as const;

export type Role = (typeof ROLES)[number];

/**
 * The authorization matrix of the identity service: the status that each role gets. Access requires a secret (password,
 * code, ticket) that no role of the matrix has, a session cookie, or a token. Each row is tried with wrong secrets. A
 * registered route without a row fails the test.
 */
export interface Row {
  /** Method and URL as registered, below /identity. */
  route: string;
  /** Query. */
  query?: Record<string, string>;
  json?: Record<string, string>;
  form?: Record<string, string>;
  /** Status for all. */
  all: number;
  except?: Partial<Record<Role, number>>;
  /** Roles that get a token or code in the fragment or query of a redirect. */
  granted?: readonly Role[];
}

const WRONG = 'a'.repeat(43);
const ACCOUNT = { client_id: 'kinreel-web', connection: 'Username-Password-Authentication' };
const PASSWORD_REALM = 'http://auth0.com/oauth/grant-type/password-realm';

/** Forbidden for other sites even before a secret is checked. */
const NOT_FROM_OTHER_SITES = { otherSite: 403 } as const;
const WITH_TOKEN = { all: 401, except: { token: 200, otherSite: 403 } } as const;

export const ROWS: readonly Row[] = [
  { route: 'GET /health/live', all: 200 },
  { route: 'GET /health/ready', all: 200 },
  { route: 'GET /.well-known/openid-configuration', all: 200 },
  { route: 'GET /.well-known/jwks.json', all: 200 },
  {
    route: 'POST /dbconnections/signup',
    json: { ...ACCOUNT, email: 'ada@example.org', password: 'Correct-horse-8' },
    all: 400,
    except: NOT_FROM_OTHER_SITES,
  },
  {
    route: 'POST /dbconnections/change_password',
    json: { ...ACCOUNT, email: 'nobody@example.org' },
    all: 200,
    except: NOT_FROM_OTHER_SITES,
  },
  {
    route: 'POST /co/authenticate',
    json: {
      client_id: 'kinreel-web',
      username: 'ada@example.org',
      password: 'Wrong-horse-7',
      realm: ACCOUNT.connection,
      credential_type: PASSWORD_REALM,
    },
    all: 403,
  },
  {
    route: 'GET /authorize',
    query: {
      client_id: 'kinreel-web',
      response_type: 'token',
      redirect_uri: 'http://localhost:3000/landingpage',
      audience: 'urn:kinreel:api',
      scope: 'openid',
      state: 'the-state',
      prompt: 'none',
    },
    all: 302,
    // The redirect leads to the web app for every caller; only the app's page reads the token.
    granted: ['session', 'otherSite'],
  },
  {
    route: 'GET /authorize',
    query: {
      client_id: 'kinreel-web',
      response_type: 'token',
      redirect_uri: 'https://other.example/landingpage',
      audience: 'urn:kinreel:api',
      scope: 'openid',
      state: 'the-state',
      prompt: 'none',
    },
    all: 400,
  },
  {
    route: 'POST /oauth/token',
    form: {
      grant_type: 'authorization_code',
      client_id: 'kinreel-web',
      code: WRONG,
      code_verifier: WRONG,
      redirect_uri: 'http://localhost:3000/landingpage',
    },
    all: 400,
    except: NOT_FROM_OTHER_SITES,
  },
  {
    route: 'POST /oauth/token',
    form: {
      grant_type: PASSWORD_REALM,
      client_id: 'kinreel-api',
      client_secret: WRONG,
      realm: ACCOUNT.connection,
      username: 'ada@example.org',
      password: 'Harvest-Moon-42',
    },
    all: 401,
    except: NOT_FROM_OTHER_SITES,
  },
  { route: 'GET /userinfo', ...WITH_TOKEN },
  { route: 'POST /userinfo', ...WITH_TOKEN },
  { route: 'GET /v2/logout', query: { returnTo: 'https://other.example/login' }, all: 400 },
  { route: 'GET /password-reset', query: { ticket: WRONG }, all: 410 },
  {
    route: 'POST /password-reset',
    form: { ticket: WRONG, password: 'Mallory-horse-7', repeated: 'Mallory-horse-7' },
    all: 410,
    except: NOT_FROM_OTHER_SITES,
  },
  { route: 'GET /verify-email', query: { ticket: WRONG }, all: 410 },
  { route: 'POST /verify-email', form: { ticket: WRONG }, all: 410, except: NOT_FROM_OTHER_SITES },
  { route: 'POST /verify-email/again', form: { ticket: WRONG }, all: 410, except: NOT_FROM_OTHER_SITES },
  { route: 'GET /sessions', all: 401, except: { token: 200 } },
  { route: 'DELETE /sessions/:id', all: 401, except: { token: 400 } },
  { route: 'POST /verification-mail', all: 401, except: { token: 202 } },
  { route: 'GET /account', ...WITH_TOKEN },
  // A token without the password changes nothing.
  {
    route: 'POST /account/proof',
    json: { password: 'Wrong-horse-7' },
    all: 401,
    except: { token: 403, otherSite: 403 },
  },
  {
    route: 'POST /account/password',
    json: { current_password: 'Wrong-horse-7', new_password: 'Mallory-horse-7' },
    all: 401,
    except: { token: 403, otherSite: 403 },
  },
  {
    route: 'POST /account/email',
    json: { current_password: 'Wrong-horse-7', email: 'mallory@example.org' },
    all: 401,
    except: { token: 403, otherSite: 403 },
  },
  { route: 'DELETE /account/asked-email', all: 401, except: { token: 204, otherSite: 403 } },
  ...['confirm', 'undo'].flatMap((kind): Row[] => [
    { route: `GET /email/${kind}`, query: { ticket: WRONG }, all: 410 },
    { route: `POST /email/${kind}`, form: { ticket: WRONG }, all: 410, except: NOT_FROM_OTHER_SITES },
  ]),
  // Only for the API server, with its secret.
  { route: 'GET /users/:id', all: 401 },
  { route: 'DELETE /users/:id', all: 401 },
  { route: 'DELETE /users/:id/sessions', all: 401 },
  { route: 'POST /users/:id/reset-link', all: 401 },
  { route: 'GET /users/:id/activity', all: 401 },
  { route: 'GET /mails', all: 401 },
  { route: 'GET /numbers', all: 401 },
  { route: 'POST /mails/:id/retry', all: 401 },
  // Last, because it ends the sessions of the other rows.
  { route: 'DELETE /sessions', all: 401, except: { token: 204 } },
];
