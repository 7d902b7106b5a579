import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { parseSync, type TSPropertySignature, Visitor } from 'oxc-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

interface Column {
  isNullable: boolean;
  /** Whether a new row may leave it out. */
  isOptional: boolean;
}

/** Columns of tables.ts, by `table.column`. */
function columnsOfTypes(): Record<string, Column> {
  const file = fileURLToPath(new URL('tables.ts', import.meta.url));
  const source = readFileSync(file, 'utf8');
  const interfaces: Record<string, Record<string, string>> = {};
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      const properties = body.body as TSPropertySignature[];
      interfaces[id.name] = Object.fromEntries(
        properties.map(({ key, typeAnnotation }) => [
          source.slice(key.start, key.end),
          source.slice(typeAnnotation?.typeAnnotation.start, typeAnnotation?.end),
        ]),
      );
    },
  }).visit(parseSync(file, source).program);
  return Object.fromEntries(
    Object.entries(interfaces.Database ?? {}).flatMap(([table, name]) =>
      Object.entries(interfaces[name] ?? {}).map(([column, type]) => {
        const isNullable = /\bnull\b/.test(type);
        return [
          `${table}.${column}`,
          { isNullable, isOptional: isNullable || /^(Generated|GeneratedAlways|Timestamp)\b|\bundefined\b/.test(type) },
        ];
      }),
    ),
  );
}

async function columnsOfDatabase(): Promise<Record<string, Column>> {
  const { rows } = await sql<Column & { name: string }>`
    select table_name || '.' || column_name as name, is_nullable = 'YES' as "isNullable",
      is_nullable = 'YES' or column_default is not null or is_generated = 'ALWAYS' or is_identity = 'YES' as "isOptional"
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%' order by 1`.execute(server.deps.db);
  return Object.fromEntries(rows.map(({ name, isNullable, isOptional }) => [name, { isNullable, isOptional }]));
}

test('tables.ts has exactly the columns of the database, and says of each whether it can be null or left out', async () => {
  const types = columnsOfTypes();
  const database = await columnsOfDatabase();
  expect(Object.keys(types).sort()).toEqual(Object.keys(database).sort());
  const names = Object.keys(types);
  expect(names.filter((name) => types[name]?.isNullable !== database[name]?.isNullable)).toEqual([]);
  // A trigger sets this one.
  expect(names.filter((name) => types[name]?.isOptional && !database[name]?.isOptional)).toEqual([
    'shares.video_created_at',
  ]);
});
