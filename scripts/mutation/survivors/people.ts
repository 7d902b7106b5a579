import { all, type Survivor } from './survivor.ts';

const SHARING = 'apps/server/src/features/sharing/sharing.service.ts';
const SHARES = 'apps/server/src/features/sharing/sharing.queries.ts';
const LINKS = 'apps/server/src/features/short-links/short-links.service.ts';
const LINK_ROWS = 'apps/server/src/features/short-links/short-links.queries.ts';
const BLOCKING = 'apps/server/src/features/blocking/blocking.service.ts';
const BLOCKS = 'apps/server/src/features/blocking/blocking.queries.ts';
const OPENING = 'apps/server/src/features/opening/opening.service.ts';

/** One row more than a page is read, and toPage() cuts the page: without the limit it only takes longer. */
const CUT = 'masked: toPage() cuts the page';

/** People and what is between them: connections, shares, links, invitations, notifications. */
export const PEOPLE: readonly Survivor[] = [
  ...all(
    SHARING,
    'const added = await insertShares(tx, { videoId, ownerId, recipients, message: message.trim() });',
    ['.trim() → nothing'],
    'masked: the contract trims the message',
  ),
  ...all(
    SHARES,
    "where r.user_id = ${person} and l.owner_id <> r.user_id and ${isLinkActive('l')} and ${visibleTo(person)}",
    ['l.owner_id <> r.user_id → true'],
    'masked: visits of the owner are not recorded',
  ),
  ...all(
    SHARES,
    'const video = selectVideos(db, person, false)',
    ['false → true'],
    'equivalent: the audience of a video of somebody else is null, and nobody shares with themselves',
  ),
  ...all(
    SHARES,
    ".where('v.id', '=', sql.ref<string>('entry.video_id'))",
    ['.limit(sql.lit(1)) → nothing'],
    'equivalent: there is one video with an id; the limit is for the plan',
  ),
  ...all(SHARES, ".orderBy('v.id', 'desc')", ['.limit(limit) → nothing'], CUT),
  ...all(SHARES, ".orderBy('shares.recipient_id', 'desc')", ['.limit(limit) → nothing'], CUT),
  ...all(
    LINKS,
    "if (!videoId) throw new DomainError('link.invalid');",
    ['!videoId → false'],
    'masked: no video has no id, so requireOwnVideo() finds none, which is the same error',
  ),
  ...all(
    LINKS,
    'for (let attempt = 0; attempt < 3; attempt += 1) {',
    ['< → <=', '3 → 30'],
    'equivalent for people: how often it tries again what another call did at the same moment',
  ),
  ...all(
    LINKS,
    'expiresAt.getTime() <= Date.now()',
    ['<= → <'],
    'equivalent for people: a link that ends in this millisecond works for nobody',
  ),
  ...all(
    LINKS,
    ': expiresAt > latest && validation.dateTooLate({ years: MAX_LINK_YEARS });',
    ['> → >='],
    'accepted: one millisecond of ten years',
  ),
  ...all(
    LINKS,
    'const row = codeHash ? await findLinkPreview(db, codeHash) : undefined;',
    ['codeHash ? await findLinkPreview(db, codeHash) : undefined → (await findLinkPreview(db, codeHash))'],
    'masked: nothing in SQL equals null, so no hash finds no link',
  ),
  ...all(
    LINKS,
    'return codeHash ? findLinkByCode(db, codeHash, viewerId) : undefined;',
    ['codeHash ? findLinkByCode(db, codeHash, viewerId) : undefined → (findLinkByCode(db, codeHash, viewerId))'],
    'masked: nothing in SQL equals null, so no hash finds no link',
  ),
  ...all(
    LINKS,
    'if (!videoId) return null;',
    ['!videoId → false'],
    'equivalent: the result is undefined then, which callers treat like null',
  ),
  ...all(
    LINK_ROWS,
    ".where('video_id', '=', videoId)",
    [".where('owner_id', '=', ownerId) → nothing"],
    'masked: requireOwnVideo() before it, and a video keeps its owner',
  ),
  ...all(
    LINK_ROWS,
    '.selectAll()',
    [".orderBy('visitor.last_visit_at', 'desc') → nothing"],
    'equivalent for people: the look-up of each link is in this order already, and each link is shown alone',
  ),
  ...all(
    LINK_ROWS,
    ".where('videos.id', '=', link.videoId)",
    [".where('videos.owner_id', '=', link.ownerId) → nothing"],
    'masked: requireOwnVideo() before it, and a video keeps its owner',
  ),
  ...all(
    BLOCKING,
    'await insertBlock(tx, callerId, personId);',
    [
      'await insertBlock(tx, callerId, personId); aw … callerId, personId); → await disconnect(tx, callerId, personId); awa … callerId, personId);',
    ],
    'equivalent: one transaction, so everybody sees both or none',
  ),
  ...all(
    BLOCKING,
    'await disconnect(tx, callerId, personId);',
    [
      'await disconnect(tx, callerId, personId); awa … callerId, personId); → await removeVisitsBetween(tx, callerId, perso … callerId, personId);',
    ],
    'equivalent: one transaction, so everybody sees both or none',
  ),
  ...all(
    BLOCKS,
    ".orderBy('blocks.created_at', 'desc')",
    [".orderBy('blocks.blocked_id', 'desc') → nothing"],
    'equivalent for people: the index blocks_newest, which is read, has this order',
  ),
  ...all(BLOCKS, ".orderBy('blocks.blocked_id', 'desc')", ['.limit(limit) → nothing'], CUT),
  ...all(
    OPENING,
    "if (is_shared) await enqueueMail({ jobs }, tx, { kind: 'video-shared', videoId, recipientId });",
    ['is_shared → true'],
    'masked: writeShareMail() writes none without a share',
  ),
];
