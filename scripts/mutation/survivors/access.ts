import { all, type Survivor } from './survivor.ts';

const ROUTE_ACCESS = 'apps/server/src/platform/route-access.ts';
const IDENTITY = 'apps/server/src/platform/identity.ts';
const KEYS = 'apps/server/src/platform/identity-keys.ts';
const CALLERS = 'apps/server/src/platform/callers.ts';

/** Who is calling, and what they may see. */
export const ACCESS: readonly Survivor[] = [
  {
    file: ROUTE_ACCESS,
    code: "app.decorateRequest('caller', null);",
    change: "app.decorateRequest('caller', null); → ;",
    reason: 'equivalent: declares the property for speed; whoever reads it expects none',
  },
  {
    file: ROUTE_ACCESS,
    code: "const access = config.access ?? (url && GUARDED.test(url) ? 'user' : 'public');",
    change: 'url && GUARDED.test(url) → (GUARDED.test(url))',
    reason: 'equivalent: the pattern does not match the word undefined',
  },
  {
    file: ROUTE_ACCESS,
    code: 'const session = cookie ? await readMediaCookie(cookie).catch(() => null) : null;',
    change:
      'cookie ? await readMediaCookie(cookie).catch(() => null) : null → (await readMediaCookie(cookie).catch(() => null))',
    reason: 'equivalent: no cookie is not a valid one',
  },
  {
    file: ROUTE_ACCESS,
    code: "if (!session || !row || row.ended) throw new DomainError('session.required');",
    change: '!session || !row || row.ended → (!row || row.ended)',
    reason: 'equivalent: without a session no row is read',
  },
  {
    file: ROUTE_ACCESS,
    code: "requiredClaims: ['exp', 'sub'],",
    change: ", 'sub' → nothing",
    reason: 'masked: without an id no person is found',
  },
  ...['!token', '!claims'].map((left) => ({
    file: ROUTE_ACCESS,
    code: "if (!claims || !token) throw new DomainError('session.required');",
    change: `!claims || !token → (${left})`,
    reason: 'equivalent: a caller has both or neither',
  })),
  ...all(
    IDENTITY,
    'verify: rememberVerified(verify, { toleranceMs: CLOCK_TOLERANCE_S * 1000 }),',
    ['toleranceMs: CLOCK_TOLERANCE_S * 1000 → nothing'],
    'equivalent for people: in its last seconds the signature of a token is checked again',
  ),
  ...all(
    IDENTITY,
    "requiredClaims: ['sub', 'exp', 'jti'],",
    ["'sub', → nothing"],
    'masked: the person of the proof is compared with the one who is deleted',
  ),
  ...all(
    KEYS,
    'const remote = createRemoteJWKSet(jwksUrl, { timeoutDuration: 5_000, cooldownDuration: 5_000 });',
    ['timeoutDuration: 5_000, → nothing', ', cooldownDuration: 5_000 → nothing'],
    'equivalent for people: a default of jose, and a new key is published a day before it signs',
  ),
  ...all(
    KEYS,
    'if (!file || !jwks) return;',
    ['!file || !jwks → (!file)'],
    'equivalent: after a key was found there are keys',
  ),
  ...all(
    KEYS,
    'if (!isRead && file) {',
    ['!isRead && file → true', '!isRead && file → (file)', '!isRead && file → (!isRead)'],
    'equivalent for people: a file that is missing is looked for again',
  ),
  ...all(
    KEYS,
    'isRead = true;',
    ['isRead = true; → ;', 'true → false'],
    'equivalent for people: a file that is missing is looked for again',
  ),
  ...all(KEYS, 'failure = null;', ['failure = null; → ;'], 'equivalent: its time is over when a key is found'),
  ...all(
    KEYS,
    'if (!keys) throw unavailable;',
    ['!keys → false'],
    'masked: without keys none is found, which throws the same',
  ),
  ...all(
    CALLERS,
    'exists (select from stewards where owner_id = users.id and asked_at is not null)',
    [
      'exists (select from stewards where owner_id = … sked_at is not null) → true',
      'owner_id = users.id → true',
      'asked_at is not null → true',
    ],
    'equivalent for people: a sign of life of somebody whom nobody calls away ends nothing',
  ),
  ...all(
    CALLERS,
    'or exists (select from video_gifts where owner_id = users.id and given_at is not null))`;',
    ['owner_id = users.id → true', 'given_at is not null → true'],
    'equivalent for people: a sign of life of somebody whom nobody calls away ends nothing',
  ),
];
