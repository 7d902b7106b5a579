// `node bench/run.mjs FILE`: installs packages if needed, builds the web app, and runs a benchmark of this folder in a
// browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildWeb, environment, findChromium, findFfmpeg, installPackages, node, root } from '../scripts/prepare.mjs';

const [file = '', ...options] = process.argv.slice(2);
installPackages();
findFfmpeg();
const chromium = findChromium();
buildWeb();
const { status } = spawnSync(node(), [join('bench', file), ...options], {
  cwd: root,
  stdio: 'inherit',
  env: { ...environment(), ...(chromium ? { CHROMIUM_PATH: chromium } : {}) },
});
process.exit(status ?? 1);
