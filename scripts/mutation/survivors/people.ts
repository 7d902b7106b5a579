import { all, type Survivor } from './survivor.ts';

const SHARING = 'apps/server/src/features/sharing/sharing.service.ts';
const SHARES = 'apps/server/src/features/sharing/sharing.queries.ts';
const LINKS = 'apps/server/src/features/short-links/short-links.service.ts';
const LINK_ROWS = 'apps/server/src/features/short-links/short-links.queries.ts';
const BLOCKING = 'apps/server/src/features/blocking/blocking.service.ts';
const BLOCKS = 'apps/server/src/features/blocking/blocking.queries.ts';
const OPENING = 'apps/server/src/features/opening/opening.service.ts';
const OPENING_ROWS = 'apps/server/src/features/opening/opening.queries.ts';
const CONNECTIONS = 'apps/server/src/features/connections/connections.service.ts';
const CONNECTION_ROWS = 'apps/server/src/features/connections/connections.queries.ts';
const SEARCH = 'apps/server/src/features/people/people.service.ts';
const FOUND = 'apps/server/src/features/people/people.queries.ts';
const REPLICA = 'apps/server/src/platform/db/replica.ts';
const NEWS = 'apps/server/src/features/notifications/notifications.service.ts';
const NEWS_ROWS = 'apps/server/src/features/notifications/notifications.queries.ts';

/** One row more than a page is read, and toPage() cuts the page: without the limit it only takes longer. */
const CUT = 'masked: toPage() cuts the page';

const ONE_TRANSACTION = 'equivalent: one transaction, so everybody sees both or none';

