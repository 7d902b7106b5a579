// `npm run bench:memory`: starts a web server, uploads 2 GiB by tus, publishes and plays it, and prints how much memory
// that took. Uses loopback and a temporary folder with room for 4 GiB. MEMORY_MIB=512 npm run bench:memory uses another size.
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
