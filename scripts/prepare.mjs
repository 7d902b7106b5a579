// Prepares what npm scripts need before other code of the project can run: packages, tools, the built web app.
// Plain JavaScript without imports from node_modules: a fresh clone has none, and npm may run on an older Node.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of Node 24: the installed package's, or the running one if there is no package for this platform. */
export function node() {
  const own = join(root, 'node_modules/.bin/node');
  if (existsSync(own)) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  fail(`Kinreel runs on Node 24 or later, and this machine (${process.platform} ${process.arch}) has ${process.version}.
Please install Node 24 (https://nodejs.org) and try again.`);
}

/**
 * The environment with `node` and the tools of node_modules first on PATH. Node's compile cache saves 40 % of the CPU
 * time of later starts.
 */
export function environment() {
  return {
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    ...process.env,
    PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH,
  };
}

/**
 * Prints a message and exits with code 1.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a command in the project's folder; exits if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv; failure?: string }} options failure: message that replaces the default one
 */
export function run(command, args, { env = environment(), failure } = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
  if (result.status !== 0) fail(failure ?? `${command} ${args.join(' ')} failed. Its output is above.`);
}

/**
 * Runs a TypeScript program until it exits, and exits with its code. Also stops it on Ctrl-C, on SIGTERM, and when the
 * parent process has ended.
 * @param {string} file
 */
export function runInForeground(file, args = process.argv.slice(2)) {
  const child = spawn(node(), [file, ...args], {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // The child is in the same process group, so it also receives Ctrl-C, but not SIGTERM.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // npm does not forward signals. If it was killed, our parent process has changed.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  }, 500).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
}

/** Installs the packages of package-lock.json, unless they are installed. */
export function installPackages() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(`Please use Node 20 or later to start; this is ${process.version}.`);
  }
  if (hasPackages()) return;
  console.log('Installing packages. This takes about a minute the first time.');
  const npm = process.env.npm_execpath;
  run(npm ? process.execPath : 'npm', [...(npm ? [npm] : []), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: process.env,
    failure: 'The packages could not be installed. Please check the network and try again.',
  });
}

/**
 * Whether the packages of package-lock.json are installed. npm lists in node_modules/.package-lock.json what it has
 * installed; optional packages for other platforms are missing there.
 */
function hasPackages() {
  const list = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(list)) return false;
  const [wanted, installed] = [join(root, 'package-lock.json'), list].map(
    (path) => JSON.parse(readFileSync(path, 'utf8')).packages,
  );
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found ? found.version === version && found.integrity === integrity : optional;
  });
}

/** Builds the web app, unless the last build is newer than all of its sources. */
export function buildWeb() {
  const built = join(root, 'apps/web/dist/index.html');
  const sources = [
    'apps/web/src',
    'apps/web/public',
    'apps/web/build',
    'apps/web/index.html',
    'apps/web/vite.config.ts',
    'packages/brand/src',
    'packages/contracts/src',
    'packages/messages/src',
    'package-lock.json',
  ];
  if (existsSync(built) && sources.every((path) => newest(join(root, path)) <= statSync(built).mtimeMs)) return;
  console.log('Building the web app.');
  run(node(), ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn']);
}

/** @param {string} path @returns {number} time of the last change in the file or folder, in milliseconds; 0 if it is missing */
function newest(path) {
  if (!existsSync(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return Math.max(info.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/**
 * Finds a program by an environment variable or on PATH. Otherwise installs its Debian packages, if run as root with
 * apt-get.
 * @param {{ variable?: string; names: string[]; debianPackage: string; without: string }} program
 *   names: possible names, by preference; without: consequences if it is missing
 * @returns its path; null if it is missing, after printing what to do
 */
export function findOrInstall({ variable, names, debianPackage, without }) {
  const found = find(variable, names);
  if (found) return found;
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    console.log(`Installing ${debianPackage} with apt-get.`);
    /** @type {import('node:child_process').SpawnSyncOptions} */
    const quiet = {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    };
    spawnSync('apt-get', ['update', '-qq'], quiet);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debianPackage.split(' ')], quiet);
    const installed = find(variable, names);
    if (installed) return installed;
  }
  console.warn(`${names[0]} was not found. ${without}
To install it: apt install ${debianPackage} (Debian, Ubuntu)${variable ? `, or set ${variable} to its path` : ''}.`);
  return null;
}

/** @param {string | undefined} variable @param {string[]} names */
function find(variable, names) {
  const given = variable && process.env[variable];
  if (given) return existsSync(given) ? given : null;
  return names.map(onPath).find(Boolean) ?? null;
}

/** @param {string} name */
function onPath(name) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** ffmpeg converts videos that browsers cannot play, and bubblewrap isolates it. */
export function findFfmpeg() {
  findOrInstall({
    names: ['bwrap'],
    debianPackage: 'bubblewrap',
    without: 'ffmpeg runs without isolation, but with limits of memory, time and network.',
  });
  return findOrInstall({
    variable: 'FFMPEG_PATH',
    names: ['ffmpeg'],
    debianPackage: 'ffmpeg',
    without: 'Videos that browsers can play still work; other formats are rejected.',
  });
}

/** Ceph is an S3 store that the tests start in memory. */
export function findCeph() {
  return findOrInstall({
    names: ['radosgw'],
    debianPackage: 'radosgw ceph-mon ceph-osd',
    without: 'The tests of S3 storage are skipped.',
  });
}

/** nginx is the reverse proxy in the operator's test (operators-day) and in `npm run faults`. */
export function findNginx() {
  return findOrInstall({
    names: ['nginx'],
    debianPackage: 'nginx',
    without: "The operator's test is skipped.",
  });
}

/** unzip extracts a file from an archive of more than 4 GiB, in a test. */
export function findUnzip() {
  return findOrInstall({
    names: ['unzip'],
    debianPackage: 'unzip',
    without: 'A test of large archives is skipped.',
  });
}

/** systemd checks the unit in deploy/systemd, in the operator's test (operators-day). It is not started. */
export function findSystemd() {
  return findOrInstall({
    names: ['systemd-analyze'],
    debianPackage: 'systemd',
    without: 'The test of the systemd unit is skipped.',
  });
}

/** The browser for the component tests and the journeys. */
export function findChromium() {
  const chromium = findOrInstall({
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome'],
    debianPackage: 'chromium',
    without: 'Component tests and journeys cannot run; everything else can.',
  });
  if (chromium) {
    findOrInstall({
      names: ['chromium-headless-shell'],
      debianPackage: 'chromium-headless-shell',
      without: 'The journeys run in the ordinary Chromium, which takes about a third longer.',
    });
  }
  return chromium;
}
