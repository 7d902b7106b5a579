import { expect, test } from 'vitest';
import { MIGRATION_NAMES, migrationProvider } from './migrations.ts';

test('each file in the folder is a migration with a number of four digits', async () => {
  expect(MIGRATION_NAMES.filter((name) => !/^\d{4}-[a-z0-9-]+$/.test(name))).toEqual([]);
  expect(Object.keys(await migrationProvider.getMigrations()).sort()).toEqual(MIGRATION_NAMES);
});

test('no two migrations have the same number, and no number is left out after 74', () => {
  const numbers = MIGRATION_NAMES.map((name) => Number(name.slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  // Some numbers before 74 were never used. Databases have recorded the names, so they stay.
  const latest = numbers.slice(numbers.indexOf(74));
  expect(latest).toEqual(latest.map((_, index) => 74 + index));
});
