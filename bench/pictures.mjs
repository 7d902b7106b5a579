// `npm run bench:pictures`: for 20 seconds, eight clients repeatedly send the most expensive photos that are accepted.
// Prints the latency of another person's GET /api/user before and during the load, and the memory of the web server.
import { spawnSync } from 'node:child_process';
import { environment, installPackages, node, root } from '../scripts/prepare.mjs';

installPackages();
const { status } = spawnSync(
  node(),
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'photo-flood', '--disable-console-intercept'],
  { cwd: root, stdio: 'inherit', env: { ...environment(), FLOOD_MEGAPIXELS: '39', FLOOD_SECONDS: '20' } },
);
process.exit(status ?? 1);
