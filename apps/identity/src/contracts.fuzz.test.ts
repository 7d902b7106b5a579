import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { accepted, accepts, type Known, rejected } from '@kinreel/fuzzing/arbitraries';
import { limitOf, runsOf, writeCounts } from '@kinreel/fuzzing/counts';
import { asTexts, queryOf, readQuery } from '@kinreel/fuzzing/sent-texts';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addressChangeSchema, passwordChangeSchema, proofSchema } from './account/account.routes.ts';
import { addressLinkSchema } from './account/address-change.routes.ts';
import { buildIdentity } from './app.ts';
import { authorizeSchema } from './authorize/authorize-request.ts';
import { loginSchema } from './login/login.routes.ts';
import { accountIdSchema, activitySchema, mailIdSchema } from './management/management.routes.ts';
import { forgotPasswordSchema } from './password-reset/forgot-password.routes.ts';
import { resetFormSchema, resetLinkSchema } from './password-reset/password-reset.routes.ts';
import { logoutSchema } from './sessions/logout.routes.ts';
import { sessionIdSchema } from './sessions/sessions.routes.ts';
import { signupSchema } from './signup/signup.routes.ts';
import { ROWS } from './testing/authorization-rows.ts';
import {
  APP,
  json,
  LANDING,
  type MailLink,
  PASSWORD,
  readMails,
  startService,
  stateOf,
  TestBrowser,
  type TestService,
  ticketIn,
} from './testing/support.ts';
import { tokenCodeSchema, tokenPasswordSchema } from './tokens/token.routes.ts';
import { tokenClientSchema } from './tokens/token-client.ts';
import { verificationLinkSchema } from './verification/verification.routes.ts';

/**
 * Requests generated from the schemas of this service, sent to every route: valid and broken ones, by a browser with a
 * session, a program with a token, another site, and without credentials. Number of requests of each kind per route.
 */
const RUNS = runsOf({ everyDay: 5, full: 2_000 });

/** Each test has its own seed, so that it can be repeated separately: FAST_CHECK_SEED. */
const SEED = Number(process.env.FAST_CHECK_SEED || 20_261_122);

interface Fuzzed {
  params?: z.ZodType;
  query?: z.ZodType;
  json?: z.ZodType;
  form?: z.ZodType;
  /**
   * A request that succeeds, with secrets and ids that cannot be guessed, for a route that needs them. It is sent
   * first; the others use its values with other secrets, because most secrets work only once.
   */
  exists?: () => Promise<Existing>;
  /** Statuses of valid requests, with the schema of a JSON body. */
  answers: Partial<Record<number, z.ZodType | 'page' | 'text' | 'empty'>>;
}

type Values = Record<string, unknown>;

/** Existing objects: the person who sends the requests, the role that succeeds, and the parts of its request. */
interface Existing {
  person: Person;
  by: Role;
  params?: Values;
  query?: Values;
  json?: Values;
  form?: Values;
}

/** A person with a browser session and a program with a token. */
interface Person {
  browser: TestBrowser;
  token: string;
  email: string;
}

/** An error in the format of OAuth, or of Auth0's database connections. */
const errorSchema = z.union([
  z.looseObject({ error: z.string().min(1), error_description: z.string().min(1) }),
  z.looseObject({ code: z.string().min(1), description: z.unknown(), name: z.string(), statusCode: z.literal(400) }),
]);
const okSchema = z.strictObject({ status: z.literal('ok') });
const userSchema = z.looseObject({ sub: z.string() });
const accountSchema = z.strictObject({
  email: z.string(),
  email_verified: z.boolean(),
  new_email: z.string().nullable(),
});
const tokenSchema = z.looseObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
});

const EMAIL = 'ada@example.org';
const NEW_PASSWORD = 'Wandering-Heron-9';

const VERIFIER = 'v'.repeat(43);
const CODE_CHALLENGE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const AUTHORIZATION = {
  client_id: 'kinreel-web',
  response_type: 'code',
  redirect_uri: LANDING,
  audience: 'urn:kinreel:api',
  scope: 'openid',
  state: 'the-state',
};

