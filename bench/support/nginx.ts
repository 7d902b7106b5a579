import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import getPort from 'get-port';

export interface Nginx {
  origin: string;
  stop(): Promise<void>;
}

/** Timeout for the start of nginx. */
const START_MS = 5_000;

/** /usr/sbin is not on every PATH. */
const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'nginx'))
  .find((path) => existsSync(path));

/** The location of the sample configuration that sends files for Kinreel. */
function offloadLocation(root: string): string {
  const sample = readFileSync(join(import.meta.dirname, '../../deploy/nginx/kinreel.conf'), 'utf8');
  const location = /location \/\.kinreel-objects\/ \{[^}]*\}/.exec(sample)?.[0];
  if (!location) throw new Error('The sample of nginx has no location for files');
  return location.replace(/alias [^;]*;/, `alias ${root}/;`);
}

/**
 * Starts nginx with one worker per core, sendfile and no log.
 * @param root the folder that it serves
 * @param api origin of a Kinreel with MEDIA_OFFLOAD=nginx, which authorizes each file; without it, nginx serves the
 * files to everybody
 * @returns null if nginx is not installed
 */
export async function startNginx(root: string, api?: string): Promise<Nginx | null> {
  if (!program) return null;
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-bench-nginx-'));
  await chmod(folder, 0o755);
  const port = await getPort({ host: '127.0.0.1' });
  await writeFile(join(folder, 'nginx.conf'), configuration(port, root, api));
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

const configuration = (port: number, root: string, api?: string) => `
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
  ${api ? `upstream kinreel { server ${new URL(api).host}; keepalive 64; keepalive_requests 1000000000; }` : ''}
  server {
    listen 127.0.0.1:${port};
    ${
      api
        ? `location / { proxy_pass http://kinreel; proxy_http_version 1.1; proxy_set_header Connection ""; }
    ${offloadLocation(root)}`
        : `root ${root};`
    }
  }
}`;
