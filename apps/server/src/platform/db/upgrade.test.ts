import { createTemplate } from '@kinreel/embedded-postgres/testing';
import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { DATA, RELEASES } from '../../testing/release-data.ts';
import { findSecondProfiles, readAddress } from '../config/site-address.ts';
import { newId } from '../ids.ts';
import { connectDatabase, migrate } from './database.ts';
import { MIGRATION_NAMES } from './migrations.ts';
import { listStoredObjects } from './stored-objects.ts';
import type { Database } from './tables.ts';

let db: Kysely<Database>;
beforeEach(async () => {
  const name = `upgrade_${newId().replaceAll('-', '')}`;
  await createTemplate(inject('adminUrl'), name, async () => {});
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  const opened = connectDatabase(url.href, 2);
  db = opened;
  onTestFinished(async () => {
    await opened.destroy();
    const admin = connectDatabase(inject('adminUrl'), 1);
    await sql`drop database ${sql.id(name)} with (force)`.execute(admin);
    await admin.destroy();
  });
});

const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`.execute(db);
  return rows.map(({ name }) => name);
};
const lastMigration = async () => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name;
};
const count = async (table: string) =>
  Number((await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n);

test.each(Object.entries(RELEASES))('the upgrade keeps the data of release %s', async (_release, migration) => {
  await migrate(db, migration);
  await sql.raw(DATA).execute(db);
  // upload_reservations became uploads: unfinished uploads are not kept.
  const before = (await tables()).filter((name) => !/migration|upload/.test(name));
  const counts = Object.fromEntries(await Promise.all(before.map(async (name) => [name, await count(name)])));

  await migrate(db);
  expect(await lastMigration()).toBe(MIGRATION_NAMES.at(-1));
  const after = Object.fromEntries(await Promise.all(before.map(async (name) => [name, await count(name)])));
  expect(after).toEqual(counts);
  expect(counts).toMatchObject({ users: 2, videos: 2, video_files: 2, captions: 1, shares: 1, notifications: 1 });
  expect((await listStoredObjects(db, '', 10)).map(({ key, sha256 }) => [key, sha256?.[0] ?? null])).toEqual([
    ['photos/1/a.webp', null],
    ['videos/a/original', 'a'],
    ['videos/a/p', 'd'],
    ['videos/a/r', 'c'],
    ['videos/b/original', 'b'],
  ]);
  const shared = await sql`
      select s.video_created_at = v.created_at as has_time from shares s join videos v on v.id = s.video_id`.execute(
    db,
  );
  expect(shared.rows).toEqual([{ has_time: true }]);
  const videos = await db.selectFrom('videos').select(['permission', 'status', 'status_code']).orderBy('id').execute();
  expect(videos).toEqual([
    { permission: 'family', status: 'ready', status_code: null },
    { permission: 'everyone', status: 'failed', status_code: expect.any(String) },
  ]);
});

test('a silent video keeps its note', async () => {
  await migrate(db, RELEASES['0.1.0']);
  await sql.raw(DATA).execute(db);
  await migrate(db, '0034-silent-videos');
  await sql`update videos set silent = true where id = '00000000-0000-7000-8000-00000000000a'`.execute(db);
  await migrate(db);
  const notes = await db.selectFrom('videos').select('notes').orderBy('id').execute();
  expect(notes).toEqual([{ notes: [{ kind: 'silent', seconds: null }] }, { notes: [] }]);
});

test('people keep their profile when their provider gets a constant name; of two profiles the older one is used', async () => {
  await migrate(db, RELEASES['0.1.0']);
  await sql.raw(DATA).execute(db);
  await migrate(db, '0050-early-pieces');
  const add = (email: string, subject: string, issuer: string, age: string) =>
    sql`
      insert into users (id, issuer, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday, created_at)
      values (${newId()}, ${issuer}, ${subject}, ${email}, 'Ada', 'Quist', 'ada', 'quist', 'Duluth', 'MN', 'US', '1944-03-09', now() - ${age}::interval)`.execute(
      db,
    );
  const [former, address] = ['http://localhost:3000', 'https://stories.example.org'];
  await add('one@example.org', 'auth0|1', `${former}/identity/`, '3 days');
  await add('two@example.org', 'auth0|2', `${former}/identity/`, '3 days');
  await add('two.empty@example.org', 'auth0|2', `${address}/identity/`, '1 day');
  await add('three@example.org', 'auth0|3', `${former}/identity/`, '3 days');
  await add('three.used@example.org', 'auth0|3', `${address}/identity/`, '2 days');
  await sql`
    insert into videos (id, owner_id, prompt_id, permission, status)
    select ${newId()}, id, 1, 'family', 'ready' from users where email = 'three.used@example.org'`.execute(db);
  await add('hosted@example.org', 'auth0|1', 'https://family.eu.auth0.com/', '3 days');

  await migrate(db);
  const people = await db
    .selectFrom('users')
    .select(['email', 'provider'])
    .where('subject', 'like', 'auth0|%')
    .orderBy('email')
    .execute();
  expect(people.map(({ email, provider }) => `${email} ${provider}`)).toEqual([
    'hosted@example.org https://family.eu.auth0.com/',
    'one@example.org kinreel',
    'three.used@example.org https://stories.example.org/identity/',
    'three@example.org kinreel',
    'two@example.org kinreel',
  ]);
  expect(await readAddress(db)).toBe(address);
  expect(await findSecondProfiles(db)).toEqual([{ email: 'three.used@example.org', of: 'three@example.org' }]);
});

test('a failed migration changes nothing, and the next start continues', async () => {
  await migrate(db, RELEASES['0.1.0']);
  await sql.raw(DATA).execute(db);
  const before = await tables();
  // The last migration cannot create its table.
  await sql`create table file_scan (id integer)`.execute(db);
  await expect(migrate(db)).rejects.toThrow('already exists');
  expect(await tables()).toEqual([...before, 'file_scan'].sort());
  expect(await lastMigration()).toBe(RELEASES['0.1.0']);
  expect(await count('videos')).toBe(2);
  await sql`drop table file_scan`.execute(db);
  await migrate(db);
  expect(await lastMigration()).toBe(MIGRATION_NAMES.at(-1));
});
