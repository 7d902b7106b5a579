// `npm run seed`: install packages if needed, then fill an empty installation with the sample family.
import { findFfmpeg, installPackages, runInForeground } from './prepare.mjs';

installPackages();
findFfmpeg();
runInForeground('scripts/seed.ts');
