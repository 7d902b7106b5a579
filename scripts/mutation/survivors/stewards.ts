import { all, type Survivor } from './survivor.ts';

const server = (path: string) => `apps/server/src/features/${path}`;
const REGISTRATION = server('registration/registration.service.ts');
const OWNERS = server('site-owners/site-owners.queries.ts');

/** Stewards, site owners, accounts and archives. */
export const STEWARDS: readonly Survivor[] = [
  ...all(
    REGISTRATION,
    'const codeHash = code === undefined ? null : hashLinkCode(code);',
    ['code === undefined ? null : hashLinkCode(code) → (hashLinkCode(code))'],
    'equivalent: the word undefined has not the form of a code, so it has no hash',
  ),
  ...all(
    REGISTRATION,
    'const admission = codeHash ? await findAdmission(deps.db, codeHash) : null;',
    ['codeHash ? await findAdmission(deps.db, codeHash) : null → (await findAdmission(deps.db, codeHash))'],
    'equivalent: no row has no hash, so nothing is found',
  ),
  ...all(
    REGISTRATION,
    'const admission = codeHash ? await findAdmission(tx, codeHash, { lock: true }) : null;',
    [
      'codeHash ? await findAdmission(tx, codeHash, { lock: true }) : null → (await findAdmission(tx, codeHash, { lock: true }))',
    ],
    'equivalent: no row has no hash, so nothing is found',
  ),
  ...all(
    OWNERS,
    ".orderBy('site_owner_since')",
    [".orderBy('site_owner_since') → nothing"],
    'equivalent for people: the order of the addresses in a hint of the command line',
  ),
  ...all(
    OWNERS,
    ".orderBy('id')",
    [".orderBy('id') → nothing"],
    'equivalent for people: two who became site owners in the same microsecond',
  ),
  ...all(
    OWNERS,
    '.values({ id: newId, code_hash: Buffer.alloc(32) })',
    ['32 → 320'],
    'equivalent: the same transaction replaces it',
  ),
  ...all(
    OWNERS,
    '.set({ used_at: sql<Date>`now()`, used_by: userId })',
    [', used_by: userId → nothing'],
    'equivalent for people: nothing reads it; the activity of the site says who became a site owner',
  ),
  ...all(
    OWNERS,
    "await tx.deleteFrom('owner_codes').where('used_at', 'is', null).execute();",
    [".where('used_at', 'is', null) → nothing"],
    'equivalent for people: nothing reads a code that was used',
  ),
  ...all(
    OWNERS,
    ".$if('id' in person, (query) => query.where('id', '=', 'id' in person ? person.id : ''))",
    ["'id' in person ? person.id : '' → (person.id)"],
    'equivalent: only for the type check; the line is read only with an id',
  ),
  ...all(
    OWNERS,
    "query.where(sql<string>`lower(email)`, '=', 'email' in person ? person.email.toLowerCase() : ''),",
    ["'email' in person ? person.email.toLowerCase() : '' → (person.email.toLowerCase())"],
    'equivalent: only for the type check; the line is read only with an address',
  ),
  {
    file: server('site-owners/site-owners.service.ts'),
    code: "if (!codeHash) throw new DomainError('owner.code_missing');",
    change: '!codeHash → false',
    reason: 'masked: no row has no hash, so no code is found, which throws the same',
  },
  ...all(
    server('invitations/site-invitations.service.ts'),
    'const row = await insertSiteInvitation(deps.db, newInvitation(deps, { ownerId, email: null, maxPeople, days }));',
    ['email: null, → nothing'],
    'equivalent: a column without a value is null',
  ),
  ...all(
    server('invitations/site-invitations.queries.ts'),
    "return selectCurrent(db).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(LIST_LIMIT).execute();",
    [".orderBy('id', 'desc') → nothing"],
    'equivalent for people: two that were made in the same microsecond',
  ),
];
