import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { printStartNotes } from '../../app/start-notes.ts';
import { newId } from '../../platform/ids.ts';
import { rowsOf } from '../../testing/database-rows.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { runHere } from '../../testing/run-command.ts';
import { notify } from '../notifications/notifications.service.ts';
import { makePrompt } from '../prompts/prompts.service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

const FORMER = 'https://former.example.org/identity/';

/**
 * Makes the younger one a profile of the older one's account at a former address, as releases before migration 0051
 * did.
 */
async function makeSecond(older: TestPerson, younger: TestPerson): Promise<void> {
  await server.deps.db
    .updateTable('users')
    .set((eb) => ({
      provider: FORMER,
      subject: eb.selectFrom('users as o').select('o.subject').where('o.id', '=', older.id),
    }))
    .where('id', '=', younger.id)
    .execute();
}

/** `kinreel people join <people>`. */
function join(...people: string[]) {
  const { origin, publicUrl, apiClientSecret } = inject('identity');
  const env = {
    DATABASE_URL: server.deps.config.databaseUrl ?? '',
    DATA_DIR: server.dataDir,
    PUBLIC_URL: publicUrl,
    IDENTITY_INTERNAL_URL: origin,
    IDENTITY_API_CLIENT_SECRET: apiClientSecret,
  };
  return runHere(env, 'people', 'join', ...people);
}

async function addVideo({ id }: TestPerson): Promise<string> {
  const video = { id: newId(), owner_id: id, prompt_id: 1, permission: 'invite-only', status: 'ready' } as const;
  await server.deps.db.insertInto('videos').values(video).execute();
  return video.id;
}

async function share(videoId: string, { id: owner_id }: TestPerson, { id: recipient_id }: TestPerson): Promise<void> {
  const { db } = server.deps;
  await db.insertInto('shares').values({ video_id: videoId, owner_id, recipient_id }).execute();
  const news = { kind: 'video-shared', user_id: recipient_id, actor_id: owner_id, video_id: videoId } as const;
  await db
    .insertInto('notifications')
    .values({ id: newId(), ...news })
    .execute();
}

async function addLink(videoId: string, { id: owner_id }: TestPerson): Promise<string> {
  const link = { id: newId(), video_id: videoId, owner_id, code_hash: randomBytes(32) };
  await server.deps.db.insertInto('short_links').values(link).execute();
  return link.id;
}

const invitation = ({ id }: TestPerson, email: string, video: string | null) => ({
  id: newId(),
  owner_id: id,
  email,
  video_id: video,
  code_hash: randomBytes(32),
  ...(video ? { relationship: 'friend' as const } : { max_people: 1 }),
  expires_at: new Date(Date.now() + 3_600_000),
});

/** Asks for a connection, and gets no answer. @returns its id */
async function ask(person: TestPerson, { id }: TestPerson): Promise<string> {
  const payload = { relationship: 'friend', userB: id };
  const asked = await server.app.inject({ method: 'POST', url: '/api/connections', headers: person.headers, payload });
  return asked.json().connection_id;
}

const call = ({ headers }: TestPerson, url: string) => server.app.inject({ url, headers });

/** What happened to a person, without who it was. */
async function activityOf({ id }: TestPerson): Promise<string[]> {
  const rows = await server.deps.db.selectFrom('activity').select('kind').where('user_id', '=', id).execute();
  return rows.map(({ kind }) => kind).sort();
}

/** Columns in which both profiles have the same, and the joined one has it once. */
const ONCE = [
  'shares.recipient_id',
  'stewards.steward_id',
  'watch_positions.user_id',
  'seen_videos.user_id',
  'hearts.giver_id',
  'notification_settings.user_id',
];

