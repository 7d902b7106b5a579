// `npm start`: install packages if needed, build the web app, then run all of Kinreel until Ctrl-C.
import { buildWeb, findFfmpeg, installPackages, runInForeground } from './prepare.mjs';

installPackages();
findFfmpeg();
buildWeb();
runInForeground('apps/server/src/main.ts');
