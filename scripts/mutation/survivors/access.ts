import { all, type Survivor } from './survivor.ts';

const ROUTE_ACCESS = 'apps/server/src/platform/route-access.ts';
const IDENTITY = 'apps/server/src/platform/identity.ts';
const KEYS = 'apps/server/src/platform/identity-keys.ts';
const CALLERS = 'apps/server/src/platform/callers.ts';
const VISIBILITY = 'apps/server/src/features/visibility/visibility.policy.ts';
const AUDIENCE = 'apps/server/src/features/visibility/audience.policy.ts';
const GATE = 'apps/server/src/platform/gate.ts';
const BLOCKING = 'apps/server/src/features/visibility/blocking.policy.ts';
const PAGING = 'apps/server/src/platform/paging.ts';

/** Limits of calls that are for people who are logged in, by the path of their routes. */
const LIMITS: Record<string, string[]> = {
  'account/account': ['LEAVE_RATE_LIMIT'],
  'archives/archives': ['START_RATE_LIMIT'],
  'blocking/blocking': ['BLOCK_RATE'],
  'captions/captions': ['WRITE_RATE', 'DRAFT_RATE', 'SEARCH_RATE'],
  'connections/connections': ['REQUEST_RATE_LIMIT'],
  'invitations/invitations': ['INVITE_RATE', 'VISIT_RATE'],
  'people/people': ['SEARCH_RATE_LIMIT'],
  'profile/photos': ["PHOTO_RATE_LIMIT, body: 'file'"],
  'profile/profile': ['VERIFICATION_RATE_LIMIT'],
  'reports/reports': ['REPORT_RATE'],
  'sharing/sharing': ['SHARE_RATE'],
  'short-links/short-links': ['CREATE_RATE', 'VISIT_RATE'],
  'site-owners/site-owners': ['CODE_RATE'],
  'stewards/steward-rules': ['GIVE_RATE_LIMIT'],
  'stewards/stewards': ['NAME_RATE_LIMIT', 'ASK_RATE_LIMIT'],
  'trimming/trimming': ['TRIM_RATE'],
  'uploads/tus-creation': ['UPLOAD_RATE'],
  'uploads/tus-receive': ["TUS_RATE, body: 'file'"],
  'uploads/tus-state': ['TUS_RATE'],
  'uploads/upload-form': ["UPLOAD_RATE, body: 'file'"],
  'uploads/uploads': ['UPLOAD_RATE'],
  'videos/videos': ['RETRY_RATE'],
  'watching/watching': ['SAVE_RATE'],
};

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
  ...Object.entries(LIMITS).flatMap(([path, limits]) =>
    limits.map((limit) => ({
      file: `apps/server/src/features/${path}.routes.ts`,
      code:
        path === 'uploads/tus-state'
          ? `const config = { access: 'user', rateLimit: ${limit} } as const;`
          : `config: { access: 'user', rateLimit: ${limit} },`,
      change: "access: 'user', → nothing",
      reason: 'equivalent: a call of the API that says nothing is for people who are logged in',
    })),
  ),
  ...all(
    'apps/server/src/features/short-links/short-links.routes.ts',
    "{ config: { access: 'public', rateLimit: VISIT_RATE }, schema: { hide: true } },",
    ["access: 'public', → nothing"],
    'equivalent: a page that says nothing is for everybody',
  ),
  ...all(
    'apps/server/src/app/build-app.ts',
    'await app.register(cookie);',
    [
      'await app.register(cookie); await app.registe … : () => true }), }); → await app.register(rateLimit, { global: false … pp.register(cookie);',
    ],
    'equivalent: neither reads what the other adds',
  ),
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
  ...all(
    CALLERS,
    '.where(condition)',
    ['.limit(sql.lit(1)) → nothing'],
    'equivalent: each condition names one person; the limit is for the plan of PostgreSQL',
  ),
  ...all(
    VISIBILITY,
    'video: null,',
    ['video: null, → nothing'],
    'equivalent: without a value it is about all videos too; with null, nobody who adds a rule forgets to say so',
  ),
  ...all(
    VISIBILITY,
    'of: (owner) => sql`s.owner_id = ${owner}`,',
    ['s.owner_id = ${owner} → true'],
    'equivalent: a foreign key gives each share the owner of its video',
  ),
  ...all(
    VISIBILITY,
    "of: (owner) => sql`l.owner_id = ${owner} and ${isLinkActive('l')}`,",
    ['l.owner_id = ${owner} → true'],
    'equivalent: a foreign key gives each link the owner of its video',
  ),
  ...all(
    VISIBILITY,
    'of: (owner) => sql`g.owner_id = ${owner} and g.given_at is not null`,',
    ['g.owner_id = ${owner} → true'],
    'equivalent: gifts are only written by the owner of the video, which never changes',
  ),
  ...all(
    VISIBILITY,
    'return sql`(${hasPermission} and v.steward_rule in (${sql.join(stewardRules.map((rule) => sql.lit(rule)))}))`;',
    ['${hasPermission} → true'],
    'equivalent: the rules about stewards are for every permission',
  ),
  ...all(
    VISIBILITY,
    "return sql`(${column('revoked_at')} is null and (${column('expires_at')} is null or ${column('expires_at')} > now()))`;",
    ['> → >='],
    'equivalent for people: it is open a microsecond longer',
  ),
  ...all(
    VISIBILITY,
    'return sql`(${opensAt} is null or ${opensAt} <= now())`;',
    ['<= → <'],
    'equivalent for people: it opens a microsecond later',
  ),
  ...all(
    AUDIENCE,
    'const BY_VIDEO = ACCESS_RULES.filter((rule) => rule.permission === null);',
    ['.filter((rule) => rule.permission === null) → nothing'],
    'equivalent: whom the permission lets in is left out of the others below',
  ),
  ...all(
    AUDIENCE,
    'const LASTING = ACCESS_RULES.filter((rule) => !REMOVABLE.includes(rule));',
    ['.filter((rule) => !REMOVABLE.includes(rule)) → nothing'],
    'equivalent: who has a removable row is left out of the others below',
  ),
  ...all(
    AUDIENCE,
    'return grants ? sql`(select count(*)::int from ${grantedBy(grants, owner)} granted)` : sql`0`;',
    [
      'grants ? sql`(select count(*)::int from ${gra … } granted)` : sql`0` → (sql`(select count(*)::int from ${grantedBy(grants, owner)} granted)`)',
    ],
    'equivalent: it is only asked for friends and family, for whom there are rows',
  ),
  ...all(
    AUDIENCE,
    "where l.video_id = v.id and l.owner_id = ${owner} and l.asked_at is not null and ${isLinkActive('l')}))",
    ['l.owner_id = ${owner} → true'],
    'equivalent: a foreign key gives each link the owner of its video',
  ),
  ...all(
    BLOCKING,
    'return rows[0]?.apart ?? false;',
    ['false → true'],
    'equivalent: a query without a table has one row',
  ),
  ...all(
    GATE,
    'if (next > 0) byKey.set(key, next);',
    ['next > 0 → true', '> → >='],
    'equivalent for people: none is the same as zero; the ids of people stay in memory, some 100 bytes each',
  ),
  ...all(
    GATE,
    'clearTimeout(timer);',
    ['clearTimeout(timer); → ;'],
    'equivalent: who has got a place, or has left, cannot be rejected later',
  ),
  ...all(
    GATE,
    "signal.removeEventListener('abort', onAbort);",
    ["signal.removeEventListener('abort', onAbort); → ;"],
    'equivalent: who has got a place, or has left, cannot be rejected later',
  ),
  ...all(
    PAGING,
    "if (typeof at === 'string' && typeof id === 'string' && isId(id) && isTimestamp(at)) {",
    [
      "typeof at === 'string' && typeof id === 'stri … ) && isTimestamp(at) → (typeof id === 'string' && isId(id) && isTimestamp(at))",
      "typeof at === 'string' && typeof id === 'stri … ) && isTimestamp(at) → (typeof at === 'string' && isId(id) && isTimestamp(at))",
    ],
    'masked: no number is a time or an id',
  ),
  ...all(
    PAGING,
    'encodeCursor(parts as string[]) === cursor &&',
    [
      'encodeCursor(parts as string[]) === cursor && … isSafeInteger(part)) → (encodeCursor(parts as string[]) === cursor & … sSafeInteger(part)))',
    ],
    'masked: what is no list has no every(), which ends the same way',
  ),
  ...all(
    PAGING,
    "if (!url) throw new DomainError('request.invalid');",
    ['!url → false'],
    'equivalent: the URL of a list that was found can be read',
  ),
];