/** Input and responses of each route. A registered route without an entry fails the test. */
const ROUTES: Record<string, Fuzzed> = {
  'GET /health/live': { answers: { 200: okSchema } },
  'GET /health/ready': { answers: { 200: okSchema } },
  'GET /.well-known/openid-configuration': { answers: { 200: z.looseObject({ issuer: z.string() }) } },
  'GET /.well-known/jwks.json': { answers: { 200: z.object({ keys: z.array(z.looseObject({ kid: z.string() })) }) } },
  'POST /dbconnections/signup': {
    json: signupSchema,
    answers: { 200: z.strictObject({ _id: z.string(), email: z.string(), email_verified: z.boolean() }) },
  },
  'POST /dbconnections/change_password': { json: forgotPasswordSchema, answers: { 200: 'text' } },
  'POST /co/authenticate': { json: loginSchema, answers: { 200: z.looseObject({ login_ticket: z.string() }) } },
  'GET /authorize': {
    query: authorizeSchema,
    answers: { 200: 'page', 302: 'empty' },
    async exists() {
      const person = await newPerson();
      const { login_ticket } = await json(await person.browser.authenticate(person.email));
      const { code_challenge, code_challenge_method } = CODE_CHALLENGE;
      const query = { login_ticket, code_challenge, code_challenge_method };
      return { person, by: 'session', query: { ...AUTHORIZATION, ...query } };
    },
  },
  'POST /oauth/token': {
    form: z.union([
      tokenClientSchema.extend(tokenPasswordSchema.shape),
      tokenClientSchema.extend(tokenCodeSchema.shape),
    ]),
    answers: { 200: tokenSchema },
    async exists() {
      const person = await newPerson();
      const redirect = await person.browser.authorize({ ...AUTHORIZATION, ...CODE_CHALLENGE, prompt: 'none' });
      const code = new URL(redirect.headers.get('location') ?? '').searchParams.get('code') ?? 'no code';
      const { client_id, redirect_uri } = AUTHORIZATION;
      const form = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier: VERIFIER };
      return { person, by: 'anonymous', form };
    },
  },
  'GET /userinfo': { answers: { 200: userSchema } },
  'POST /userinfo': { answers: { 200: userSchema } },
  'GET /password-reset': {
    query: resetLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asQuery(await resetTicket()),
  },
  'POST /password-reset': {
    form: resetFormSchema,
    answers: { 200: 'page' },
    async exists() {
      const { person, ticket } = await resetTicket();
      return { person, by: 'session', form: { ticket, password: NEW_PASSWORD, repeated: NEW_PASSWORD } };
    },
  },
  'GET /verify-email': {
    query: verificationLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asQuery(await verificationTicket()),
  },
  'POST /verify-email': {
    form: verificationLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asForm(await verificationTicket()),
  },
  'POST /verify-email/again': {
    form: verificationLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asForm(await verificationTicket()),
  },
  'GET /sessions': { answers: { 200: z.strictObject({ sessions: z.array(z.looseObject({ id: z.string() })) }) } },
  'DELETE /sessions/:id': {
    params: sessionIdSchema,
    answers: { 204: 'empty' },
    async exists() {
      const person = await newPerson();
      const { sessions } = await json(await as(person, 'token', 'GET', '/sessions'));
      return { person, by: 'token', params: { id: sessions[0].id } };
    },
  },
  'POST /verification-mail': {
    answers: { 200: z.object({ email_verified: z.boolean() }), 202: z.object({ email_verified: z.boolean() }) },
  },
  'GET /account': { answers: { 200: accountSchema } },
  'POST /account/proof': {
    json: proofSchema,
    answers: { 200: z.strictObject({ proof: z.string(), expires_in: z.number() }) },
    exists: async () => ({ person: await newPerson(), by: 'token', json: { password: PASSWORD } }),
  },
  'POST /account/password': {
    json: passwordChangeSchema,
    answers: { 204: 'empty' },
    async exists() {
      const passwords = { current_password: PASSWORD, new_password: NEW_PASSWORD };
      return { person: await newPerson(), by: 'token', json: passwords };
    },
  },
  'POST /account/email': {
    json: addressChangeSchema,
    answers: { 202: accountSchema },
    async exists() {
      return { person: await newPerson(), by: 'token', json: { current_password: PASSWORD, email: newAddress() } };
    },
  },
  'DELETE /account/asked-email': {
    answers: { 204: 'empty' },
    exists: async () => ({ person: (await addressTicket('email/confirm')).person, by: 'token' }),
  },
  'GET /email/confirm': {
    query: addressLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asQuery(await addressTicket('email/confirm')),
  },
  'POST /email/confirm': {
    form: addressLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asForm(await addressTicket('email/confirm')),
  },
  'GET /email/undo': {
    query: addressLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asQuery(await addressTicket('email/undo')),
  },
  'POST /email/undo': {
    form: addressLinkSchema,
    answers: { 200: 'page' },
    exists: async () => asForm(await addressTicket('email/undo')),
  },
  'DELETE /users/:id': { params: accountIdSchema, answers: { 204: 'empty' }, exists: account },
  'POST /users/:id/reset-link': {
    params: accountIdSchema,
    answers: { 200: z.strictObject({ url: z.string(), expires_at: z.string() }) },
    exists: account,
  },
  'GET /users/:id': {
    params: accountIdSchema,
    answers: { 200: z.strictObject({ email: z.string(), email_verified: z.boolean(), epoch: z.number() }) },
    exists: account,
  },
  'GET /users/:id/activity': {
    params: accountIdSchema,
    query: activitySchema,
    answers: { 200: z.strictObject({ activity: z.array(z.unknown()) }) },
    exists: async () => ({ ...(await account()), query: { limit: 5 } }),
  },
  'GET /numbers': { answers: { 200: z.strictObject({ sessions: z.number() }) }, exists: server },
  'GET /mails': { answers: { 200: z.strictObject({ mails: z.array(z.unknown()) }) }, exists: server },
  'POST /mails/:id/retry': {
    params: mailIdSchema,
    answers: { 204: 'empty' },
    async exists() {
      const { person } = await server();
      const id = randomUUID();
      await service.query(
        `insert into identity.mails (id, kind, email, state, attempts, created_at, next_attempt_at, last_error)
         values ($1, 'reset', $2, 'failed', 9, now(), now(), 'refused')`,
        [id, person.email],
      );
      return { person, by: 'server', params: { id } };
    },
  },
  'DELETE /users/:id/sessions': { params: accountIdSchema, answers: { 204: 'empty' }, exists: account },
  // These end the sessions of the other requests.
  'GET /v2/logout': { query: logoutSchema, answers: { 302: 'empty' } },
  'DELETE /sessions': { answers: { 204: 'empty' } },
};

