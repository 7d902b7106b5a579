import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const LOCK = { 'node_modules/kysely': { version: '1.0.0' }, 'node_modules/mac': { version: '1.0.0', optional: true } };

/** Whether `npm start` would run `npm ci`. @param installed the packages that npm has installed, if it has finished */
function installs(installed?: Record<string, { version: string }>): boolean {
  const checkout = mkdtempSync(join(tmpdir(), 'kinreel-checkout-'));
  const write = (name: string, text: string) => writeFileSync(join(checkout, name), text);
  mkdirSync(join(checkout, 'node_modules'));
  cpSync(join(import.meta.dirname, 'prepare.mjs'), join(checkout, 'scripts/prepare.mjs'));
  write('package-lock.json', JSON.stringify({ packages: { '': {}, 'apps/web': {}, ...LOCK } }));
  if (installed) write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  write('npm.mjs', 'console.log(process.argv[2]);');
  write('start.mjs', `import { installPackages } from './scripts/prepare.mjs';\ninstallPackages();`);
  const env = { ...process.env, npm_execpath: join(checkout, 'npm.mjs') };
  const { stdout, status } = spawnSync(process.execPath, ['start.mjs'], { cwd: checkout, env, encoding: 'utf8' });
  rmSync(checkout, { recursive: true });
  expect(status).toBe(0);
  return stdout.endsWith('ci\n');
}

test('packages are installed unless npm has installed those of the lock file, optional ones aside', () => {
  expect(installs({ 'node_modules/kysely': { version: '1.0.0' } })).toBe(false);
  expect(installs({ 'node_modules/kysely': { version: '0.9.0' } })).toBe(true);
  expect(installs({ 'node_modules/mac': { version: '1.0.0' } })).toBe(true);
  expect(installs()).toBe(true);
});