const UNDEFINED_IS_NULL = 'equivalent: what is undefined is null in the table';

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
    ONE_TRANSACTION,
  ),
  ...all(
    BLOCKING,
    'await disconnect(tx, callerId, personId);',
    [
      'await disconnect(tx, callerId, personId); awa … callerId, personId); → await removeVisitsBetween(tx, callerId, perso … callerId, personId);',
    ],
    ONE_TRANSACTION,
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
  ...all(
    CONNECTIONS,
    'const requesters = rows.filter(isRequest).map((row) => row.requester_id);',
    ['.filter(isRequest) → nothing'],
    'equivalent: only requests are presented with them; it only reads more than is needed',
  ),
  ...all(
    CONNECTIONS,
    'const shared = requesters.length > 0 ? await listSharedConnections(db, userId, requesters) : new Map();',
    [
      'requesters.length > 0 ? await listSharedConne … uesters) : new Map() → (await listSharedConnections(db, userId, requesters))',
      '> → >=',
    ],
    'equivalent: nobody shares anybody with no requesters; the condition saves a query',
  ),
  ...all(
    CONNECTIONS,
    "if (changed && row) return { connection: presentConnection(row), created: changed.status === 'pending' };",
    ['changed && row → (changed)'],
    'equivalent: what was changed in this transaction is found in it',
  ),
  ...all(
    CONNECTIONS,
    "row.status === 'pending' && row.requester_id !== callerId && row.relationship !== relationship;",
    [
      "row.status === 'pending' && row.requester_id  … hip !== relationship → (row.status === 'pending' && row.requester_id !== callerId)",
    ],
    'masked: a request of the other for the same relationship has just been accepted',
  ),
  ...all(
    CONNECTIONS,
    "if (changed && row) await (row.status === 'pending' ? notifyOfRequest : notifyOfAcceptance)(deps, tx, row, callerId);",
    ['changed && row → (changed)'],
    'equivalent: what was changed in this transaction is found in it',
  ),
  ...all(
    CONNECTIONS,
    'await insertOrAccept(tx, newId(), callerId, row.addressee_id, relationship);',
    [
      'await insertOrAccept(tx, newId(), callerId, r … quest(tx, callerId); → await spendRequest(tx, callerId); await inser … e_id, relationship);',
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    CONNECTIONS,
    "if (!request) throw new DomainError('connection.missing');",
    ['!request → false'],
    'masked: under the lock of the two the person was found a moment before',
  ),
  ...all(
    CONNECTIONS,
    'await updateRelationship(tx, connectionId, { ...columns, asked_relationship: null, asked_by: null });',
    [
      'await updateRelationship(tx, connectionId, {  … erId, connectionId); → await removeNotification(tx, isAskedByOther ? … , asked_by: null });',
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    CONNECTIONS,
    "if (askedBy === callerId || (isAskedByOther && row.asked_relationship === 'family')) return settle({});",
    ["isAskedByOther && row.asked_relationship === 'family' → (row.asked_relationship === 'family')"],
    'equivalent: what is asked for is asked by one of the two',
  ),
  ...all(
    CONNECTIONS,
    'await removeNotification(tx, callerId, row.connection_id);',
    [
      "await removeNotification(tx, callerId, row.co … nnection-accepted'); → await notifyOther(deps, tx, row, callerId, 'c …  row.connection_id);",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    CONNECTIONS,
    'await notify(tx, { kind, userId: recipientId, actorId: callerId, connectionId });',
    [
      "await notify(tx, { kind, userId: recipientId, … nId, recipientId }); → await enqueueMail(deps, tx, { kind: 'connecti … Id, connectionId });",
    ],
    ONE_TRANSACTION,
  ),
  ...all(
    CONNECTION_ROWS,
    ".orderBy('connections.id', 'desc')",
    ['.limit(limit) → nothing'],
    'masked: the page of both sides has the limit too; without this one it only takes longer',
  ),
  ...all(
    CONNECTION_ROWS,
    ".where('id', '=', connectionId)",
    [".where('addressee_id', '=', userId) → nothing"],
    'masked: who is not its recipient gets an error, and the transaction takes it back',
  ),
  ...all(
    CONNECTION_ROWS,
    "eb.and([eb('user_lo', '=', userId), eb('user_hi', '=', sql<string>`any(${ids}::uuid[])`)]),",
    [", eb('user_hi', '=', sql<string>`any(${ids}::uuid[])`) → nothing"],
    'equivalent: all that is found is connected; callers look up their own ids, and only more rows are locked',
  ),
  ...all(
    OPENING_ROWS,
    "const rows = await db.selectFrom('videos').select('id').where(isDue).orderBy('opens_at').orderBy('id').execute();",
    ['.where(isDue) → nothing'],
    'masked: markKnown() looks again at each of them; it only takes longer',
  ),
  ...all(CONNECTION_ROWS, ".orderBy('c.connection_id', 'desc')", ['.limit(limit) → nothing'], CUT),
  ...all(
    CONNECTION_ROWS,
    "where sender_id = ${senderId} and sent_at > now() - interval '1 day'",
    ['> → >='],
    'equivalent for people: a request that is a day old in this very moment',
  ),
  ...all(
    CONNECTION_ROWS,
    ".on('recipient.id', '=', recipientId)",
    [".on((eb) => eb.or([eb('recipient.id', '=', eb … b.ref('user_hi'))])) → nothing"],
    'masked: mails about a connection are only made for its two people',
  ),
  ...all(
    SEARCH,
    "if (!parts.success) throw new DomainError('request.invalid', { fields: { cursor: invalidInput.pageMissing } });",
    [
      '!parts.success → false',
      'fields: { cursor: invalidInput.pageMissing } → nothing',
      'cursor: invalidInput.pageMissing → nothing',
    ],
    'masked: guardCursors() lets in only cursors that this list has made',
  ),
  ...all(
    SEARCH,
    'next: goesOn && last ? encodeCursor([last.stage, last.first_key, last.last_key, last.id]) : null,',
    ['goesOn && last → (goesOn)'],
    'equivalent: a page that goes on has somebody',
  ),
  ...all(
    REPLICA,
    'answer: 2_000,',
    ['2_000 → 20000'],
    'equivalent for people: how long they wait while a replica hangs',
  ),
  ...all(REPLICA, 'pause: 5_000,', ['5_000 → 50000'], 'equivalent for people: how soon a replica that is back is used'),
  ...all(
    REPLICA,
    "if (askAgainAt > 0) log.info('the replica answers again');",
    ['0 → 1'],
    'equivalent: the clock of a process that asks is past its first millisecond',
  ),
  ...all(
    REPLICA,
    'if (askAgainAt > 0) askAgainAt = now + limits.pause;',
    ['0 → 1'],
    'equivalent: the clock of a process that asks is past its first millisecond',
  ),
  ...all(
    REPLICA,
    'max: databasePoolSize,',
    ['max: databasePoolSize, → nothing'],
    'equivalent for people: how many connections a replica has; ten without it',
  ),
  ...all(
    REPLICA,
    'if (now < askAgainAt) {',
    ['< → <='],
    'equivalent for people: the very microsecond in which the pause ends',
  ),
  ...all(
    REPLICA,
    'if (asked === db) succeed();',
    ['asked === db → true'],
    'equivalent for people: an answer that was under way when another question failed; the next one fails too, or is answered',
  ),
  ...all(
    REPLICA,
    'if (asked === db) fail(error);',
    ['asked === db → true'],
    'equivalent for people: connections that nobody has used yet are replaced once more',
  ),
  ...all(
    FOUND,
    "words: search.key === '' ? 0 : words.length,",
    ["search.key === '' ? 0 : words.length → (words.length)"],
    'equivalent: every name begins with an empty text, in the same order; it only takes longer',
  ),
  ...all(
    FOUND,
    'where users.id = any(${ids}::uuid[]) and ${mayBeFoundBy(given(({ callerId }) => callerId))}`.compile(db);',
    ['users.id = any(${ids}::uuid[]) → true'],
    'masked: keepFindable() takes only those that the replica has found; it only takes longer',
  ),
  ...all(
    FOUND,
    'if (found.length === 0) return [];',
    ['found.length === 0 → false'],
    'equivalent: of nobody nobody is kept; it only takes a statement more',
  ),
  ...all(
    FOUND,
    'return sql`(${sql.ref(column)} >= ${hidden(sql`${from}::text`)} and ${sql.ref(column)} < ${hidden(sql`${to}::text`)})`;',
    ['< → <='],
    'equivalent: what equals the end of the range begins with the text too',
  ),
  ...all(
    NEWS,
    "actor_id: 'actorId' in input ? input.actorId : null,",
    ["'actorId' in input ? input.actorId : null → (input.actorId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS,
    "video_id: 'videoId' in input ? input.videoId : null,",
    ["'videoId' in input ? input.videoId : null → (input.videoId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS,
    "connection_id: 'connectionId' in input ? input.connectionId : null,",
    ["'connectionId' in input ? input.connectionId : null → (input.connectionId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS,
    "archive_id: 'archiveId' in input ? input.archiveId : null,",
    ["'archiveId' in input ? input.archiveId : null → (input.archiveId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS,
    "steward_row_id: 'stewardRowId' in input ? input.stewardRowId : null,",
    ["'stewardRowId' in input ? input.stewardRowId : null → (input.stewardRowId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS,
    "gone_video_id: 'goneVideoId' in input ? input.goneVideoId : null,",
    ["'goneVideoId' in input ? input.goneVideoId : null → (input.goneVideoId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS,
    "gone_prompt_id: 'promptId' in input ? input.promptId : null,",
    ["'promptId' in input ? input.promptId : null → (input.promptId)"],
    UNDEFINED_IS_NULL,
  ),
  ...all(
    NEWS_ROWS,
    "(eb) => eb.selectFrom('videos').selectAll().whereRef('videos.id', '=', 'n.video_id').limit(sql.lit(1)).as('v'),",
    ['.limit(sql.lit(1)) → nothing'],
    'equivalent: there is one video with an id; the limit is for the plan',
  ),
  ...all(
    NEWS_ROWS,
    ".where((eb) => eb.or([eb('n.actor_id', 'is', null), isReachable('n.actor_id', userId)]))",
    ["eb('n.actor_id', 'is', null), → nothing"],
    'equivalent: nobody is blocked by nobody, and who is leaving reads nothing',
  ),
  ...all(NEWS_ROWS, ".orderBy('n.id', 'desc')", ['.limit(limit) → nothing'], CUT),
  ...all(
    NEWS_ROWS,
    ".selectFrom(unread.limit(MAX_NOTIFICATIONS).as('unread'))",
    ['.limit(MAX_NOTIFICATIONS) → nothing'],
    'masked: whatever is new, nobody keeps more than the limit',
  ),
  ...all(
    NEWS_ROWS,
    ".where('user_id', '=', userId)",
    [".where('read_at', 'is', null) → nothing"],
    'equivalent for people: they see whether they have read it, not when',
  ),
  ...all(
    NEWS_ROWS,
    ".where('kind', '=', kind)",
    [".where('read_at', 'is', null) → nothing"],
    'equivalent for people: they see whether they have read it, not when',
  ),
  ...all(
    NEWS_ROWS,
    "in_app: change.in_app ?? eb.ref('notification_settings.in_app'),",
    ["change.in_app ?? eb.ref('notification_settings.in_app') → (change.in_app)"],
    'equivalent: an update leaves out what is undefined',
  ),
  ...all(
    NEWS_ROWS,
    "mail: change.mail ?? eb.ref('notification_settings.mail'),",
    ["change.mail ?? eb.ref('notification_settings.mail') → (change.mail)"],
    'equivalent: an update leaves out what is undefined',
  ),
  ...all(
    OPENING_ROWS,
    'sql<boolean>`${opensAt}::timestamptz > now()',
    ['> → >='],
    'equivalent for people: a video that opens in this very moment is open',
  ),
  ...all(
    OPENING_ROWS,
    'and ${opensAt}::timestamptz <= now() + make_interval(years => ${sql.lit(MAX_OPENING_YEARS)})`,',
    ['<= → <'],
    'equivalent for people: a microsecond of a hundred years',
  ),
  ...all(
    OPENING_ROWS,
    "const isDue = sql<boolean>`(opens_at <= now() and status = 'ready')`;",
    ['<= → <'],
    'equivalent for people: what opens in this very moment is announced by the next run',
  ),
  ...all(
    OPENING_ROWS,
    "const rows = await db.selectFrom('videos').select('id').where(isDue).orderBy('opens_at').orderBy('id').execute();",
    [".orderBy('id') → nothing"],
    'equivalent for people: which of two that open at the same time is announced first',
  ),
  ...all(
    OPENING_ROWS,
    "select access.viewer_id, bool_or(access.reason = 'share') as is_shared",
    ["access.reason = 'share' → true"],
    'masked: writeShareMail() writes none without a share',
  ),
];