const ROLES = ['anonymous', 'session', 'token', 'otherSite', 'wrongToken', 'server'] as const;
type Role = (typeof ROLES)[number];

/** Longer URLs reach no route: the connection is closed with 431, which raw-http.fuzz.test.ts tests. */
const MAX_ADDRESS = 12_000;

interface Sent {
  by: Role;
  broken: string | null;
  method: string;
  path: string;
  type?: string;
  body?: string;
}

const logged: string[] = [];
const counts = { routes: 0, valid: 0, broken: 0 };
let service: TestService;
/** The person whose session and token are used. */
let sender: Person;
let shared: Person;

beforeAll(async () => {
  const logStream = { write: (line: string) => void logged.push(line) };
  service = await startService({ overrides: { logLevel: 'error' }, appOptions: { logStream } });
  shared = await newPerson(EMAIL);
  await vi.waitFor(async () => expect(await readdir(service.mailDir)).not.toEqual([]), 60_000);
});
afterAll(async () => {
  writeCounts('contracts of the identity service', counts);
  await service?.stop();
});

// Some requests end the session.
beforeEach(async () => {
  sender = shared;
  if ((await as(shared, 'token', 'GET', '/userinfo')).status === 200) return;
  shared.token = await logIn(shared);
});

async function logIn({ browser, email }: Pick<Person, 'browser' | 'email'>): Promise<string> {
  const token = (await browser.logIn(email)).get('access_token') ?? '';
  expect(token).not.toBe('');
  return token;
}

