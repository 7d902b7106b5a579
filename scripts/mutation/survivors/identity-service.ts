import { all, type Survivor } from './survivor.ts';

const KEY_SEAL = 'apps/identity/src/tokens/key-seal.ts';
const SIGNING_KEYS = 'apps/identity/src/tokens/signing-keys.ts';

const TOKENS = 'apps/identity/src/tokens/tokens.ts';
const TOKEN_ROUTES = 'apps/identity/src/tokens/token.routes.ts';
const USERINFO = 'apps/identity/src/tokens/userinfo.routes.ts';
const SESSIONS = 'apps/identity/src/sessions/sessions.ts';
const NOTICES = 'apps/identity/src/sessions/logout-notices.ts';
const LOGOUT = 'apps/identity/src/sessions/logout.routes.ts';
const LOGIN = 'apps/identity/src/login/login.service.ts';
const TICKETS = 'apps/identity/src/login/login-tickets.ts';
const DEVICES = 'apps/identity/src/login/known-devices.ts';
const LIMITS = 'apps/identity/src/rate-limits/rate-limits.ts';
const AUTHORIZE = 'apps/identity/src/authorize/authorize-request.ts';
const RESET = 'apps/identity/src/password-reset/password-reset.service.ts';
const VERIFICATION = 'apps/identity/src/verification/verification.service.ts';
const ADMISSION = 'apps/identity/src/signup/admission.ts';
const SIGNUP = 'apps/identity/src/signup/signup.routes.ts';
const PASSWORD = 'apps/identity/src/account/password-change.service.ts';
const ADDRESS = 'apps/identity/src/account/address-change.service.ts';

const TIMER_SENDS = 'masked: a timer sends what is due five seconds later';
const ONE_TRANSACTION = 'equivalent: both are in one transaction';
const NO_VALUE = 'equivalent: a column without a value is null';
const FEWER_MS = 'accepted: one millisecond of some days';

