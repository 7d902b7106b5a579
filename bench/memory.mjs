// `npm run bench:memory`: starts a web server, sends it 2 GiB by tus, publishes and plays it, and prints what memory
// that took. Over loopback, in a temporary folder (twice 2 GiB must fit there), ends by itself.
// MEMORY_MIB=512 npm run bench:memory takes another size.
import { spawnSync } from 'node:child_process';
import { environment, findFfmpeg, installPackages, node, root } from '../scripts/prepare.mjs';

installPackages();
findFfmpeg();
const { status } = spawnSync(
  node(),
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'tus-memory', '--disable-console-intercept'],
  { cwd: root, stdio: 'inherit', env: { ...environment(), MEMORY_MIB: process.env.MEMORY_MIB ?? '2048' } },
);
process.exit(status ?? 1);
