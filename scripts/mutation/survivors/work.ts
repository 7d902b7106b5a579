import { all, type Survivor } from './survivor.ts';

const FAILED_JOBS = 'apps/server/src/platform/failed-jobs.ts';
const RUN = 'apps/server/src/platform/ffmpeg/run.ts';
const FEATURES = 'apps/server/src/features';
const ADDRESS = `${FEATURES}/profile/verified-address.service.ts`;
const INVITATIONS = `${FEATURES}/invitations/invitations.service.ts`;
const INVITATIONS_SQL = `${FEATURES}/invitations/invitations.queries.ts`;
const MAILS = `${FEATURES}/mails/mails.service.ts`;
const MAILS_SQL = `${FEATURES}/mails/mails.queries.ts`;
const MAILS_POLICY = `${FEATURES}/mails/mails.policy.ts`;
const ACTIVITY = `${FEATURES}/activity/activity.service.ts`;
const ACTIVITY_SQL = `${FEATURES}/activity/activity.queries.ts`;
const REPORTS = `${FEATURES}/reports/reports.service.ts`;
const REPORTS_SQL = `${FEATURES}/reports/reports.queries.ts`;
const TOOLS = 'apps/server/src/platform/ffmpeg/tools.ts';

/** Limits, mails, jobs and tools. */
export const WORK: readonly Survivor[] = [
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
  ...all(
    ADDRESS,
    'const isOutdated = epoch !== null && epoch > user.address_epoch;',
    ['epoch !== null && epoch > user.address_epoch → (epoch > user.address_epoch)'],
    'equivalent: null is not greater than a number of ends, which begins with 0',
  ),
  ...all(
    INVITATIONS,
    '...{ id, ownerId, videoId, email, relationship, message: message.trim() },',
    ['.trim() → nothing'],
    'masked: the contract of the call trims it',
  ),
  ...all(
    INVITATIONS,
    'const row = codeHash ? await findInvitationPreview(db, codeHash) : undefined;',
    ['codeHash ? await findInvitationPreview(db, codeHash) : undefined → (await findInvitationPreview(db, codeHash))'],
    'equivalent: no row equals null',
  ),
  ...all(
    INVITATIONS,
    "if (!codeHash) throw new DomainError('invitation.missing');",
    ['!codeHash → false'],
    'equivalent: no row equals null',
  ),
  ...all(
    INVITATIONS,
    'await setAccepted(tx, row.id, personId);',
    [
      'await setAccepted(tx, row.id, personId); awai … ersonId, row.email); → await verifyByInvitation(tx, personId, row.em … , row.id, personId);',
    ],
    'equivalent: both or neither, in one transaction',
  ),
  ...all(
    INVITATIONS,
    'await verifyByInvitation(tx, personId, row.email);',
    [
      'await verifyByInvitation(tx, personId, row.em … Id, relationship }); → await sendRequest(deps, tx, ownerId, { userB: … ersonId, row.email);',
    ],
    'equivalent: both or neither, in one transaction',
  ),
  ...all(
    INVITATIONS,
    'if (videoId) await shareByInvitation(tx, { videoId, ownerId, recipientId: personId, message });',
    ['videoId → true'],
    'equivalent: only invitations to a video are found',
  ),
  ...all(
    INVITATIONS_SQL,
    'const isCurrent = sql<boolean>`(invitations.revoked_at is null and invitations.expires_at > now())`;',
    ['> → >='],
    'equivalent for people: an invitation that expires in this very moment',
  ),
  ...all(
    INVITATIONS_SQL,
    "or([eb('mailed_at', 'is', null), ...(openedAt === null ? [] : [eb('mailed_at', '<', openedAt)])]),",
    ["openedAt === null ? [] : [eb('mailed_at', '<', openedAt)] → ([eb('mailed_at', '<', openedAt)])"],
    'equivalent: nothing is less than null',
  ),
  ...all(
    INVITATIONS_SQL,
    ".deleteFrom('invitations')",
    [".where('owner_id', '=', ownerId) → nothing"],
    'equivalent for people: an expired invitation may be deleted at any time',
  ),
  ...all(
    INVITATIONS_SQL,
    ".where('owner_id', '=', ownerId)",
    [".where('video_id', '=', videoId) → nothing"],
    'equivalent for people: an expired invitation may be deleted at any time',
  ),
  ...all(
    INVITATIONS_SQL,
    '.select(COLUMNS)',
    [".where('owner_id', '=', ownerId) → nothing"],
    'equivalent: all invitations to a video are of its owner',
  ),
  ...all(
    INVITATIONS_SQL,
    ".where('video_id', '=', videoId)",
    [".where('owner_id', '=', ownerId) → nothing"],
    'equivalent: all invitations to a video are of its owner',
  ),
  ...all(
    INVITATIONS_SQL,
    ".where('code_hash', '=', codeHash)",
    [".where('max_people', 'is', null) → nothing"],
    'masked: an invitation to register has no video',
  ),
  ...all(
    MAILS_POLICY,
    "'connection-request': { most: 1, days: 3, perSubject: false },",
    [', perSubject: false → nothing'],
    'equivalent: missing is false too',
  ),
  ...all(
    MAILS_POLICY,
    "'connection-accepted': { most: 1, days: 1, perSubject: false },",
    [', perSubject: false → nothing'],
    'equivalent: missing is false too',
  ),
  ...all(
    MAILS_POLICY,
    "'steward-named': { most: 1, days: 1, perSubject: false },",
    [', perSubject: false → nothing'],
    'equivalent: missing is false too',
  ),
  ...all(
    MAILS_POLICY,
    'invitation: { most: 3, days: 7, perSubject: false },',
    [', perSubject: false → nothing'],
    'equivalent: missing is false too',
  ),
  ...all(
    MAILS_SQL,
    ".where('id', '!=', id)",
    [".where((eb) => eb.or([eb('sender_id', '=', se … ', recipientHash)])) → nothing"],
    'equivalent: other mails are in none of the three numbers',
  ),
  ...all(
    MAILS,
    'return row ? sendTestMail(deps, row.email) : null;',
    ['row ? sendTestMail(deps, row.email) : null → (sendTestMail(deps, row.email))'],
    'masked: who calls is somebody',
  ),
  ...all(
    MAILS,
    "isWanted: kind === 'invitation' || !('userId' in recipient) || (await wantsMail(tx, recipient.userId, kind)),",
    [
      "kind === 'invitation' || !('userId' in recipi … pient.userId, kind)) → (!('userId' in recipient) || (await wantsMail … ient.userId, kind)))",
      "kind === 'invitation' || !('userId' in recipi … pient.userId, kind)) → (kind === 'invitation' || (await wantsMail(tx … ient.userId, kind)))",
    ],
    'equivalent: invitations go to an address, all other mails to a person',
  ),
  ...all(
    MAILS,
    'return userId !== null && areApart(tx, senderId, userId);',
    ['userId !== null && areApart(tx, senderId, userId) → (areApart(tx, senderId, userId))'],
    'masked: nobody is apart from no person, and no invitation is written for somebody who leaves',
  ),
  ...all(
    ACTIVITY,
    'return pageOf(merge(own.map(presentActivity), account).slice(0, query.limit + 1), query.limit);',
    ['.slice(0, query.limit + 1) → nothing'],
    'equivalent: a page is cut to its size',
  ),
  ...all(
    ACTIVITY,
    'return [...one, ...other].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));',
    ['< → <='],
    'equivalent: no two have the same id',
  ),
  ...all(
    ACTIVITY,
    "const isNone = error instanceof DomainError && ['account.elsewhere', 'person.missing'].includes(error.code);",
    [
      "error instanceof DomainError && ['account.els … includes(error.code) → (['account.elsewhere', 'person.missing'].includes(error.code))",
    ],
    'equivalent: no other error has these codes',
  ),
  ...all(
    ACTIVITY_SQL,
    '.$if(limit !== null, (query) => query.limit(limit ?? 0));',
    ['.limit(limit ?? 0) → nothing'],
    'equivalent for people: a page is cut to its size',
  ),
  ...all(
    REPORTS,
    'if (deps.config.mail.operator !== null && (await isAddressVerified(tx, reporterId))) {',
    [
      'deps.config.mail.operator !== null && (await  … ied(tx, reporterId)) → ((await isAddressVerified(tx, reporterId)))',
    ],
    'masked: without an operator no mail is written',
  ),
  ...all(
    REPORTS_SQL,
    "await tx.selectFrom('users').select('id').where('id', '=', reporterId).forNoKeyUpdate().execute();",
    [".where('id', '=', reporterId) → nothing"],
    'equivalent for people: reports wait for those of others',
  ),
  ...all(
    RUN,
    "rest = (lines.pop() ?? '').slice(-1000);",
    ['.slice(-1000) → nothing'],
    'equivalent for people: how much of a line without an end is remembered; those of ffmpeg have some 30 letters',
  ),
  ...all(
    RUN,
    "stdio: [limits.stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],",
    ["'pipe', → nothing", ", 'pipe' → nothing"],
    'equivalent: what is not said is a pipe too',
  ),
  ...all(
    RUN,
    'const fed = limits.stdin && child.stdin ? feed(child.stdin, limits.stdin, child) : null;',
    [
      'limits.stdin && child.stdin ? feed(child.stdi … stdin, child) : null → (feed(child.stdin, limits.stdin, child))',
      'limits.stdin && child.stdin → (child.stdin)',
      'limits.stdin && child.stdin → (limits.stdin)',
    ],
    'equivalent: there is a pipe just if there is something to read, and without one nothing is read',
  ),
  ...all(
    RUN,
    'clearTimeout(timer);',
    ['clearTimeout(timer); → ;'],
    'equivalent for people: a tool that has ended is not killed, and the server does not wait for timers when it stops',
  ),
  ...all(
    RUN,
    "limits.signal?.removeEventListener('abort', onAbort);",
    ["limits.signal?.removeEventListener('abort', onAbort); → ;"],
    'equivalent for people: a tool that has ended is not killed, and the signal ends with its job',
  ),
  ...all(
    TOOLS,
    'if (!ffmpeg || !ffprobe) return null;',
    ['!ffmpeg || !ffprobe → false', '!ffmpeg || !ffprobe → (!ffprobe)', '!ffmpeg || !ffprobe → (!ffmpeg)'],
    'masked: a program that is missing says no version',
  ),
  ...['ffmpeg', 'ffprobe'].map((program) => ({
    file: TOOLS,
    code: `output(${program}, ['-hide_banner', '-version']),`,
    change: "'-hide_banner', → nothing",
    reason: 'equivalent: the version is said in the banner too',
  })),
  ...all(TOOLS, 'if (!name) return null;', ['!name → false'], 'equivalent: no name has no number either'),
  ...all(TOOLS, 'if (!major) return name;', ['!major → false'], 'equivalent: what is no number is not too old'),
  ...all(
    REPORTS_SQL,
    'closed_at: null,',
    ['closed_at: null, → nothing'],
    'equivalent: a column without a value is null',
  ),
  ...all(
    'apps/server/src/platform/sandbox.ts',
    'async (name) => [name, (await usable({ ...NO_SANDBOX, [name]: found[name] })) ? found[name] : null] as const,',
    ['...NO_SANDBOX, → nothing'],
    'equivalent: a program that is not named is missing too',
  ),
];