/** The identity service: accounts, tokens and devices. */
export const IDENTITY_SERVICE: readonly Survivor[] = [
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
    TOKENS,
    "export const userIdOf = ({ sub }: { sub: string }): string => sub.replace(/^auth0\\|/, '');",
    ['/^auth0\\|/ → /auth0\\|/'],
    'equivalent: each sub is made by subjectOf, so it begins with this',
  ),
  ...all(
    TOKENS,
    'if (!token) throw invalidToken();',
    ['!token → false'],
    'equivalent: what is missing is no valid token, and the answer is the same',
  ),
  ...all(
    TOKENS,
    "algorithms: ['RS256'],",
    ["algorithms: ['RS256'], → nothing"],
    'masked: each published key says that it is for RS256 only',
  ),
  ...all(TOKENS, 'throw error;', ['throw error; → ;'], 'equivalent: without claims the request fails with 500 as well'),
  ...all(
    USERINFO,
    'if (!user) throw invalidToken();',
    ['!user → false'],
    'masked: bearerClaims has just read the account',
  ),
  ...all(
    SESSIONS,
    'export const hasSession = (request: FastifyRequest): boolean => readCookie(request, COOKIE) !== null;',
    ['!== → ==='],
    'masked: a timer delivers the notice two seconds later',
  ),
  ...all(
    SESSIONS,
    'if (ended) await addLogoutNotice(db, deps, { userId: ended.userId, sessionId: ended.id, epoch: null });',
    [', epoch: null → nothing'],
    NO_VALUE,
  ),
  ...all(
    SESSIONS,
    'await addLogoutNotice(tx, deps, { userId, sessionId: id, epoch: null });',
    [', epoch: null → nothing'],
    NO_VALUE,
  ),
  ...all(
    SESSIONS,
    'await addLogoutNotice(tx, deps, { userId, sessionId: null, epoch: user.epoch });',
    ['sessionId: null, → nothing'],
    NO_VALUE,
  ),
  ...all(
    SESSIONS,
    'await tx',
    [
      "await tx .insertInto('activity') .values({ us …  id, epoch: null }); → await addLogoutNotice(tx, deps, { userId, ses … evice }) .execute();",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    NOTICES,
    'const BATCH = 50;',
    ['50 → 500'],
    'equivalent for people: more notices are delivered at the same time',
  ),
  ...all(
    NOTICES,
    "const waiting = await db.selectFrom('logout_notices').selectAll().orderBy('id').limit(BATCH).execute();",
    ['.limit(BATCH) → nothing'],
    'equivalent for people: more notices are delivered at the same time',
  ),
  ...all(
    NOTICES,
    "const waiting = await db.selectFrom('logout_notices').selectAll().orderBy('id').limit(BATCH).execute();",
    [".orderBy('id') → nothing"],
    'equivalent for people: of more than fifty notices others are delivered first',
  ),
  ...all(
    NOTICES,
    'if (!config.logoutUrl) return 0;',
    ['!config.logoutUrl → false'],
    'masked: without an address no notice is stored',
  ),
  ...all(
    LOGOUT,
    'export const logoutSchema = z.object({ client_id: z.string().optional(), returnTo: z.string().optional() });',
    ['client_id: z.string().optional(), → nothing'],
    'equivalent: nothing reads it',
  ),
  ...all(
    TOKEN_ROUTES,
    "const address = typeof forwarded === 'string' ? forwarded : undefined;",
    ["typeof forwarded === 'string' ? forwarded : undefined → (forwarded)"],
    'equivalent: Node makes one text of this header, also if it was sent twice',
  ),
  ...all(
    TOKEN_ROUTES,
    'const user = await checkCredentials(deps, { address, email: username, password, browser: null });',
    [', browser: null → nothing'],
    'equivalent: no browser either way',
  ),
  ...all(
    TOKEN_ROUTES,
    'session: { id: null, userId: user.id, epoch: user.epoch },',
    ['id: null, → nothing'],
    'equivalent: no session either way',
  ),
  ...all(
    LOGIN,
    'if (!user || !matches) return null;',
    ['!user || !matches → (!matches)'],
    'masked: without a hash no password matches',
  ),
  ...all(
    TICKETS,
    '])',
    [".where('id', '=', user.id) → nothing"],
    'masked: no other account has the same hash, which has a salt',
  ),
  ...all(
    TICKETS,
    ".select(['users.id', 'users.epoch', 'users.password_hash as passwordHash'])",
    [".where('ticket_hash', '=', hashOf(ticket)) → nothing"],
    'masked: the ticket is compared again when it is deleted',
  ),
  ...all(
    TICKETS,
    ".using('owner')",
    [".whereRef('login_tickets.user_id', '=', 'owner.id') → nothing"],
    'masked: the owner is read by the ticket, which is compared again when it is deleted',
  ),
  ...all(
    DEVICES,
    'if (known) return known;',
    ['known → false'],
    'equivalent for people: the key is derived more often',
  ),
  ...all(
    DEVICES,
    'keys.set(config, key);',
    ['keys.set(config, key); → ;'],
    'equivalent for people: the key is derived more often',
  ),
  ...all(
    LIMITS,
    'const client = address && clientOf(address);',
    ['address && clientOf(address) → (clientOf(address))'],
    'equivalent: what is no address stays what it is',
  ),
  ...all(
    LIMITS,
    'const account = email?.toLowerCase();',
    ['?.toLowerCase() → nothing'],
    'masked: every caller has the address in lower case, from emailSchema, credentialsSchema or the table of users',
  ),
  ...all(
    LIMITS,
    'const counted = await count(pool, [{ limiters: [mails], key: keyOf(purpose, email.toLowerCase()) }]);',
    ['.toLowerCase() → nothing'],
    'masked: every caller has the address in lower case, from emailSchema or the table of users',
  ),
  ...all(
    LIMITS,
    `name: \`count-\${counters.length}-\${steps.length}\`,`,
    [`name: \`count-\${counters.length}-\${steps.length}\`, → nothing`],
    'equivalent for people: PostgreSQL plans the statement each time',
  ),
  ...all(
    LIMITS,
    "await pool.query({ name: 'undo-count', text, values: [keys] });",
    ["name: 'undo-count', → nothing"],
    'equivalent for people: PostgreSQL plans the statement each time',
  ),
  ...all(
    AUTHORIZE,
    "mode: known && !(mode === 'query' && given.response_type !== 'code') ? mode : 'fragment',",
    [
      "known && !(mode === 'query' && given.response_type !== 'code') → (!(mode === 'query' && given.response_type !== 'code'))",
    ],
    'equivalent: an unknown mode is answered in the fragment too',
  ),
  ...all(
    AUTHORIZE,
    "if (!known || mode !== responseTarget.mode) return reject('invalid_request', 'The response mode is not supported.');",
    ['!known || mode !== responseTarget.mode → (mode !== responseTarget.mode)'],
    'equivalent: an unknown mode is never that of the answer',
  ),
  ...all(
    AUTHORIZE,
    "if (given.response_type === 'token') return { ...request, wants: { type: 'token' } };",
    ["type: 'token' → nothing"],
    'equivalent: whatever is no code is a token',
  ),
  ...all(
    RESET,
    'if (!(await isLinkValid(deps, token))) return null;',
    ['!(await isLinkValid(deps, token)) → false'],
    'masked: the route has just asked, and the transaction asks again',
  ),
  ...all(
    RESET,
    ".select('users.id')",
    [".where('token_hash', '=', hashOf(token)) → nothing"],
    'equivalent for people: resets of other people wait a moment too',
  ),
  ...all(
    RESET,
    ".where('token_hash', '=', hashOf(token))",
    [".where('expires_at', '>', now()) → nothing"],
    'masked: isLinkValid has just asked, with the same time',
  ),
  ...all(
    RESET,
    'await tx',
    [
      "await tx .updateTable('users') .set({ passwor … deps, link.user_id); → await endAllSessions(tx, deps, link.user_id); … user_id) .execute();",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    RESET,
    'await endAllSessions(tx, deps, link.user_id);',
    [
      "await endAllSessions(tx, deps, link.user_id); … .user_id).execute(); → await tx.deleteFrom('reset_tokens').where('us … deps, link.user_id);",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    VERIFICATION,
    "if (!user) return 'unknown';",
    ['!user → false'],
    'masked: callers have just read the account, by its token or a link',
  ),
  ...all(
    VERIFICATION,
    'background.start(() => outbox.sendDue());',
    ['background.start(() => outbox.sendDue()); → ;'],
    TIMER_SENDS,
  ),
  ...all(
    VERIFICATION,
    "return { state: row.expires_at > now() ? 'valid' : 'expired', email: row.email };",
    ['> → >='],
    FEWER_MS,
  ),
  ...all(
    ADMISSION,
    'body: JSON.stringify(code === undefined ? {} : { code }),',
    ['code === undefined ? {} : { code } → ({ code })'],
    'equivalent: JSON has no property without a value',
  ),
  ...all(
    SIGNUP,
    'password: z.string().max(4000),',
    ['.max(4000) → nothing', '4000 → 40000'],
    'masked: a password has at most 128 characters, and the body 16 KiB',
  ),
  ...all(
    SIGNUP,
    'background.start(() => outbox.sendDue());',
    ['background.start(() => outbox.sendDue()); → ;'],
    TIMER_SENDS,
  ),
  ...all(
    PASSWORD,
    '.set({ password_hash: passwordHash, updated_at: now() })',
    [".where('id', '=', id) → nothing"],
    'masked: no other account has the same hash, which has a salt',
  ),
  ...all(
    PASSWORD,
    'if (isDone) background.start(() => outbox.sendDue());',
    ['isDone → false', 'background.start(() => outbox.sendDue()); → ;'],
    TIMER_SENDS,
  ),
  ...all(
    PASSWORD,
    'if (isDone) background.start(() => outbox.sendDue());',
    ['isDone → true'],
    'equivalent: sends what is due, as a timer does',
  ),
  ...all(
    ADDRESS,
    "await outbox.add(tx, 'new-address', wanted, id);",
    [
      "await outbox.add(tx, 'new-address', wanted, i … tice', current, id); → await outbox.add(tx, 'address-notice', curren … dress', wanted, id);",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    ADDRESS,
    'background.start(() => outbox.sendDue());',
    ['background.start(() => outbox.sendDue()); → ;'],
    TIMER_SENDS,
  ),
  ...all(
    ADDRESS,
    `where old_email = \${email} and user_id is distinct from \${userId}::text and changed_at > \${undoneBefore(now())}`,
    ['> → >='],
    FEWER_MS,
  ),
  ...all(
    ADDRESS,
    'if (!change || change.changed_at || change.expires_at <= deps.now()) return null;',
    ['<= → <'],
    FEWER_MS,
  ),
  ...all(
    ADDRESS,
    "const works = kind === 'confirm' ? at === null && expires_at > now() : at === null || at > undoneBefore(now());",
    ['> → >='],
    FEWER_MS,
  ),
  ...all(
    ADDRESS,
    "if (!(await readAddressLink(deps, 'undo', token))) return 'expired';",
    ["!(await readAddressLink(deps, 'undo', token)) → false"],
    'masked: the transaction reads the link again',
  ),
  ...all(
    ADDRESS,
    'await tx',
    [
      "await tx .updateTable('users') .set({ passwor … .user_id).execute(); → await tx.deleteFrom('address_changes').where( … user_id) .execute();",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    ADDRESS,
    '.set({ password_hash: unknownPassword, updated_at: now() })',
    [', updated_at: now() → nothing'],
    'masked: setAddress has set it in this transaction',
  ),
  ...all(
    ADDRESS,
    "await tx.deleteFrom('address_changes').where('user_id', '=', change.user_id).execute();",
    [
      "await tx.deleteFrom('address_changes').where( … , change.old_email); → await outbox.add(tx, 'reset', change.old_emai … .user_id).execute();",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    ADDRESS,
    "if (outcome === 'done') background.start(() => outbox.sendDue());",
    ["outcome === 'done' → false", 'background.start(() => outbox.sendDue()); → ;'],
    TIMER_SENDS,
  ),
  ...all(
    ADDRESS,
    "if (outcome === 'done') background.start(() => outbox.sendDue());",
    ["outcome === 'done' → true"],
    'equivalent: sends what is due, as a timer does',
  ),
  ...all(
    ADDRESS,
    "await db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();",
    [".where('id', '=', id) → nothing"],
    'equivalent for people: changes of other people wait a moment too',
  ),
  ...all(ADDRESS, 'if (!seen) return null;', ['!seen → false'], 'masked: callers have just read the link'),
];
