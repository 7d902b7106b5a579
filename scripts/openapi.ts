import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildApp } from '../apps/server/src/app/build-app.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import type { Deps } from '../apps/server/src/platform/deps.ts';
import { createLogger } from '../apps/server/src/platform/log/logger.ts';
import { createLocalStorage } from '../apps/server/src/platform/storage/local.ts';

/** Writes the OpenAPI document of the API to the first argument, by default test-results/openapi.json. */
const path = process.argv[2] ?? join(import.meta.dirname, '../test-results/openapi.json');
const config = readConfig({
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  IDENTITY_INTERNAL_URL: 'http://127.0.0.1:1',
});
// Building the app registers routes, but does not connect to anything.
const deps = {
  config,
  appSecret: 'x'.repeat(32),
  storage: createLocalStorage('/nonexistent'),
  log: createLogger({ level: 'silent', name: 'docs' }),
} as Deps;
const app = await buildApp(deps);
await app.ready();
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, `${JSON.stringify(app.swagger(), null, 2)}\n`);
await app.close();
console.log(`The OpenAPI document is in ${path}.`);
