// `node bench/run.mjs FILE`: installs what is missing, builds the web app, and runs a benchmark of this folder until it
// ends or Ctrl-C is pressed.
import { join } from 'node:path';
import {
  buildWeb,
  findChromium,
  findFfmpeg,
  findOrInstall,
  installPackages,
  runInForeground,
} from '../scripts/prepare.mjs';

const [file = '', ...options] = process.argv.slice(2);
installPackages();
findFfmpeg();
if (file === 'bench.ts') {
  findOrInstall({ names: ['nginx'], debianPackage: 'nginx-light', without: 'Media has no limit to compare with.' });
} else {
  process.env.CHROMIUM_PATH = findChromium() ?? undefined;
}
buildWeb();
runInForeground(join('bench', file), options);
