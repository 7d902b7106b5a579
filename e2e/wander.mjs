// `npm run wander`: install packages and build the web app if needed, then walk through it at random.
import { buildWeb, findChromium, findFfmpeg, installPackages, runInForeground } from '../scripts/prepare.mjs';

installPackages();
findFfmpeg();
const chromium = findChromium();
if (chromium) process.env.CHROMIUM_PATH = chromium;
buildWeb();
runInForeground('e2e/wander/wander.ts');
