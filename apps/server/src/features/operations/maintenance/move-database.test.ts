import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import { cloneTemplate, createTemplate } from '@kinreel/embedded-postgres/testing';
import { MOVE_SCHEMA, waitForDatabase } from '@kinreel/service';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { SCHEMAS } from '../../../app/schemas.ts';
import { connectDatabase } from '../../../platform/db/database.ts';
import { emptyDatabase, query, rowsOf } from '../../../testing/database-rows.ts';
import { startKinreel } from '../../../testing/kinreel-command.ts';
import { runHere } from '../../../testing/run-command.ts';

const ADA = '0192f1c0-0000-7000-8000-000000000001';
let from: string;
let env: Record<string, string>;

/** A database with all tables and some rows, created once: the migrations take a second of CPU time. */
const template = `move_template_${process.pid}`;
beforeAll(async () => {
  await createTemplate(inject('adminUrl'), template, async (url) => {
    for (const schema of SCHEMAS) await schema.migrate(url);
    await query(
      url,
      `insert into users (id, provider, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday)
     select case n when 1 then '${ADA}' else gen_random_uuid() end, 'i', n, n || '@example.org', 'Ada' || chr(9) || E'\\\\N',
       'Øksen 家' || n, 'ada', 'oksen', E'a\\nb', '', 'Norway', '1950-01-01' from generate_series(1, 1000) n;
     insert into uploads (id, owner_id, size, metadata, expires_at) select gen_random_uuid(), '${ADA}', 5, 'x', now();
     insert into identity.users (id, email, password_hash, created_at, updated_at)
       values ('ada', 'ada@example.org', 'hash', now(), now());
     update users set disabled_at = now() where id = '${ADA}';
     update identity.users set epoch = 1;
     insert into identity.signing_keys values ('key', '{}', '\\x00ff5c0a', now());`,
    );
  });
});
afterAll(() => query(inject('adminUrl'), `drop database if exists ${template} with (force)`));

beforeEach(async () => {
  const database = await cloneTemplate(inject('adminUrl'), template);
  onTestFinished(database.drop);
  from = database.url;
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'kinreel-move-')));
  // The embedded PostgreSQL runs as another user, which must be able to enter the folder.
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  env = { DATABASE_URL: from, DATA_DIR: dataDir };
});

const move = (to: string, where: Record<string, string> = env) => runHere(where, 'database', 'move', '--to', to);
const uploadsOf = (url: string) => query(url, 'select id, metadata from uploads');

test('moves all rows to another database and back to the embedded one, including unfinished uploads', async () => {
  const to = await emptyDatabase();
  const before = await rowsOf(from);
  expect(await move(to)).toMatchObject({ code: 0, errors: '', output: expect.stringContaining('Set DATABASE_URL') });
  expect(await rowsOf(to)).toEqual(before);
  expect(await uploadsOf(to)).toEqual(await uploadsOf(from));
  // Foreign keys and triggers are restored.
  await expect(query(to, 'update uploads set owner_id = gen_random_uuid()')).rejects.toThrow('foreign key');
  await query(to, `update users set disabled_at = null where id = '${ADA}'`);
  expect(await query(to, 'select kind from activity order by at')).toEqual([
    { kind: 'account-off' },
    { kind: 'account-on' },
  ]);

  expect(await move('embedded', { ...env, DATABASE_URL: to })).toMatchObject({
    code: 0,
    errors: '',
    output: expect.stringContaining('Remove DATABASE_URL'),
  });
  const embedded = await startEmbeddedPostgres({ dataDir: env.DATA_DIR ?? '' });
  try {
    expect(await rowsOf(embedded.url())).toEqual(await rowsOf(to));
  } finally {
    await embedded.stop();
  }
}, 120_000);

