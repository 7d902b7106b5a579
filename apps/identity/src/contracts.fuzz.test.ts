import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { accepted, accepts, type Known, rejected } from '@kinreel/fuzzing/arbitraries';
import { runsOr, writeCounts } from '@kinreel/fuzzing/counts';
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
import { APP, LANDING, PASSWORD, startService, stateOf, TestBrowser, type TestService } from './testing/support.ts';
import { tokenCodeSchema, tokenPasswordSchema } from './tokens/token.routes.ts';
import { tokenClientSchema } from './tokens/token-client.ts';
import { verificationLinkSchema } from './verification/verification.routes.ts';

/**
 * Requests made of the schemas of this service, sent to every route: valid ones and broken ones, by a browser with a session,
 * a program with a token, another site and nobody. FUZZ_RUNS=2000 is the long form: so many of each kind to each route.
 */
const RUNS = runsOr(5);

/** Each test has its own seed, so that one can be repeated alone: FAST_CHECK_SEED. */
const SEED = Number(process.env.FAST_CHECK_SEED || 20_261_122);

interface Fuzzed {
  params?: z.ZodType;
  query?: z.ZodType;
  json?: z.ZodType;
  form?: z.ZodType;
  /** Statuses of valid requests, with the schema of a JSON body. */
  answers: Partial<Record<number, z.ZodType | 'page' | 'text' | 'empty'>>;
}

/** An error in the format of OAuth, or of Auth0's database connections. */
const errorSchema = z.union([
  z.looseObject({ error: z.string().min(1), error_description: z.string().min(1) }),
  z.looseObject({ code: z.string().min(1), description: z.unknown(), name: z.string(), statusCode: z.literal(400) }),
]);
const okSchema = z.strictObject({ status: z.literal('ok') });
const userSchema = z.looseObject({ sub: z.string() });
const tokenSchema = z.looseObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
});

/** What each route reads, and what it answers if it accepts. A registered route without an entry fails the test. */
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
  'GET /authorize': { query: authorizeSchema, answers: { 200: 'page', 302: 'empty' } },
  'POST /oauth/token': {
    form: z.union([
      tokenClientSchema.extend(tokenPasswordSchema.shape),
      tokenClientSchema.extend(tokenCodeSchema.shape),
    ]),
    answers: { 200: tokenSchema },
  },
  'GET /userinfo': { answers: { 200: userSchema } },
  'POST /userinfo': { answers: { 200: userSchema } },
  'GET /password-reset': { query: resetLinkSchema, answers: { 200: 'page' } },
  'POST /password-reset': { form: resetFormSchema, answers: { 200: 'page' } },
  'GET /verify-email': { query: verificationLinkSchema, answers: { 200: 'page' } },
  'POST /verify-email': { form: verificationLinkSchema, answers: { 200: 'page' } },
  'POST /verify-email/again': { form: verificationLinkSchema, answers: { 200: 'page' } },
  'GET /sessions': { answers: { 200: z.strictObject({ sessions: z.array(z.looseObject({ id: z.string() })) }) } },
  'DELETE /sessions/:id': { params: sessionIdSchema, answers: { 204: 'empty' } },
  'POST /verification-mail': {
    answers: { 200: z.object({ email_verified: z.boolean() }), 202: z.object({ email_verified: z.boolean() }) },
  },
  'GET /account': {
    answers: {
      200: z.strictObject({ email: z.string(), email_verified: z.boolean(), new_email: z.string().nullable() }),
    },
  },
  'POST /account/proof': {
    json: proofSchema,
    answers: { 200: z.strictObject({ proof: z.string(), expires_in: z.number() }) },
  },
  // The current password is always a wrong one, or nobody could log in afterwards.
  'POST /account/password': { json: passwordChangeSchema, answers: {} },
  'POST /account/email': { json: addressChangeSchema, answers: {} },
  'DELETE /account/asked-email': { answers: { 204: 'empty' } },
  'GET /email/confirm': { query: addressLinkSchema, answers: { 200: 'page' } },
  'POST /email/confirm': { form: addressLinkSchema, answers: { 200: 'page' } },
  'GET /email/undo': { query: addressLinkSchema, answers: { 200: 'page' } },
  'POST /email/undo': { form: addressLinkSchema, answers: { 200: 'page' } },
  'DELETE /users/:id': { params: accountIdSchema, answers: { 204: 'empty' } },
  'POST /users/:id/reset-link': {
    params: accountIdSchema,
    answers: { 200: z.strictObject({ url: z.string(), expires_at: z.string() }) },
  },
  'GET /users/:id/activity': {
    params: accountIdSchema,
    query: activitySchema,
    answers: { 200: z.strictObject({ activity: z.array(z.unknown()) }) },
  },
  'GET /numbers': { answers: { 200: z.strictObject({ sessions: z.number() }) } },
  'GET /mails': { answers: { 200: z.strictObject({ mails: z.array(z.unknown()) }) } },
  'POST /mails/:id/retry': { params: mailIdSchema, answers: { 204: 'empty' } },
  'DELETE /users/:id/sessions': { params: accountIdSchema, answers: { 204: 'empty' } },
  // These end the sessions of the others.
  'GET /v2/logout': { query: logoutSchema, answers: { 302: 'empty' } },
  'DELETE /sessions': { answers: { 204: 'empty' } },
};

const ROLES = ['anonymous', 'session', 'token', 'otherSite', 'wrongToken'] as const;
type Role = (typeof ROLES)[number];

