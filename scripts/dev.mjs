// `npm run dev`: install packages if needed, then run all of Kinreel with hot reload until Ctrl-C.
import { findFfmpeg, installPackages, runInForeground } from './prepare.mjs';

installPackages();
findFfmpeg();
runInForeground('scripts/dev.ts');
