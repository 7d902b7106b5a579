// `npm start`: install what is missing, build, run all of Kinreel.
import { spawn } from 'node:child_process';
import { buildWeb, environment, findFfmpeg, installPackages, node, root } from './prepare.mjs';

installPackages();
findFfmpeg();
buildWeb();

const child = spawn(node(), ['apps/server/src/main.ts'], {
  cwd: root,
  env: environment(),
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
// Ctrl-C reaches the whole group by itself; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
// npm does not pass on a signal that it alone was sent: when it is gone, so is the one who wanted us.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) child.kill('SIGTERM');
}, 500).unref();
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
