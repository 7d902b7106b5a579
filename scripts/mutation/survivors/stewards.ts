import { all, type Survivor } from './survivor.ts';

const server = (path: string) => `apps/server/src/features/${path}`;
const REGISTRATION = server('registration/registration.service.ts');
const OWNERS = server('site-owners/site-owners.queries.ts');
const STEWARDSHIPS = server('stewards/stewards.service.ts');
const STEWARDS_SQL = server('stewards/stewards.queries.ts');
const RULES_SQL = server('stewards/steward-rules.queries.ts');
const LOOK_AFTER = server('stewards/look-after.queries.ts');
const LOOK_AFTER_SERVICE = server('stewards/look-after.service.ts');
const ACCOUNT = server('account/account.service.ts');
const ACCOUNT_END = server('account/delete-account.service.ts');
const ACCOUNT_SQL = server('account/account.queries.ts');
const ADMINISTRATION = server('administration/administration.service.ts');
const ADMINISTRATION_SQL = server('administration/administration.queries.ts');
const DEVICES = server('devices/devices.service.ts');
const ARCHIVES = server('archives/archives.service.ts');
const ARCHIVES_SQL = server('archives/archives.queries.ts');

const SAME_TRANSACTION = 'equivalent: both are of one transaction, and none reads what the other writes';

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
    ".where('site_owner_since', 'is not', null)",
    [".orderBy('site_owner_since') → nothing"],
    'equivalent for people: the order of the addresses in a hint of the command line',
  ),
  ...all(
    OWNERS,
    ".orderBy('site_owner_since')",
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
    'equivalent: only for the type check; the condition is used only with an id',
  ),
  ...all(
    OWNERS,
    "query.where(sql<string>`lower(email)`, '=', 'email' in person ? person.email.toLowerCase() : ''),",
    ["'email' in person ? person.email.toLowerCase() : '' → (person.email.toLowerCase())"],
    'equivalent: only for the type check; the condition is used only with an address',
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
  ...all(
    STEWARDSHIPS,
    "await notify(tx, { kind: 'steward-named', userId: stewardId, actorId: ownerId, stewardRowId: id });",
    [
      "await notify(tx, { kind: 'steward-named', use … d, news: 'named' }); → await enqueueMail(deps, tx, { kind: 'steward' … stewardRowId: id });",
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    STEWARDSHIPS,
    "await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId: stewardId, news: 'named' });",
    ['recipientId: stewardId, → nothing'],
    'masked: who gets it is read from the stewardship, and without one no mail is written',
  ),
  ...all(
    STEWARDSHIPS,
    'await setDeclined(tx, row.id);',
    [
      'await setDeclined(tx, row.id); await removeNo …  stewardId, row.id); → await removeNotification(tx, stewardId, row.i … eclined(tx, row.id);',
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    STEWARDSHIPS,
    'await removeNotification(tx, stewardId, row.id);',
    [
      "await removeNotification(tx, stewardId, row.i … ardRowId: row.id }); → await notify(tx, { kind: 'steward-declined',  …  stewardId, row.id);",
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    STEWARDSHIPS,
    'await setAsked(tx, row.id);',
    [
      'await setAsked(tx, row.id); // An earlier one … x, ownerId, row.id); → await removeNotification(tx, ownerId, row.id) … etAsked(tx, row.id);',
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    STEWARDSHIPS,
    "await notify(tx, { kind: 'steward-asked', userId: ownerId, actorId: stewardId, stewardRowId: row.id });",
    [
      "await notify(tx, { kind: 'steward-asked', use … d, news: 'asked' }); → await enqueueMail(deps, tx, { kind: 'steward' … ardRowId: row.id });",
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    LOOK_AFTER,
    'const LAST_REMINDER = 2;',
    ['2 → 20'],
    'equivalent: a mark that is only compared with itself, and larger than the one before',
  ),
  ...all(
    LOOK_AFTER,
    'when now() >= starts_at - make_interval(days => ${sql.lit(LAST_REMINDER_DAYS)}) then ${sql.lit(LAST_REMINDER)}',
    ['>= → >'],
    'equivalent for people: one microsecond of days',
  ),
  ...all(
    LOOK_AFTER,
    'when now() >= asked_at + (starts_at - asked_at) / 2 then 1',
    ['>= → >'],
    'equivalent for people: one microsecond of days',
  ),
  ...[".select('id')", ".where('id', '=', id)"].map((code) => ({
    ...{ file: LOOK_AFTER, code, change: ".where('asked_at', 'is not', null) → nothing" },
    reason: 'masked: without a request there is no time of it, so no reminder is due',
  })),
  ...all(
    LOOK_AFTER,
    ".where('asked_at', 'is not', null)",
    [".where('started_at', 'is', null) → nothing"],
    'masked: whoever has begun has had all reminders',
  ),
  ...all(
    LOOK_AFTER,
    ".where('started_at', 'is', null)",
    [".where('reminders', '<', dueReminders) → nothing"],
    'masked: setReminded asks the same again before a mail goes out',
  ),
  ...all(
    LOOK_AFTER,
    ".where('reminders', '<', dueReminders)",
    ['.where(canBeReached) → nothing'],
    'masked: the list and setReminded ask the same, and a mail needs both',
  ),
  ...all(
    LOOK_AFTER,
    '.where(canBeReached)',
    [".orderBy('starts_at') → nothing"],
    'equivalent for people: the same run reminds all of them',
  ),
  ...all(
    LOOK_AFTER,
    ".where('started_at', 'is', null)",
    [".where('reminders', '=', LAST_REMINDER) → nothing"],
    'masked: the same run has reminded everybody who can be reached before, and put late beginnings off',
  ),
  ...all(
    LOOK_AFTER,
    'const isDeleting = sql<boolean>`started_at <= now() - make_interval(days => ${sql.lit(STEWARD_DELETE_DAYS)})`;',
    ['<= → <'],
    'equivalent for people: one microsecond of days',
  ),
  ...[
    [".select(['id', 'owner_id'])", ".where('steward_rule', '=', 'delete') → nothing"],
    [
      ".where('steward_rule', '=', 'delete')",
      '.where(({ exists, selectFrom }) => exists( se … re(isDeleting), ), ) → nothing',
    ],
    [".select('stewards.id')", ".whereRef('stewards.owner_id', '=', 'videos.owner_id') → nothing"],
    [".whereRef('stewards.owner_id', '=', 'videos.owner_id')", '.where(isDeleting) → nothing'],
  ].map(([code = '', change = '']) => ({
    ...{ file: LOOK_AFTER, code, change },
    reason: 'masked: lockDeletion asks the same again for each video, before it is deleted',
  })),
  ...all(LOOK_AFTER, ')', [".orderBy('id') → nothing"], 'equivalent for people: the same run deletes all of them'),
  ...all(
    STEWARDS_SQL,
    'export const NOT_ASKED = { asked_at: null, starts_at: null, started_at: null, reminders: 0 } as const;',
    [', reminders: 0 → nothing'],
    'masked: setAsked() begins with none too',
  ),
  ...all(
    STEWARDS_SQL,
    ".where(isReachable('users.id', ownerId))",
    [".orderBy('stewards.created_at') → nothing"],
    'equivalent for people: ids are in the order of time too',
  ),
  ...all(
    STEWARDS_SQL,
    ".orderBy('stewards.created_at')",
    [".orderBy('stewards.id') → nothing"],
    'equivalent for people: two that were made in the same microsecond',
  ),
  ...all(
    STEWARDS_SQL,
    'sql<boolean>`coalesce(stopped_at > now() - make_interval(days => ${sql.lit(ASK_AGAIN_DAYS)}), false)`.as(',
    ['> → >='],
    'equivalent for people: one microsecond of days',
  ),
  ...all(STEWARDS_SQL, 'reminders: 0,', ['reminders: 0, → nothing'], 'masked: what ends a request sets it back too'),
  ...all(
    STEWARDS_SQL,
    ".where('stewards.stop_unread', '=', true)",
    [".where('stewards.stopped_at', 'is not', null) → nothing"],
    'masked: only a request that was stopped is unread',
  ),
  ...all(
    STEWARDS_SQL,
    ".orderBy('stewards.stopped_at')",
    [".orderBy('stewards.id') → nothing"],
    'equivalent for people: those that ended at the same moment, in some order',
  ),
  ...all(
    STEWARDS_SQL,
    ".where('owner_id', '=', ownerId)",
    [".where('stop_unread', '=', true) → nothing"],
    'equivalent: the others are read already',
  ),
  ...all(
    STEWARDS_SQL,
    ".where('owner_id', '=', ownerId)",
    [".where('given_at', 'is not', null) → nothing"],
    'equivalent: the others are not given, and activity has only what changes',
  ),
  ...all(
    LOOK_AFTER_SERVICE,
    'await removeNotification(tx, stewardId, id);',
    ['await removeNotification(tx, stewardId, id); → ;'],
    'masked: notify() replaces an older one of another kind, and there is none of this kind: a sign of life replaces it',
  ),
  ...all(
    LOOK_AFTER_SERVICE,
    "await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId, news: 'asked' });",
    ['recipientId, → nothing'],
    'masked: who gets it is read from the stewardship, and without one no mail is written',
  ),
  ...all(
    LOOK_AFTER_SERVICE,
    "await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId, news: 'asked' });",
    [", news: 'asked' → nothing"],
    'equivalent: what is neither `named` nor `started` is written as this',
  ),
  ...all(
    LOOK_AFTER_SERVICE,
    "await notify(tx, { kind: 'steward-started', userId: stewardId, actorId: ownerId, stewardRowId: id });",
    [
      "await notify(tx, { kind: 'steward-started', u …  news: 'started' }); → await enqueueMail(deps, tx, { kind: 'steward' … stewardRowId: id });",
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    LOOK_AFTER_SERVICE,
    "await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: id, recipientId: stewardId, news: 'started' });",
    ['recipientId: stewardId, → nothing'],
    'masked: who gets it is read from the stewardship, and without one no mail is written',
  ),
  ...all(
    RULES_SQL,
    ".where('g.video_id', '=', videoId)",
    [".where('g.owner_id', '=', ownerId) → nothing"],
    'masked: readRule() has just seen whose video it is',
  ),
  ...all(
    RULES_SQL,
    ".orderBy('users.first_name')",
    [".orderBy('users.id') → nothing"],
    'equivalent for people: two with the same first name, in some order',
  ),
  ...all(
    RULES_SQL,
    ".where('video_id', '=', videoId)",
    ['.where(sql<boolean>`recipient_id <> all(${[.. … .keys()]}::uuid[])`) → nothing'],
    'masked: whoever changes it has just shown that they are there, which takes all gifts back, so none of them is given',
  ),
  ...all(
    RULES_SQL,
    '.where(sql<boolean>`recipient_id <> all(${[...connections.keys()]}::uuid[])`)',
    ['recipient_id <> all(${[...connections.keys()]}::uuid[]) → true', '...connections.keys() → nothing'],
    'masked: whoever changes it has just shown that they are there, which takes all gifts back, so none of them is given',
  ),
  ...all(
    RULES_SQL,
    "v.steward_rule = 'give' and ${stewardedBy(stewardId)}",
    ["v.steward_rule = 'give' → true"],
    'masked: changeRule() leaves no gifts to a video with another rule',
  ),
  ...all(
    RULES_SQL,
    ".orderBy('v.created_at', 'desc')",
    [".orderBy('v.id', 'desc') → nothing"],
    'equivalent for people: two that were made in the same microsecond',
  ),
  ...all(
    RULES_SQL,
    ".where('videos.id', '=', videoId)",
    [".where('stewards.steward_id', '=', stewardId) → nothing"],
    'equivalent for people: what ends the request of another steward waits a moment too',
  ),
  ...all(
    STEWARDSHIPS,
    "await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: row.id, recipientId: ownerId, news: 'asked' });",
    ['recipientId: ownerId, → nothing'],
    'masked: who gets it is read from the stewardship, and without one no mail is written',
  ),
  ...all(
    STEWARDSHIPS,
    "await enqueueMail(deps, tx, { kind: 'steward', stewardRowId: row.id, recipientId: ownerId, news: 'asked' });",
    [", news: 'asked' → nothing"],
    'equivalent: what is neither `named` nor `started` is written as this',
  ),
  ...all(
    STEWARDSHIPS,
    "if (!row) throw new DomainError('steward.missing');",
    ['!row → false'],
    'equivalent for people: the last of the three can only fail if it ends between two statements, which is an error in any case',
  ),
  ...all(
    ACCOUNT,
    'await askForDeletion(deps, personId, { bySiteOwner: false, actorId: personId });',
    [', actorId: personId → nothing'],
    'equivalent: activity names nobody who acts on their own account',
  ),
  ...all(
    ACCOUNT,
    "if (outcome === 'missing') throw new DomainError('person.missing');",
    ["outcome === 'missing' → false"],
    'masked: whoever asks for another one reads it next, which is the same error',
  ),
  ...all(
    ACCOUNT_END,
    'await deleteVideosOf(deps, account.id, signal);',
    [
      'await deleteVideosOf(deps, account.id, signal … f(deps, account.id); → await removeUploadsOf(deps, account.id); awai … account.id, signal);',
    ],
    'equivalent: each piece is whole, and none needs what another one deletes',
  ),
  ...all(
    ACCOUNT_END,
    'await removeUploadsOf(deps, account.id);',
    [
      'await removeUploadsOf(deps, account.id); awai … t(deps, account.id); → await deleteArchivesAbout(deps, account.id);  … f(deps, account.id);',
    ],
    'equivalent: each piece is whole, and none needs what another one deletes',
  ),
  ...all(
    ACCOUNT_END,
    'await deleteArchivesAbout(deps, account.id);',
    [
      'await deleteArchivesAbout(deps, account.id);  … oto(db, account.id); → await removePhoto(db, account.id); await dele … t(deps, account.id);',
    ],
    'equivalent: each piece is whole, and none needs what another one deletes',
  ),
  ...all(
    ACCOUNT_SQL,
    'for (let count = days.length; count > 0; count -= 1) {',
    ['> → >='],
    'equivalent: a reminder with the number zero is due for nobody',
  ),
  ...all(
    ACCOUNT_SQL,
    'return rows[0]?.last ?? false;',
    ['false → true'],
    'equivalent: the statement always has one row',
  ),
  ...all(
    ACCOUNT_SQL,
    ".where('delete_at', '<=', sql<Date>`now()`)",
    [".orderBy('delete_at') → nothing"],
    'equivalent for people: the same run deletes all of them',
  ),
  ...all(
    ACCOUNT_SQL,
    ".orderBy('delete_at')",
    [".orderBy('id') → nothing"],
    'equivalent for people: the same run deletes all of them',
  ),
  ...all(
    ACCOUNT_SQL,
    'await tx',
    [
      "await tx .deleteFrom('invitations') .where((r … =', hash).execute(); → await tx.deleteFrom('sent_mails').where('reci … , id)])) .execute();",
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    ACCOUNT_SQL,
    ".where('id', '=', id)",
    [".where('delete_at', '<=', sql<Date>`now()`) → nothing"],
    'masked: whose time has come can no longer come back, and only those are listed',
  ),
  ...all(
    ACCOUNT_SQL,
    'if (numDeletedRows === 0n) return;',
    ['numDeletedRows === 0n → false'],
    'equivalent: another worker has stored the same',
  ),
  ...all(
    ADMINISTRATION,
    "if (id === null) throw new DomainError('person.missing');",
    ['id === null → false'],
    'masked: nobody has no id, and whoever asks for nobody gets the same error',
  ),
  ...all(
    ADMINISTRATION,
    'await storeSessionEnd(db, { issuer, subject, sid: null, epoch: null, endedAt: new Date() });',
    ['sid: null, → nothing'],
    'equivalent: a column without a value is that of all sessions',
  ),
  ...all(
    ADMINISTRATION,
    'await storeSessionEnd(db, { issuer, subject, sid: null, epoch: null, endedAt: new Date() });',
    ['epoch: null, → nothing'],
    'equivalent: a column without a value is null',
  ),
  ...all(
    ADMINISTRATION_SQL,
    'where u.owner_id = users.id and u.video_id is null and u.expires_at > now()), 0)',
    ['> → >='],
    'equivalent for people: an upload that expires in this very moment',
  ),
  ...all(
    ADMINISTRATION_SQL,
    ')',
    [".orderBy('users.created_at', 'desc') → nothing"],
    'equivalent for people: ids are in the order of time too',
  ),
  ...all(
    ADMINISTRATION_SQL,
    ".orderBy('users.created_at', 'desc')",
    [".orderBy('users.id', 'desc') → nothing"],
    'equivalent for people: two who have registered in the same microsecond',
  ),
  ...all(
    ADMINISTRATION_SQL,
    ".orderBy('users.id', 'desc')",
    ['.limit(limit) → nothing'],
    'equivalent for people: a page is cut to its size',
  ),
  ...all(
    DEVICES,
    'await storeSessionEnd(db, { ...claims, sid: id, epoch: null, endedAt: new Date() });',
    ['epoch: null, → nothing'],
    'equivalent: the end of one session is known by its id alone',
  ),
  ...all(
    DEVICES,
    'const epoch = claims.epoch === null ? null : claims.epoch + 1;',
    ['claims.epoch === null ? null : claims.epoch + 1 → (claims.epoch + 1)'],
    'equivalent: whose tokens have no epoch, that of an end is not read either',
  ),
  ...all(
    DEVICES,
    'if (claims.sid) await storeSessionEnd(db, { ...claims, sid: claims.sid, epoch: null, endedAt: new Date() });',
    ['sid: claims.sid, → nothing'],
    'equivalent: the claims have it already',
  ),
  ...all(
    DEVICES,
    'if (claims.sid) await storeSessionEnd(db, { ...claims, sid: claims.sid, epoch: null, endedAt: new Date() });',
    ['epoch: null, → nothing'],
    'equivalent: the end of one session is known by its id alone',
  ),
  ...all(
    ARCHIVES,
    'return { row: row ?? (await findArchiveOf(tx, of)), previous };',
    ['row ?? (await findArchiveOf(tx, of)) → ((await findArchiveOf(tx, of)))'],
    'equivalent: the one that has just begun is found as well',
  ),
  ...all(
    ARCHIVES,
    'if (previous) await removeObject(deps, previous);',
    ['previous → true'],
    'equivalent for people: without a file nothing is deleted, with a line in the log',
  ),
  ...all(
    ARCHIVES,
    'if (key) await removeObject(deps, key);',
    ['key → true'],
    'equivalent for people: without a file nothing is deleted, with a line in the log',
  ),
  ...all(
    ARCHIVES,
    'const isOpen = row !== undefined && row.expires_at !== null && row.expires_at > new Date();',
    [
      'row !== undefined && row.expires_at !== null  … ires_at > new Date() → (row !== undefined && row.expires_at > new Date())',
    ],
    'equivalent: null is not after now',
  ),
  ...all(
    ARCHIVES,
    'const isOpen = row !== undefined && row.expires_at !== null && row.expires_at > new Date();',
    ['> → >='],
    'equivalent for people: the very millisecond in which it ends',
  ),
  ...all(
    ARCHIVES,
    "if (!isOpen || row.key === null || row.size === null) throw new DomainError('archive.missing');",
    [
      '!isOpen || row.key === null || row.size === null → (!isOpen || row.size === null)',
      '!isOpen || row.key === null || row.size === null → (!isOpen || row.key === null)',
    ],
    'equivalent: what has an end has a file and its size',
  ),
  ...all(
    ARCHIVES,
    'await rm(folder, { recursive: true, force: true });',
    [', force: true → nothing', 'true → false'],
    'equivalent: the folder is there',
  ),
  ...all(
    ARCHIVES,
    'const account = stewardRowId === null ? await readAccountActivity(deps, userId) : [];',
    [
      'stewardRowId === null ? await readAccountActivity(deps, userId) : [] → (await readAccountActivity(deps, userId))',
    ],
    'equivalent for people: it is read for nothing; only while the identity service is away the archive would wait',
  ),
  ...all(
    ARCHIVES,
    'return rows && personContent({ ...rows, activity: merge(await readOwnActivity(tx, userId), account).reverse() });',
    [
      'rows && personContent({ ...rows, activity: me … ccount).reverse() }) → (personContent({ ...rows, activity: merge(awa … count).reverse() }))',
    ],
    'masked: the archive of a person who is gone is gone too',
  ),
  ...all(
    ARCHIVES,
    'await removeNotification(tx, restarted.user_id, archiveId);',
    [
      'await removeNotification(tx, restarted.user_i … Job, { archiveId }); → await jobs.enqueue(tx, makeArchiveJob, { arch … user_id, archiveId);',
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    ARCHIVES,
    "if (row?.status !== 'ready' || row.expires_at === null) return null;",
    ["row?.status !== 'ready' || row.expires_at === null → (row?.status !== 'ready')"],
    'equivalent: a finished one has an end',
  ),
  ...all(
    ARCHIVES,
    "await notify(tx, { kind: 'archive-ready', userId, archiveId });",
    [
      "await notify(tx, { kind: 'archive-ready', use … ipientId: userId }); → await enqueueMail(deps, tx, { kind: 'archive' … serId, archiveId });",
    ],
    SAME_TRANSACTION,
  ),
  ...all(
    ARCHIVES,
    "await enqueueMail(deps, tx, { kind: 'archive', archiveId, recipientId: userId });",
    [', recipientId: userId → nothing'],
    'masked: who gets it is read from the archive, and without one no mail is written',
  ),
  ...all(
    ARCHIVES,
    "await storage.delete(key).catch((err) => log.warn({ err, key }, 'a file is left to the sweep'));",
    [', key → nothing'],
    'equivalent for people: a word of the log',
  ),
  ...all(
    ARCHIVES_SQL,
    '.values({ id, user_id: userId, steward_row_id: stewardRowId, key: null, sha256: null })',
    ['key: null, → nothing', ', sha256: null → nothing'],
    'equivalent: a column without a value is null',
  ),
  ...all(
    ARCHIVES_SQL,
    'return rows.flatMap(({ key }) => (key === null ? [] : [key]));',
    ['key === null ? [] : [key] → ([key])'],
    'equivalent for people: without a file nothing is deleted, with a line in the log',
  ),
];
