/** A change that no test notices, and why that is right. */
export interface Survivor {
  file: string;
  /** The line and the change, as the report has them. */
  code: string;
  change: string;
  /** `equivalent: …` if nobody could tell the difference, `masked: …` if a second guard does the same. */
  reason: string;
}

const PARTIAL = 'apps/server/src/features/uploads/partial-files.ts';
const CALLERS = 'apps/server/src/platform/callers.ts';
const RECEIVED = 'apps/server/src/features/uploads/received-bytes.ts';
const ACCESS = 'apps/server/src/platform/route-access.ts';
const IDENTITY = 'apps/server/src/platform/identity.ts';
const SIGNING_KEYS = 'apps/identity/src/tokens/signing-keys.ts';
const TRIM = 'apps/server/src/features/videos/trim.policy.ts';
const KEYS = 'apps/server/src/platform/identity-keys.ts';
const KEY_SEAL = 'apps/identity/src/tokens/key-seal.ts';

const FAILED_JOBS = 'apps/server/src/platform/failed-jobs.ts';

/** Several changes of one line that live for the same reason. */
function all(file: string, code: string, changes: string[], reason: string): Survivor[] {
  return changes.map((change) => ({ file, code, change, reason }));
}

export const SURVIVORS: readonly Survivor[] = [
  {
    file: RECEIVED,
    code: 'await file.close();',
    change: 'await file.close(); → ;',
    reason: 'equivalent for people: Node closes the file later, with a warning in the log',
  },
  {
    file: ACCESS,
    code: "app.decorateRequest('caller', null);",
    change: "app.decorateRequest('caller', null); → ;",
    reason: 'equivalent: declares the property for speed; whoever reads it expects none',
  },
  {
    file: ACCESS,
    code: "const access = config.access ?? (url && GUARDED.test(url) ? 'user' : 'public');",
    change: 'url && GUARDED.test(url) → (GUARDED.test(url))',
    reason: 'equivalent: the pattern does not match the word undefined',
  },
  {
    file: ACCESS,
    code: 'const session = cookie ? await readMediaCookie(cookie).catch(() => null) : null;',
    change:
      'cookie ? await readMediaCookie(cookie).catch(() => null) : null → (await readMediaCookie(cookie).catch(() => null))',
    reason: 'equivalent: no cookie is not a valid one',
  },
  {
    file: ACCESS,
    code: "if (!session || !row || row.ended) throw new DomainError('session.required');",
    change: '!session || !row || row.ended → (!row || row.ended)',
    reason: 'equivalent: without a session no row is read',
  },
  {
    file: ACCESS,
    code: "requiredClaims: ['exp', 'sub'],",
    change: ", 'sub' → nothing",
    reason: 'masked: without an id no person is found',
  },
  ...['!token', '!claims'].map((left) => ({
    file: ACCESS,
    code: "if (!claims || !token) throw new DomainError('session.required');",
    change: `!claims || !token → (${left})`,
    reason: 'equivalent: a caller has both or neither',
  })),
  {
    file: KEY_SEAL,
    code: "const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, salt), nonce, { authTagLength: TAG })",
    change: 'authTagLength: TAG → nothing',
    reason: 'masked: the tag is cut out with this length',
  },
  ...all(
    SIGNING_KEYS,
    'const CACHED = 60 * 1000;',
    ['60 → 600'],
    'masked: a key is published a day before it signs, so it may be cached for longer',
  ),
  ...all(
    SIGNING_KEYS,
    'if (cache && Math.abs(at - cache.readAt) < CACHED) return cache.keys;',
    ['cache && Math.abs(at - cache.readAt) < CACHED → false', '< → <=', '- → +'],
    'equivalent for people: keys are read from the database more often, or a millisecond longer from memory',
  ),
  ...all(
    SIGNING_KEYS,
    'cache = { keys, readAt: at };',
    ['cache = { keys, readAt: at }; → ;'],
    'equivalent for people: keys are read from the database more often',
  ),
  ...all(
    SIGNING_KEYS,
    'cache = undefined;',
    ['cache = undefined; → ;'],
    'masked: other processes see the new key a minute later too; it signs after a day',
  ),
  ...all(
    SIGNING_KEYS,
    '} else if (newest.active_from.getTime() + config.keyRotationDays * DAY <= at + PUBLISHED_AHEAD) {',
    ['<= → <'],
    'accepted: one millisecond of thirty days',
  ),
  ...all(
    SIGNING_KEYS,
    'return successor && successor.active_from.getTime() + KEPT_AFTER <= at;',
    ['<= → <'],
    'accepted: one millisecond of an hour',
  ),
  ...all(
    SIGNING_KEYS,
    'const key = keys.findLast(({ activeFrom }) => activeFrom <= at) ?? keys[0];',
    ['<= → <'],
    'accepted: one millisecond of thirty days',
  ),
  ...all(
    SIGNING_KEYS,
    "if (!key) throw new Error('There is no signing key.');",
    ['!key → false'],
    'equivalent: without a key nothing is signed, with another message in the log',
  ),
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
    TRIM,
    'return start === null || end === null ? null : { start: start / 1000, end: end / 1000 };',
    ['start === null || end === null → (end === null)', 'start === null || end === null → (start === null)'],
    'masked: the database has both or none (a check of the table)',
  ),
  ...all(
    PARTIAL,
    'await file.close();',
    ['await file.close(); → ;'],
    'equivalent for people: Node closes the file later, with a warning in the log',
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
  ...all(
    FAILED_JOBS,
    "error instanceof KeysUnavailableError || (error instanceof DomainError && error.code === 'identity.unavailable'),",
    ["error instanceof DomainError && error.code === 'identity.unavailable' → (error.code === 'identity.unavailable')"],
    'equivalent: no other error has this code',
  ),
  ...all(
    FAILED_JOBS,
    "select (select count(*) from pgboss.job where state in ('created', 'retry') and start_after <= now())::int as waiting,",
    ['<= → <'],
    'equivalent for people: a job that is due in this very moment',
  ),
  ...all(
    FAILED_JOBS,
    'return { kind: row.kind, payload, turn: ownerId && work ? { ownerId, seconds: work } : null };',
    ['ownerId && work → (work)', 'ownerId && work → (ownerId)'],
    'masked: a job in the queue has both or neither',
  ),
];