/** A row of each kind that can name a person, in each of its columns. */
async function addEverything(person: TestPerson, friend: TestPerson, others: readonly [TestPerson, TestPerson]) {
  const { db } = server.deps;
  const [own, shared] = [await addVideo(person), await addVideo(friend)];
  const connection_id = await connect(server, person, friend, 'family');
  await db
    .updateTable('connections')
    .set({ asked_by: person.id, asked_relationship: 'friend' })
    .where('id', '=', connection_id)
    .execute();
  await share(own, person, friend);
  await share(shared, friend, person);
  await addLink(own, person);
  await db
    .insertInto('link_redemptions')
    .values({ link_id: await addLink(shared, friend), user_id: person.id })
    .execute();
  await db
    .insertInto('invitations')
    .values([
      invitation(person, 'aunt@example.org', own),
      invitation(person, 'uncle@example.org', null),
      { ...invitation(friend, person.email, shared), accepted_at: new Date(), accepted_by: person.id },
    ])
    .execute();
  const [blocked, blocker] = others;
  await db
    .insertInto('blocks')
    .values([
      { blocker_id: person.id, blocked_id: blocked.id },
      { blocker_id: blocker.id, blocked_id: person.id },
    ])
    .execute();
  const stewards = [newId(), newId()] as const;
  await db
    .insertInto('stewards')
    .values([
      { id: stewards[0], owner_id: person.id, steward_id: friend.id, connection_id, waiting_days: 30 },
      { id: stewards[1], owner_id: friend.id, steward_id: person.id, connection_id, waiting_days: 30 },
    ])
    .execute();
  await db
    .insertInto('video_gifts')
    .values([
      { video_id: own, owner_id: person.id, recipient_id: friend.id, connection_id },
      { video_id: shared, owner_id: friend.id, recipient_id: person.id, connection_id },
    ])
    .execute();
  await makePrompt(db, 'Where was this?', person.id);
  await db
    .insertInto('paces')
    .values({ user_id: person.id, weekday: 0, hour: 10, time_zone: 'UTC', themes: [], next_at: null })
    .execute();
  await notify(server.deps, db, { kind: 'week-question', userId: person.id });
  await db
    .insertInto('questions')
    .values([
      { id: newId(), asker_id: person.id, person_id: friend.id, prompt_id: 1 },
      { id: newId(), asker_id: friend.id, person_id: person.id, prompt_id: 1 },
    ])
    .execute();
  await db
    .insertInto('reports')
    .values([
      { id: newId(), reporter_id: person.id, about: 'person', reported_id: blocked.id, reason: 'other' },
      { id: newId(), reporter_id: blocker.id, about: 'person', reported_id: person.id, reason: 'other' },
    ])
    .execute();
  await db.insertInto('archives').values({ id: newId(), user_id: person.id, key: null, sha256: null }).execute();
  await db
    .insertInto('notification_settings')
    .values({ user_id: person.id, kind: 'video-shared', in_app: true, mail: 'never' })
    .execute();
  await db
    .insertInto('notes')
    .values({ id: newId(), video_id: shared, writer_id: person.id, text: 'Lovely', at_ms: null })
    .execute();
  await db.insertInto('hearts').values({ id: newId(), video_id: shared, giver_id: person.id }).execute();
  const position = { user_id: person.id, video_id: shared, seconds: 7, finished: false };
  await db.insertInto('watch_positions').values(position).execute();
  await db.insertInto('seen_videos').values({ user_id: person.id, video_id: shared }).execute();
  await db
    .insertInto('push_subscriptions')
    .values({
      id: newId(),
      user_id: person.id,
      endpoint: `https://push.example.org/${newId()}`,
      p256dh: '',
      auth: '',
    })
    .execute();
  await db.insertInto('sent_requests').values({ id: newId(), sender_id: person.id }).execute();
  const recipient_hash = createHash('sha256').update('aunt@example.org').digest();
  await db
    .insertInto('sent_mails')
    .values({ id: newId(), kind: 'video-shared', sender_id: person.id, recipient_hash, subject_id: own })
    .execute();
  const params = JSON.stringify({ videoId: shared, recipientId: person.id });
  await db.insertInto('mails').values({ id: newId(), kind: 'video-shared', recipient_id: person.id, params }).execute();
  await db
    .insertInto('owner_codes')
    .values({ id: newId(), code_hash: randomBytes(32), used_at: new Date(), used_by: person.id })
    .execute();
  await db
    .insertInto('uploads')
    .values({ id: newId(), owner_id: person.id, size: 1, metadata: '', expires_at: new Date(), video_id: own })
    .execute();
}

