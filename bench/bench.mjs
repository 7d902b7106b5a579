// `npm run bench`: install what is needed, build the web app, and run bench.ts until it ends or Ctrl-C.
import { buildWeb, findFfmpeg, findOrInstall, installPackages, runInForeground } from '../scripts/prepare.mjs';

installPackages();
findFfmpeg();
findOrInstall({ names: ['nginx'], debianPackage: 'nginx-light', without: 'Media has no limit to compare with.' });
buildWeb();
runInForeground('bench/bench.ts');
