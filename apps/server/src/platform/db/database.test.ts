import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapErrors } from '../../app/error-mapper.ts';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { newId } from '../ids.ts';
import { connectDatabase } from './database.ts';
import type { Database } from './tables.ts';

let server: TestServer;
let db: Kysely<Database>;
beforeAll(async () => {
  server = await startTestServer();
  db = connectDatabase(server.deps.config.databaseUrl ?? '', 1);
});
afterAll(async () => {
  await db?.destroy();
  await server?.stop();
});

/** The error of a transaction whose connection is lost between two statements. */
async function loseConnection(): Promise<unknown> {
  return db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(server.deps.db);
      // No query is running, so only the pool sees the error.
      await delay(200);
      await sql`select 1`.execute(tx);
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
}

test('a connection lost within a transaction fails its request with 503; the next request gets a new connection', async () => {
  const app = Fastify();
  mapErrors(app);
  const lost = await loseConnection();
  expect(lost).toBeInstanceOf(Error);
  app.get('/', () => {
    throw lost;
  });
  const response = await app.inject('/');
  expect(response.statusCode, String(lost)).toBe(503);
  expect(response.headers['retry-after']).toBeDefined();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('prepares statements once per connection, except those that read all columns, because a newer version may add one', async () => {
  await db.connection().execute(async (one) => {
    const uploads = one.selectFrom('uploads').where('id', '=', newId());
    const read = async () => {
      await uploads.select('id').execute();
      await uploads.selectAll().execute();
      await one
        .selectFrom(uploads.select(['id', sql`count(*) over ()`.as('n')]).as('few'))
        .selectAll()
        .execute();
      await one.selectFrom(uploads.selectAll().as('all')).selectAll().execute();
    };
    await read();
    await sql`alter table uploads add column later integer`.execute(one);
    await read();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(one);
    expect(rows.map(({ statement }) => statement).sort()).toEqual([
      expect.stringMatching(/^select "id"/),
      expect.stringMatching(/^select \* from \(select "id"/),
    ]);
    await sql`alter table uploads drop column later`.execute(one);
  });
});