/** Columns with a foreign key to people, such as `videos.owner_id`. */
async function foreignKeysToPeople(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select k.table_name || '.' || k.column_name as name
    from information_schema.constraint_column_usage u
    join information_schema.key_column_usage k using (constraint_schema, constraint_name)
    join information_schema.table_constraints c using (constraint_schema, constraint_name)
    where u.table_schema = 'public' and u.table_name = 'users' and c.constraint_type = 'FOREIGN KEY' order by 1`.execute(
    server.deps.db,
  );
  return rows.map(({ name }) => name);
}

/** How many rows have this id in each column that is an id. */
async function countById(id: string): Promise<Map<string, number>> {
  const { db } = server.deps;
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid' and (table_name, column_name) <> ('users', 'id')`.execute(db);
  const counts = new Map<string, number>();
  for (const { table, column } of rows) {
    const found = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
    counts.set(`${table}.${column}`, found.rows[0]?.n ?? 0);
  }
  return counts;
}

it('every row that names the younger profile names the older one afterwards', async () => {
  // Sorted by id, as the two columns of a connection are.
  const [older, cousin] = [await loginAs(server), await loginAs(server)];
  const [younger, friend] = [await loginAs(server), await loginAs(server)];
  await addEverything(younger, friend, [await loginAs(server), await loginAs(server)]);
  await connect(server, younger, cousin, 'friend');
  await makeSecond(older, younger);
  const { db } = server.deps;
  const [before, ofOlder] = [await countById(younger.id), await countById(older.id)];
  const missing = (await foreignKeysToPeople()).filter((column) => !before.get(column));
  expect(missing, 'columns of which this test has no row').toEqual([]);

  expect(await join(older.email, younger.email, '--yes')).toMatchObject({ code: 0, errors: '' });
  const after = await countById(older.id);
  const columns = [...before.keys()].filter((column) => !/^connections\.user_..$|^archives\./.test(column));
  expect(Object.fromEntries(columns.map((column) => [column, after.get(column)]))).toEqual(
    Object.fromEntries(columns.map((column) => [column, (before.get(column) ?? 0) + (ofOlder.get(column) ?? 0)])),
  );
  const pairs = db.selectFrom('connections').select(['user_lo', 'user_hi']).orderBy('user_hi');
  expect(await pairs.execute()).toEqual([
    { user_lo: older.id, user_hi: cousin.id },
    { user_lo: older.id, user_hi: friend.id },
  ]);
  expect(await tablesContaining(db, younger.id)).toEqual([]);
  expect(await db.selectFrom('deleted_accounts').selectAll().execute()).toEqual([]);
  expect((await call(older, '/api/user')).json()).toMatchObject({ id: older.id });
  expect((await call(older, `/api/video/user/${older.id}`)).json()).toHaveLength(1);
  expect((await call(friend, `/api/video/user/${older.id}`)).json()).toHaveLength(1);
});

it('without --yes the command says what would move, and changes nothing', async () => {
  const [older, younger, friend] = [await loginAs(server), await loginAs(server), await loginAs(server)];
  await addEverything(younger, friend, [await loginAs(server), await loginAs(server)]);
  await makeSecond(older, younger);
  const rows = await rowsOf(server.deps.config.databaseUrl ?? '');
  const { code, output } = await join(older.id, younger.id);
  expect(await rowsOf(server.deps.config.databaseUrl ?? '')).toEqual(rows);
  expect(code).toBe(0);
  expect(output).toContain(`From ${younger.email} (Odalie Fennick) to ${older.email} (Odalie Fennick) would move:\n`);
  for (const line of ['connections: 1', 'videos: 1', 'shares: 2', 'links: 1', 'stewards: 2', 'reports: 2'])
    expect(output).toContain(`\n  ${line}\n`);
  expect(output).toContain('Nothing has been changed.');
  expect(output).toContain(`people join ${older.id} ${younger.id} --yes\n`);
});

