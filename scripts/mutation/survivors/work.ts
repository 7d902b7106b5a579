import { all, type Survivor } from './survivor.ts';

const FAILED_JOBS = 'apps/server/src/platform/failed-jobs.ts';
const FEATURES = 'apps/server/src/features';
const ADDRESS = `${FEATURES}/profile/verified-address.service.ts`;
const INVITATIONS = `${FEATURES}/invitations/invitations.service.ts`;
const INVITATIONS_SQL = `${FEATURES}/invitations/invitations.queries.ts`;

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
    ".where('owner_id', '=', ownerId)",
    [".where('owner_id', '=', ownerId) → nothing"],
    'equivalent: all invitations to a video are of its owner; an expired one may be deleted at any time',
  ),
  ...all(
    INVITATIONS_SQL,
    ".where('video_id', '=', videoId)",
    [".where('video_id', '=', videoId) → nothing"],
    'equivalent for people: an expired invitation may be deleted at any time',
  ),
  ...all(
    INVITATIONS_SQL,
    ".where('max_people', 'is', null)",
    [".where('max_people', 'is', null) → nothing"],
    'masked: an invitation to register has no video',
  ),
  ...all(
    INVITATIONS_SQL,
    "or([eb('mailed_at', 'is', null), ...(openedAt === null ? [] : [eb('mailed_at', '<', openedAt)])]),",
    ["openedAt === null ? [] : [eb('mailed_at', '<', openedAt)] → ([eb('mailed_at', '<', openedAt)])"],
    'equivalent: nothing is less than null',
  ),
];
