// `npm run bench:pictures`: eight people send the most expensive photos that are accepted, again and again for 20 seconds.
// Prints how long another person's GET /api/user takes meanwhile and before, and the memory of the web server.
import { spawnSync } from 'node:child_process';
import { environment, installPackages, node, root } from '../scripts/prepare.mjs';

installPackages();
const { status } = spawnSync(
  node(),
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'photo-flood', '--disable-console-intercept'],
  { cwd: root, stdio: 'inherit', env: { ...environment(), FLOOD_MEGAPIXELS: '39', FLOOD_SECONDS: '20' } },
);
process.exit(status ?? 1);