const newAddress = () => `p${randomUUID()}@example.org`;

async function newPerson(email = newAddress()): Promise<Person> {
  const browser = new TestBrowser(service);
  expect((await browser.signUp(email)).status).toBe(200);
  return { browser, email, token: await logIn({ browser, email }) };
}

/** A request by one of the roles. */
function as(person: Person, by: Role, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { ...headersOf(by, person), ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

interface Ticket {
  person: Person;
  ticket: string;
}
const asQuery = ({ person, ticket }: Ticket): Existing => ({ person, by: 'anonymous', query: { ticket } });
const asForm = ({ person, ticket }: Ticket): Existing => ({ person, by: 'session', form: { ticket } });

/** The ticket in the only mail to an address with such a link. */
async function ticketTo(email: string, link: MailLink): Promise<string> {
  const mail = await vi.waitFor(async () => {
    const found = (await readMails(service, 1, link)).find((text) => text.includes(`To: ${email}`));
    return found ?? Promise.reject(new Error(`no mail with ${link}`));
  }, 60_000);
  return ticketIn(mail);
}

async function verificationTicket(): Promise<Ticket> {
  const person = await newPerson();
  return { person, ticket: await ticketTo(person.email, 'verify-email') };
}

async function resetTicket(): Promise<Ticket> {
  const { person, params } = await account();
  const { url } = await json(await as(person, 'server', 'POST', `/users/${params.id}/reset-link`));
  return { person, ticket: ticketIn(url) };
}

/** Requests a new address. */
async function addressTicket(link: 'email/confirm' | 'email/undo'): Promise<Ticket> {
  const person = await newPerson();
  const email = newAddress();
  const asked = await as(person, 'token', 'POST', '/account/email', { current_password: PASSWORD, email });
  expect(asked.status).toBe(202);
  return { person, ticket: await ticketTo(link === 'email/confirm' ? email : person.email, link) };
}

/** The API server, without an account. */
async function server() {
  return { person: shared, by: 'server' as const };
}

/** The API server, with an account. */
async function account() {
  const person = await newPerson();
  const { sub } = await json(await as(person, 'token', 'GET', '/userinfo'));
  return { person, by: 'server' as const, params: { id: String(sub).replace('auth0|', '') } };
}

function headersOf(role: Role, { browser, token }: Person): Record<string, string> {
  const { apiClientId, apiClientSecret } = service.config;
  const basic = Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64');
  if (role === 'server') return { authorization: `Basic ${basic}` };
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  if (role === 'token') return { authorization: `Bearer ${token}` };
  if (role === 'wrongToken') return { authorization: `Bearer ${token}x` };
  if (role === 'session') return { cookie, origin: APP };
  return role === 'otherSite' ? { cookie, origin: 'https://other.example' } : {};
}

/** Existing values, and values in the rows of the authorization matrix. */
function knownOf(name: string, existing?: Existing): Known {
  const fields: Record<string, unknown[]> = {
    client_id: ['kinreel-web', 'kinreel-api'],
    connection: ['Username-Password-Authentication'],
    realm: ['Username-Password-Authentication'],
    redirect_uri: [LANDING],
    response_type: ['token', 'code'],
    prompt: ['none', 'login'],
    response_mode: ['query', 'fragment', 'web_message'],
    email: [EMAIL, 'bea@example.org'],
    username: [EMAIL],
    password: [PASSWORD],
    returnTo: [`${APP}/login`],
    code_challenge_method: ['S256'],
    client_secret: [service.config.apiClientSecret],
    audience: [service.config.audience],
  };
  const add = (values: Values) => {
    for (const [field, value] of Object.entries(values)) fields[field] = [...(fields[field] ?? []), value];
  };
  for (const row of ROWS.filter(({ route }) => route === name)) {
    add({ ...row.query, ...row.json, ...row.form });
  }
  add({ ...existing?.params, ...existing?.query, ...existing?.json, ...existing?.form });
  return { ids: [randomUUID()], fields };
}

const role = fc.constantFrom<Role>(...ROLES);

function validRequests(name: string, fuzzed: Fuzzed, existing?: Existing): Arbitrary<Sent> {
  const known = knownOf(name, existing);
  const parts = fc.record({
    params: part(fuzzed.params, known, true),
    query: part(fuzzed.query, known, true),
    json: part(fuzzed.json, known, false),
    form: part(fuzzed.form, known, true),
  });
  return fc.tuple(role, parts).map(([by, values]) => request(name, { by, broken: null, ...values }));
}

function part(schema: z.ZodType | undefined, known: Known, isText: boolean): Arbitrary<unknown> {
  if (!schema) return fc.constant(undefined);
  const values = accepted(schema, known);
  return isText ? values.map((value) => asTexts(value, false)).filter((value) => accepts(schema, value)) : values;
}

function brokenRequests(name: string, fuzzed: Fuzzed): Arbitrary<Sent> {
  const known = knownOf(name);
  const valid = validRequests(name, fuzzed);
  const ways: Arbitrary<Sent>[] = [
    fc.tuple(valid, fc.constantFrom('%', '%zz', '%ff', '%c0%ae', '/%00', '/nothing-here')).map(([sent, end]) => ({
      ...sent,
      broken: 'address',
      path: sent.path.replace(/(\?.*)?$/, `${end}$1`),
    })),
  ];
  for (const kind of ['params', 'query', 'json', 'form'] as const) {
    const schema = fuzzed[kind];
    if (!schema) continue;
    const values = rejected(schema, known)
      .map((value) => sentAs(kind, value))
      .filter((value) => !accepts(schema, value));
    ways.push(fc.tuple(role, values).map(([by, value]) => request(name, { by, broken: kind, [kind]: value })));
  }
  if (fuzzed.json || fuzzed.form) {
    const bodies = [
      ...['{', '[1', 'undefined', '{"__proto__":{"a":1}}', '\ufeff{}x', ' '.repeat(20_000)].map((body) => ({
        type: 'application/json',
        body,
      })),
      ...['text/plain', 'application/xml', 'multipart/form-data', 'x'].map((type) => ({ type, body: '{}' })),
      { type: 'application/x-www-form-urlencoded', body: `a=${'b'.repeat(20_000)}` },
    ];
    ways.push(
      fc
        .tuple(valid, fc.constantFrom(...bodies))
        .map(([sent, body]) => ({ ...sent, broken: 'unreadable body', ...body })),
    );
  }
  return fc.oneof(...ways).filter(({ path }) => path.length < MAX_ADDRESS);
}

/** A rejected value as the service receives it. */
function sentAs(kind: 'params' | 'query' | 'json' | 'form', value: unknown): unknown {
  if (kind === 'json') return JSON.parse(JSON.stringify(value ?? null)) ?? {};
  if (kind === 'params') return { id: '\u0001', ...asTexts(value, true) };
  return readQuery(queryOf(asTexts(value, false)));
}

function request(
  name: string,
  { by, broken, ...parts }: { by: Role; broken: string | null; [part: string]: unknown },
): Sent {
  const [method = '', registered = ''] = name.split(' ');
  const params = (parts.params ?? {}) as Record<string, string>;
  const path = registered.replace(/:(\w+)/g, (_all, field: string) => encodeURIComponent(params[field] ?? '\u0001'));
  const query = parts.query ? `?${queryOf(parts.query)}` : '';
  const base = { by, broken, method, path: path + query };
  if (parts.json !== undefined) return { ...base, type: 'application/json', body: JSON.stringify(parts.json) };
  if (parts.form === undefined) return base;
  const body = queryOf(parts.form);
  return { ...base, type: 'application/x-www-form-urlencoded', body };
}

async function check(fuzzed: Fuzzed, sent: Sent): Promise<Response> {
  counts[sent.broken === null ? 'valid' : 'broken'] += 1;
  const response = await fetch(`${service.baseUrl}${sent.path}`, {
    method: sent.method,
    redirect: 'manual',
    headers: { ...headersOf(sent.by, sender), ...(sent.type ? { 'content-type': sent.type } : {}) },
    body: sent.body,
  });
  const body = await response.text();
  const problem = problemOf(fuzzed, sent, response, body);
  if (problem)
    throw new Error(`${problem}\n${JSON.stringify(sent).slice(0, 1_000)}\n${response.status} ${body.slice(0, 300)}`);
  return response;
}

function problemOf(
  { answers }: Fuzzed,
  { broken, path }: Sent,
  { status, headers }: Response,
  body: string,
): string | null {
  const type = headers.get('content-type') ?? '';
  // Keys and URLs of the service, which may be cached.
  const isPublic = path.startsWith('/.well-known/') && status === 200;
  if (status >= 500) return 'it failed';
  if (headers.get('cache-control') !== 'no-store' && !isPublic) return 'the answer may be stored';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'the type of the answer may be guessed';
  if (status >= 400) {
    if (type.startsWith('text/html')) return body.includes('<h1>') ? null : 'an error without a page';
    if (!type.startsWith('application/json')) return `an error as ${type}`;
    return accepts(errorSchema, JSON.parse(body)) ? null : 'an error without code and description';
  }
  // For broken input this route responds with an error page or a redirect with an error.
  if (broken !== null) return 'a broken request was not rejected';
  const answer = answers[status];
  if (!answer) return 'an undeclared status';
  if (answer === 'empty') return body === '' ? null : 'the answer has a body';
  if (answer === 'page') return type.startsWith('text/html') ? null : `a page as ${type}`;
  if (answer === 'text') return type.startsWith('text/plain') ? null : `a text as ${type}`;
  return accepts(answer, JSON.parse(body)) ? null : 'the answer is not what the route says';
}

test('[API-26] every route of the identity service is fuzzed', async () => {
  const registered = new Set<string>();
  const app = buildIdentity(service.config);
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      registered.add(`${one.replace('HEAD', 'GET')} ${url.replace(/^\/identity/, '')}`);
  });
  await app.ready();
  await app.close();
  expect([...registered].filter((name) => !ROUTES[name] && !name.startsWith('OPTIONS'))).toEqual([]);
  expect(Object.keys(ROUTES).filter((name) => !registered.has(name))).toEqual([]);
});

