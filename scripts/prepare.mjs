// What `npm start` and `npm test` need before anything of the project can run. Plain JavaScript without imports from
// node_modules: on a fresh clone there are none, and the Node that launched npm may be an older one.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Node 24 from the registry package, or the running one where the registry has none for this machine. */
export function node() {
  const own = join(root, 'node_modules/.bin/node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  fail(`Kinreel runs on Node 24 or later, and this machine (${process.platform} ${process.arch}) has ${process.version}.
Please install Node 24 (https://nodejs.org) and try again.`);
}

/** Environment in which `node` and the tools of node_modules are found first. */
export function environment() {
  return { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH };
}

/** End with a sentence for the person at the terminal. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Run a command in the project's folder and end if it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: environment(), ...options });
  if (result.status !== 0) fail(options.failure ?? `${command} ${args.join(' ')} did not work. Its output is above.`);
}

/** Install the packages of package-lock.json unless that very lock is installed already. */
export function installPackages() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Please use Node 20 or later to start; this is ${process.version}.`);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules/.kinreel-installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  console.log('Installing what Kinreel is made of. This takes a minute the first time.');
  const npm = process.env.npm_execpath;
  run(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: process.env,
    failure: 'The packages could not be installed. Please check the network and try again.',
  });
  writeFileSync(stamp, lock);
}

/** Build the web app unless the last build is newer than everything it is made of. */
export function buildWeb() {
  const built = join(root, 'apps/web/dist/index.html');
  const sources = [
    'apps/web/src',
    'apps/web/public',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'packages/contracts/src',
    'packages/messages/src',
    'package-lock.json',
  ];
  if (existsSync(built) && sources.every((path) => newest(join(root, path)) <= statSync(built).mtimeMs)) return;
  console.log('Building the web app.');
  run(node(), ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']);
}

function newest(path) {
  if (!existsSync(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/**
 * Find a program by an environment variable or on PATH; else install its Debian packages where that is possible.
 * @returns its path, or null with an explanation printed
 */
export function findOrInstall({ variable, names, debianPackage, without }) {
  const found = find(variable, names);
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing ${debianPackage} by apt-get.`);
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debianPackage.split(' ')], quiet);
    const installed = find(variable, names);
    if (installed) return installed;
  }
  console.warn(`There is no ${names[0]} on this machine. ${without}
To add it: apt install ${debianPackage} (Debian, Ubuntu)${variable ? `, or set ${variable} to where it is` : ''}.`);
  return null;
}

function find(variable, names) {
  const given = variable && process.env[variable];
  if (given) return existsSync(given) ? given : null;
  return names.map(onPath).find(Boolean) ?? null;
}

function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** ffmpeg, which prepares the videos that browsers cannot play as they are. */
export function findFfmpeg() {
  return findOrInstall({
    variable: 'FFMPEG_PATH',
    names: ['ffmpeg'],
    debianPackage: 'ffmpeg',
    without: 'Videos that browsers play as they are still work; others are refused with that reason.',
  });
}

/** Ceph, an S3 store that the tests start in memory. */
export function findCeph() {
  return findOrInstall({
    names: ['radosgw'],
    debianPackage: 'radosgw ceph-mon ceph-osd',
    without: 'Storage in S3 is not tested without it; everything else is.',
  });
}

/** The browser that the journeys are tested in. */
export function findChromium() {
  return findOrInstall({
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    debianPackage: 'chromium',
    without: 'The browser journeys cannot be tested without one; everything else can.',
  });
}
