import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';
import { builtQuery } from './built-query.ts';
import { connectDatabase } from './database.ts';
import type { Database } from './tables.ts';

let server: TestServer;
let db: Kysely<Database>;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  db = connectDatabase(server.deps.config.databaseUrl ?? '', 1);
});
afterAll(async () => {
  await db?.destroy();
  await server?.stop();
});

/** Each run returns a row with the values that PostgreSQL received. */
function createQuery() {
  const built: string[] = [];
  const find = builtQuery<{ one: number; two: string; double: boolean }, { double: boolean }, { text: string }>({
    shape: ({ double }) => ({ double }),
    build(db, { double }, given) {
      const [one, two] = [given((input) => input.one), given((input) => input.two)];
      const statement = sql<{ text: string }>`
        select ${double ? sql`${two}::text || ` : sql``} ${two}::text || ${one}::int || ${'fixed'}::text as text`.compile(
        db,
      );
      built.push(statement.sql);
      return statement;
    },
  });
  return { find, built };
}

test('builds a query once per shape, with the values of each run', async () => {
  const { find, built } = createQuery();
  expect(await find(db, { one: 1, two: 'a', double: false })).toEqual([{ text: 'a1fixed' }]);
  expect(await find(db, { one: 2, two: "b'$1", double: false })).toEqual([{ text: "b'$12fixed" }]);
  expect(await find(db, { one: 3, two: 'c', double: true })).toEqual([{ text: 'cc3fixed' }]);
  expect(await find(db, { one: 4, two: 'd', double: true })).toEqual([{ text: 'dd4fixed' }]);
  expect(built).toHaveLength(2);
});

test('sends a value once if it is used twice', async () => {
  const { find, built } = createQuery();
  await find(db, { one: 3, two: 'c', double: true });
  expect(built[0]?.match(/\$\d+/g)).toEqual(['$1', '$1', '$2', '$3']);
});

test('concurrent runs do not share values', async () => {
  const { find } = createQuery();
  const inputs = Array.from({ length: 50 }, (_, one) => ({ one, two: 'x', double: one % 2 === 0 }));
  const found = await Promise.all(inputs.map((input) => find(db, input)));
  expect(found.flat().map(({ text }) => text)).toEqual(
    inputs.map(({ one, double }) => `${double ? 'xx' : 'x'}${one}fixed`),
  );
});