const options = { numRuns: RUNS, endOnFailure: true, seed: SEED };

// First, because nothing runs in the background then.
describe('[API-26] requests that the schemas reject', () => {
  test.each(Object.entries(ROUTES))('%s', { timeout: limitOf(RUNS) }, async (name, fuzzed) => {
    const before = await stateOf(service);
    await fc.assert(
      fc.asyncProperty(brokenRequests(name, fuzzed), async (sent) => {
        await check(fuzzed, sent);
      }),
      options,
    );
    expect(await stateOf(service), 'after broken requests').toEqual(before);
  });
});

describe('[API-26] requests that the schemas accept', () => {
  test.each(Object.entries(ROUTES))('%s', { timeout: limitOf(RUNS) }, async (name, fuzzed) => {
    const first = await fuzzed.exists?.();
    if (first) {
      const { person, ...parts } = first;
      sender = person;
      const { status, headers } = await check(fuzzed, request(name, { broken: null, ...parts }));
      expect(Object.keys(fuzzed.answers)).toContain(String(status));
      expect(headers.get('location') ?? '').not.toContain('error');
    }
    const existing = await fuzzed.exists?.();
    if (existing) sender = existing.person;
    await fc.assert(
      fc.asyncProperty(validRequests(name, fuzzed, existing), async (sent) => {
        await check(fuzzed, sent);
      }),
      options,
    );
    // Includes background work after the response, such as mails.
    expect(logged.splice(0)).toEqual([]);
    counts.routes += 1;
  });
});
