import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import getPort from 'get-port';

export interface Nginx {
  origin: string;
  stop(): Promise<void>;
}

/** The longest time until nginx accepts connections. */
const START_MS = 5_000;

/** Where the program is: /usr/sbin is not on everybody's PATH. */
const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'nginx'))
  .find((path) => existsSync(path));

/** Serves a folder with nginx: a worker for each core, sendfile, no log. @returns null if nginx is not installed */
export async function startNginx(root: string): Promise<Nginx | null> {
  if (!program) return null;
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-bench-nginx-'));
  await chmod(folder, 0o755);
  const port = await getPort({ host: '127.0.0.1' });
  await writeFile(join(folder, 'nginx.conf'), configuration(port, root));
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log', '-g', 'daemon off;'], {
    stdio: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START_MS; !(await fetch(origin).catch(() => null)); ) {
    if (Date.now() > end || child.exitCode !== null) throw new Error('nginx did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill();
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (port: number, root: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
worker_rlimit_nofile 8192;
pid nginx.pid;
error_log error.log crit;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  client_body_temp_path body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root};
  }
}`;
