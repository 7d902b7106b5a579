// `npm run bench:attackers`: for 20 seconds, eight clients send image bombs, slow bodies and broken videos and open
// event streams. Prints the latency of another person's GET /api/user and of the first byte of a video, before and
// during the load.
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
