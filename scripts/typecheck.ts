import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Type-checks every workspace; all of them, so that one run shows every fault. */
const WORKSPACES = [
  'packages/contracts',
  'packages/embedded-postgres',
  'packages/mailer',
  'packages/messages',
  'apps/identity',
  'apps/server',
  'apps/web',
  'e2e',
];

const root = join(import.meta.dirname, '..');
const failed = WORKSPACES.filter((workspace) => {
  const { status } = spawnSync('tsc', ['-p', workspace], { cwd: root, stdio: 'inherit' });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in ${failed.join(', ')}`);
  process.exit(1);
}
