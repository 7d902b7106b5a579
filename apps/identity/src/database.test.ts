import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@kinreel/service';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { serviceForTest } from './testing/support.ts';

it('a connection lost within a transaction fails its request, which can be repeated, and does not end the process', async () => {
  const service = await serviceForTest();
  const reported: Error[] = [];
  const database = openDatabase(service.databaseUrl, (error) => reported.push(error));
  const lost = await database.db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await service.query(`select pg_terminate_backend(${rows[0]?.pid})`);
      // No query is running now.
      await delay(200);
      await sql`select 1`.execute(tx);
    })
    .then(
      () => null,
      (error: Error) => error,
    );
  if (!lost) throw new Error('The transaction did not notice');
  expect(isDatabaseUnavailable(lost), String(lost)).toBe(true);
  expect(reported).not.toEqual([]);
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await database.close();
});

it('prepares statements once per connection, except those that read all columns, because a newer version may add one', async () => {
  const service = await serviceForTest();
  const database = openDatabase(service.databaseUrl, () => {});
  await database.db.connection().execute(async (db) => {
    const users = db.selectFrom('users').where('email', '=', 'ada@example.org');
    const read = async () => {
      await users.select('id').execute();
      await users.selectAll().execute();
    };
    await read();
    await sql`alter table identity.users add column later integer`.execute(db);
    await read();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    expect(rows.map(({ statement }) => statement)).toEqual([expect.stringMatching(/^select "id"/)]);
  });
  await database.close();
});
