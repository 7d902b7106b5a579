import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Type-checks every workspace, also after one has failed, so that one run shows all errors. */
const WORKSPACES = [
  'packages/brand',
  'packages/contracts',
  'packages/embedded-postgres',
  'packages/fuzzing',
  'packages/mailer',
  'packages/messages',
  'packages/service',
  'apps/identity',
  'apps/server',
  'apps/web',
  'e2e',
  'scripts',
];

/** TypeScript 7. The package `typescript` is version 6, which tools need for its programming interface. */
const TSC = 'node_modules/@typescript/native/bin/tsc';

/** By default each thread checks again what its files import: on two cores that takes twice the CPU time. */
const ONE_THREAD = '--singleThreaded';

const root = join(import.meta.dirname, '..');
const failed = WORKSPACES.filter((workspace) => {
  const { status } = spawnSync(process.execPath, [TSC, '-p', workspace, ONE_THREAD], { cwd: root, stdio: 'inherit' });
  return status !== 0;
});
if (failed.length > 0) {
  console.error(`Type errors in ${failed.join(', ')}`);
  process.exit(1);
}