test('moves nothing to a database in use, while Kinreel runs, with a wrong address, or if rows differ', async () => {
  const to = await emptyDatabase();
  const db = connectDatabase(from, 1);
  await db.selectFrom('users').select('id').limit(1).execute();
  expect(await move(to)).toMatchObject({ code: 1, errors: expect.stringContaining('Kinreel is running') });
  await db.destroy();
  expect(await move('mysql://x')).toMatchObject({ code: 64 });
  expect(await move('embedded', { DATA_DIR: env.DATA_DIR ?? '' })).toMatchObject({ code: 78 });

  for (const schema of SCHEMAS) await schema.migrate(to);
  await query(
    to,
    `create function change() returns trigger language plpgsql as $$ begin new.city := 'Oslo'; return new; end $$;
     create trigger change before insert on users for each row execute function change();`,
  );
  expect(await move(to)).toMatchObject({ code: 1, errors: expect.stringContaining('public.users is different') });
  expect(await query(to, 'select count(*)::int as n from users')).toEqual([{ n: 0 }]);
  await query(to, 'drop trigger change on users');
  expect(await move(to)).toMatchObject({ code: 0 });
  expect(await move(to)).toMatchObject({ code: 1, errors: expect.stringContaining('has people in it') });
}, 120_000);

/** Starts a move, and kills it before it copies this table. @returns the copied tables */
async function killMoveAt(table: string, to: string): Promise<{ name: string; oid: number }[]> {
  const blocker = new Client({ connectionString: to });
  await blocker.connect();
  await blocker.query(`begin; lock table ${table} in access exclusive mode`);
  const { child, ended } = startKinreel(env, ['database', 'move', '--to', to]);
  const isBlocked = async () =>
    (await query(to, "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .length > 0;
  await expect.poll(isBlocked, { timeout: 60_000 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
  await blocker.end();
  const copied = await query(
    to,
    `select name, (quote_ident('${MOVE_SCHEMA}') || '.' || quote_ident(name))::regclass::oid::int
    as oid from ${MOVE_SCHEMA}.staged order by name`,
  );
  return copied as { name: string; oid: number }[];
}

test('a killed move resumes: staged tables are kept, changed ones are copied again, and Kinreel does not start with the incomplete database', async () => {
  const to = await emptyDatabase();
  for (const schema of SCHEMAS) await schema.migrate(to);
  const copied = await killMoveAt('public.videos', to);
  expect(copied.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.uploads', 'public.users']));
  expect(await query(to, 'select count(*)::int as n from users')).toEqual([{ n: 0 }]);
  const start = waitForDatabase(to, { limitSeconds: 5, print: () => {} });
  await expect(start).rejects.toThrow(/A move to this database is not complete/);

  await query(from, "update users set city = 'Ås'");
  const again = await killMoveAt('public.videos', to);
  const isSame = ({ name }: { name: string }, oid: number) =>
    copied.some((one) => one.name === name && one.oid === oid);
  expect(again.filter((one) => !isSame(one, one.oid)).map(({ name }) => name)).toEqual(['public.users']);

  const { code, output } = await move(to);
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${again.length} of these tables were copied by an earlier`),
  });
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
  await waitForDatabase(to, { limitSeconds: 5, print: () => {} });
}, 180_000);

test('the old database cannot be written during a move, and a move that was killed after its last row can be completed', async () => {
  const to = await emptyDatabase();
  const writes = query(from, `begin; update users set city = 'Ås'; select pg_sleep(60)`).catch(
    (error) => error.message,
  );
  const inUse = move(to);
  await expect
    .poll(
      async () =>
        (
          await query(
            from,
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length,
    )
    .toBe(1);
  await query(
    from,
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)' and pid <> pg_backend_pid()",
  );
  await writes;
  expect(await inUse).toMatchObject({ code: 0 });
  await query(to, `create schema ${MOVE_SCHEMA}; create table ${MOVE_SCHEMA}.arrived ()`);
  expect(await move(to)).toMatchObject({
    code: 0,
    output: expect.stringContaining('were already in the new database'),
  });
  expect(await rowsOf(to)).toEqual(await rowsOf(from));
  await waitForDatabase(to, { limitSeconds: 5, print: () => {} });
}, 120_000);
