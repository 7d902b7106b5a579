// `node bench/bench.mjs FILE`: installs packages if needed, builds the web app, and runs a benchmark of this folder
// until it ends or Ctrl-C is pressed.
import { join } from 'node:path';
import { buildWeb, findFfmpeg, findOrInstall, installPackages, runInForeground } from '../scripts/prepare.mjs';

const [file = '', ...options] = process.argv.slice(2);
installPackages();
findFfmpeg();
findOrInstall({ names: ['nginx'], debianPackage: 'nginx-light', without: 'Media has no limit to compare with.' });
buildWeb();
runInForeground(join('bench', file), options);