it('what both profiles have stays once, and what is between them ends', async () => {
  const [older, younger] = [await loginAs(server), await loginAs(server)];
  const [friend, cousin, enemy] = [await loginAs(server), await loginAs(server), await loginAs(server)];
  const { db } = server.deps;
  const own = await connect(server, older, younger, 'family');
  const [kept, double] = [
    await connect(server, older, friend, 'friend'),
    await connect(server, younger, friend, 'family'),
  ];
  const pending = await ask(older, cousin);
  const accepted = await connect(server, younger, cousin, 'friend');
  await connect(server, younger, enemy, 'family');
  const [ofOlder, ofYounger, ofFriend] = [await addVideo(older), await addVideo(younger), await addVideo(friend)];
  await share(ofOlder, older, younger);
  await share(ofYounger, younger, older);
  for (const profile of [older, younger]) {
    await share(ofFriend, friend, profile);
    await db
      .insertInto('stewards')
      .values({
        id: newId(),
        owner_id: friend.id,
        steward_id: profile.id,
        waiting_days: 30,
        connection_id: profile === older ? kept : double,
      })
      .execute();
    await db
      .insertInto('watch_positions')
      .values({
        user_id: profile.id,
        video_id: ofFriend,
        finished: false,
        ...(profile === older ? { seconds: 1, watched_at: new Date(0) } : { seconds: 2 }),
      })
      .execute();
    await db.insertInto('seen_videos').values({ user_id: profile.id, video_id: ofFriend }).execute();
    await db
      .insertInto('notification_settings')
      .values({ user_id: profile.id, kind: 'video-shared', in_app: profile === older, mail: null })
      .execute();
    await db.insertInto('hearts').values({ id: newId(), video_id: ofFriend, giver_id: profile.id }).execute();
    await db
      .insertInto('invitations')
      .values(invitation(profile, 'niece@example.org', null))
      .execute();
  }
  await share(ofYounger, younger, enemy);
  const link = await addLink(ofYounger, younger);
  await db
    .insertInto('link_redemptions')
    .values([
      { link_id: link, user_id: older.id },
      { link_id: link, user_id: enemy.id },
    ])
    .execute();
  await db.insertInto('blocks').values({ blocker_id: older.id, blocked_id: enemy.id }).execute();
  const activity = await activityOf(friend);
  await makeSecond(older, younger);

  expect(await join(older.email, younger.email, '--yes')).toMatchObject({ code: 0, errors: '' });
  const connections = await db
    .selectFrom('connections')
    .select(['id', 'relationship'])
    .where('id', 'in', [own, kept, double, pending, accepted])
    .orderBy('id')
    .execute();
  expect(connections).toEqual([
    { id: kept, relationship: 'friend' },
    { id: accepted, relationship: 'friend' },
  ]);
  const counts = await countById(older.id);
  expect(Object.fromEntries(ONCE.map((column) => [column, counts.get(column)]))).toEqual(
    Object.fromEntries(ONCE.map((column) => [column, 1])),
  );
  expect(counts.get('shares.owner_id'), 'shares with the other profile and with a blocked person').toBe(0);
  expect(counts.get('link_redemptions.user_id')).toBe(0);
  expect((await countById(enemy.id)).get('link_redemptions.user_id')).toBe(0);
  const { seconds } = await db
    .selectFrom('watch_positions')
    .select('seconds')
    .where('user_id', '=', older.id)
    .executeTakeFirstOrThrow();
  expect(seconds, 'the later position').toBe(2);
  const open = db.selectFrom('invitations').select('id').where('email', '=', 'niece@example.org');
  expect(await open.where('revoked_at', 'is', null).execute()).toHaveLength(1);
  expect(await activityOf(friend), 'the activity of the friend names one profile, and no end of a connection').toEqual(
    activity,
  );
  expect(await tablesContaining(db, younger.id)).toEqual([]);
});

