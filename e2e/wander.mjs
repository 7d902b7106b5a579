// `npm run wander`: installs packages and builds the web app if needed, then runs the random walks.
import { buildWeb, findChromium, findFfmpeg, installPackages, runInForeground } from '../scripts/prepare.mjs';

installPackages();
findFfmpeg();
const chromium = findChromium();
if (chromium) process.env.CHROMIUM_PATH = chromium;
buildWeb();
runInForeground('e2e/wander/wander.ts');
