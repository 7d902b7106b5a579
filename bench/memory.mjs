// `npm run bench:memory`: starts a web server, uploads 2 GiB by tus, publishes and plays the file, and prints the
// memory that this took. Uses loopback and a temporary folder that needs 4 GiB. MEMORY_MIB=512 npm run bench:memory
// uses another size.
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
