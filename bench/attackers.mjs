// `npm run bench:attackers`: eight people send picture bombs, slow bodies and broken videos and open event streams, all at
// once for 20 seconds. Prints how long another person's GET /api/user and the first byte of a video take meanwhile and before.
import { spawnSync } from 'node:child_process';
import { environment, findFfmpeg, installPackages, node, root } from '../scripts/prepare.mjs';

installPackages();
findFfmpeg();
const { status } = spawnSync(
  node(),
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'attackers', '--disable-console-intercept'],
  { cwd: root, stdio: 'inherit', env: { ...environment(), ATTACK_SECONDS: '20' } },
);
process.exit(status ?? 1);
