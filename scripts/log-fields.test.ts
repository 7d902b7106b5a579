import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LOG_FIELDS as IDENTITY } from '../apps/identity/src/log-fields.ts';
import { LOG_FIELDS as SERVER } from '../apps/server/src/platform/log/log-fields.ts';

test.each([
  ['server', SERVER, 20],
  ['identity', IDENTITY, 5],
])('log-fields.ts of %s lists exactly the messages in the code, with all of their fields', async (app, list, least) => {
  const folder = join(import.meta.dirname, '../apps', app, 'src');
  const messages = new Set<string>();
  let all = '';
  for await (const file of glob('**/*.ts', { cwd: folder })) {
    if (file.includes('.test') || file.startsWith('testing') || file.endsWith('log-fields.ts')) continue;
    const code = readFileSync(join(folder, file), 'utf8');
    all += code;
    for (const [, fields = '', message = ''] of code.matchAll(
      /\blog\s*\.(?:trace|debug|info|warn|error|fatal)\(\s*\{([^}]*)\},\s*'([^']+)'/g,
    )) {
      messages.add(message);
      const names = fields.split(',').flatMap((field) => field.split(':')[0]?.trim() || []);
      for (const name of names) expect(['err', ...(list[message] ?? [])], `${file}: ${message}`).toContain(name);
    }
  }
  expect(messages.size).toBeGreaterThanOrEqual(least);
  expect(Object.keys(list).filter((message) => !all.includes(`'${message}'`))).toEqual([]);
});