interface Sent {
  by: Role;
  broken: string | null;
  method: string;
  path: string;
  type?: string;
  body?: string;
}

const EMAIL = 'ada@example.org';
const logged: string[] = [];
const counts = { routes: 0, valid: 0, broken: 0 };
let service: TestService;
let browser: TestBrowser;
let token: string;

beforeAll(async () => {
  const logStream = { write: (line: string) => void logged.push(line) };
  service = await startService({ overrides: { logLevel: 'error' }, appOptions: { logStream } });
  browser = new TestBrowser(service);
  await browser.signUp(EMAIL);
  await vi.waitFor(async () => expect(await readdir(service.mailDir)).not.toEqual([]), 60_000);
});
afterAll(async () => {
  writeCounts('contracts of the identity service', counts);
  await service?.stop();
});

// Some requests end the session.
beforeEach(async () => {
  const response =
    token && (await fetch(`${service.baseUrl}/userinfo`, { headers: { authorization: `Bearer ${token}` } }));
  if (response && response.status === 200) return;
  token = (await browser.logIn(EMAIL)).get('access_token') ?? '';
  expect(token).not.toBe('');
});

function headersOf(role: Role): Record<string, string> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  if (role === 'token') return { authorization: `Bearer ${token}` };
  if (role === 'wrongToken') return { authorization: `Bearer ${token}x` };
  if (role === 'session') return { cookie, origin: APP };
  return role === 'otherSite' ? { cookie, origin: 'https://other.example' } : {};
}

/** What exists, and what the rows of the authorization matrix send. */
function knownOf(name: string): Known {
  const fields: Record<string, unknown[]> = {
    ...{
      client_id: ['kinreel-web', 'kinreel-api'],
      connection: ['Username-Password-Authentication'],
      realm: ['Username-Password-Authentication'],
    },
    ...{
      redirect_uri: [LANDING],
      response_type: ['token', 'code'],
      prompt: ['none', 'login'],
      response_mode: ['query', 'fragment', 'web_message'],
    },
    ...{
      email: [EMAIL, 'bea@example.org'],
      username: [EMAIL],
      password: [PASSWORD],
      returnTo: [`${APP}/login`],
      code_challenge_method: ['S256'],
    },
    ...{ client_secret: [service.config.apiClientSecret], audience: [service.config.audience] },
  };
  for (const row of ROWS.filter(({ route }) => route === name)) {
    for (const [field, value] of Object.entries({ ...row.query, ...row.json, ...row.form })) {
      fields[field] = [...(fields[field] ?? []), value];
    }
  }
  return { ids: [randomUUID()], fields };
}

const role = fc.constantFrom<Role>(...ROLES);

function validRequests(name: string, fuzzed: Fuzzed): Arbitrary<Sent> {
  const known = knownOf(name);
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
  return fc.oneof(...ways);
}

/** A rejected value, as the service gets to see it. */
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

async function check(fuzzed: Fuzzed, sent: Sent): Promise<void> {
  counts[sent.broken === null ? 'valid' : 'broken'] += 1;
  const response = await fetch(`${service.baseUrl}${sent.path}`, {
    method: sent.method,
    redirect: 'manual',
    headers: { ...headersOf(sent.by), ...(sent.type ? { 'content-type': sent.type } : {}) },
    body: sent.body,
  });
  const body = await response.text();
  const problem = problemOf(fuzzed, sent, response, body);
  if (problem)
    throw new Error(`${problem}\n${JSON.stringify(sent).slice(0, 1_000)}\n${response.status} ${body.slice(0, 300)}`);
}

function problemOf(
  { answers }: Fuzzed,
  { broken, path }: Sent,
  { status, headers }: Response,
  body: string,
): string | null {
  const type = headers.get('content-type') ?? '';
  // Keys and addresses of the service, which programs may store.
  const isPublic = path.startsWith('/.well-known/') && status === 200;
  if (status >= 500) return 'it failed';
  if (headers.get('cache-control') !== 'no-store' && !isPublic) return 'the answer may be stored';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'the type of the answer may be guessed';
  if (status >= 400) {
    if (type.startsWith('text/html')) return body.includes('<h1>') ? null : 'an error without a page';
    if (!type.startsWith('application/json')) return `an error as ${type}`;
    return accepts(errorSchema, JSON.parse(body)) ? null : 'an error without code and description';
  }
  // Broken input of this route is an error of its page or a redirect with an error.
  if (broken !== null) return 'a broken request was not rejected';
  const answer = answers[status];
  if (!answer) return 'a status that the route does not have';
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

// First, when no work goes on after an answer.
describe('[API-26] requests that the schemas reject', () => {
  test.each(Object.entries(ROUTES))('%s', { timeout: 3_600_000 }, async (name, fuzzed) => {
    const before = await stateOf(service);
    await fc.assert(
      fc.asyncProperty(brokenRequests(name, fuzzed), (sent) => check(fuzzed, sent)),
      options,
    );
    expect(await stateOf(service), 'after broken requests').toEqual(before);
  });
});

describe('[API-26] requests that the schemas accept', () => {
  test.each(Object.entries(ROUTES))('%s', { timeout: 3_600_000 }, async (name, fuzzed) => {
    await fc.assert(
      fc.asyncProperty(validRequests(name, fuzzed), (sent) => check(fuzzed, sent)),
      options,
    );
    // Also what is done after the answer, such as mails.
    expect(logged).toEqual([]);
    counts.routes += 1;
  });
});