it('a steward of the younger profile must ask again before looking after the videos of the joined profile', async () => {
  const [older, younger, friend] = [await loginAs(server), await loginAs(server), await loginAs(server)];
  const { db } = server.deps;
  const connection_id = await connect(server, younger, friend, 'family');
  const since = { asked_at: new Date(0), starts_at: new Date(0), started_at: new Date(0) };
  await db
    .insertInto('stewards')
    .values({ id: newId(), owner_id: younger.id, steward_id: friend.id, connection_id, waiting_days: 30, ...since })
    .execute();
  await makeSecond(older, younger);
  expect(await join(older.email, younger.email, '--yes')).toMatchObject({ code: 0 });
  const steward = await db
    .selectFrom('stewards')
    .select(['steward_id', 'asked_at', 'started_at'])
    .where('owner_id', '=', older.id)
    .execute();
  expect(steward).toEqual([{ steward_id: friend.id, asked_at: null, started_at: null }]);
});

it('the person logs in to the older profile with the account that works here, has its address and stays a site owner', async () => {
  const { db } = server.deps;
  const [older, younger] = [await loginAs(server), await loginAs(server)];
  await db.updateTable('users').set({ site_owner_since: new Date() }).where('id', '=', younger.id).execute();
  await db.updateTable('users').set({ provider: 'https://family.eu.auth0.com/' }).where('id', '=', older.id).execute();
  expect(await join(older.email, younger.email, '--yes')).toMatchObject({ code: 0 });
  expect((await call(younger, '/api/user')).json()).toMatchObject({
    id: older.id,
    email: younger.email,
    site_owner: true,
  });

  // The younger profile had the present address of the account.
  const [first, second] = [await loginAs(server), await loginAs(server)];
  const { email } = first;
  await db.updateTable('users').set({ email: 'old@example.org' }).where('id', '=', first.id).execute();
  await db.updateTable('users').set({ email }).where('id', '=', second.id).execute();
  await makeSecond(first, second);
  expect(await join(first.id, second.id, '--yes')).toMatchObject({ code: 0 });
  expect((await call(first, '/api/user')).json()).toMatchObject({ id: first.id, email });
});

it('the command refuses what it cannot join, and says why', async () => {
  const { db } = server.deps;
  const [older, younger] = [await loginAs(server), await loginAs(server)];
  const refusal = async (...people: string[]) => {
    const { code, errors } = await join(...people, '--yes');
    expect(code).toBe(1);
    return errors;
  };
  expect(await join(older.email)).toMatchObject({ code: 64 });
  expect(await join(older.email, 'nobody')).toMatchObject({ code: 64 });
  expect(await refusal(older.email, younger.email)).toContain('two accounts');
  await makeSecond(older, younger);
  expect(await refusal('nobody@example.org', younger.email)).toBe('Nobody has registered with nobody@example.org.\n');
  const unknown = newId();
  expect(await refusal(older.email, unknown)).toBe(`Nobody has registered with ${unknown}.\n`);
  expect(await refusal(older.email, older.id)).toBe('Both are the same profile.\n');

  const upload = { id: newId(), owner_id: younger.id, size: 1, metadata: '', video_id: null };
  const expires_at = new Date(Date.now() + 60_000);
  await db
    .insertInto('uploads')
    .values({ ...upload, expires_at })
    .execute();
  expect(await refusal(older.email, younger.email)).toContain(`A video of ${younger.email} is being uploaded.`);
  await db.deleteFrom('uploads').where('id', '=', upload.id).execute();

  const now = new Date();
  await db.updateTable('users').set({ deletion_asked_at: now, delete_at: now }).where('id', '=', younger.id).execute();
  expect(await refusal(older.email, younger.email)).toContain(`people keep ${younger.email}`);
  expect((await countById(younger.id)).get('activity.user_id')).toBeGreaterThan(0);
});

it('the start names the command for two profiles of one account', async () => {
  const [older, younger] = [await loginAs(server), await loginAs(server)];
  await makeSecond(older, younger);
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
  try {
    await printStartNotes(server.deps);
  } finally {
    log.mockRestore();
  }
  expect(lines.join('\n')).toContain(`npm run kinreel -- people join ${older.email} ${younger.email}`);
});
