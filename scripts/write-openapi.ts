import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from '../apps/server/src/app/build-app.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import type { Deps } from '../apps/server/src/platform/deps.ts';
import { createLogger } from '../apps/server/src/platform/logger.ts';
import { createLocalStorage } from '../apps/server/src/platform/storage/local.ts';

/** Writes docs/openapi.json from the routes; with --check only says whether the file is up to date. */
const path = join(import.meta.dirname, '../docs/openapi.json');
const config = readConfig({
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  IDENTITY_INTERNAL_URL: 'http://127.0.0.1:1',
});
// Building the app registers routes and connects to nothing.
const deps = {
  config,
  appSecret: 'x'.repeat(32),
  storage: createLocalStorage('/nonexistent'),
  log: createLogger({ level: 'silent', name: 'docs' }),
} as Deps;
const app = await buildApp(deps);
await app.ready();
const document = `${JSON.stringify(app.swagger(), null, 2)}\n`;
await app.close();

if (process.argv.includes('--check')) {
  let current = '';
  try {
    current = readFileSync(path, 'utf8');
  } catch {
    // a missing file is out of date too
  }
  if (current !== document) {
    console.error('docs/openapi.json is out of date. Run: npm run docs:openapi');
    process.exit(1);
  }
  console.log('docs/openapi.json is up to date.');
} else {
  writeFileSync(path, document);
}
