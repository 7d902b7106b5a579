import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

/** A real S3-compatible store on loopback, initially empty. */
export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv'];

/** Why the S3 store cannot run on this machine; null if it can. */
export function s3SkipReason(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing.length === 0) return null;
  return `Ceph is not installed (missing: ${missing.join(', ')}). On Debian: apt install radosgw ceph-mon ceph-osd`;
}

/** Starts an in-memory Ceph. It stops when this process ends for any reason. */
export async function startS3Server(): Promise<S3Server & { stop(): Promise<void> }> {
  const owner = fork(join(import.meta.dirname, 's3-server-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => owner.once('exit', () => resolve()));
  const server = await new Promise<S3Server>((resolve, reject) => {
    owner.on('message', (message: { ready?: S3Server; error?: string }) => {
      if (message.ready) resolve(message.ready);
      else reject(new Error(`Ceph did not start: ${message.error}`));
    });
    owner.once('exit', (code) => reject(new Error(`Ceph did not start: its process exited with ${code}`)));
  });
  return {
    ...server,
    async stop() {
      if (owner.connected) owner.disconnect();
      await ended;
    },
  };
}

/** Listens on a URL that starts the store at the first request and returns its settings. */
export async function offerS3Server(): Promise<{ url: string; stop(): Promise<void> }> {
  let started: ReturnType<typeof startS3Server> | null = null;
  const offer = createServer(async (_request, response) => {
    try {
      started ??= startS3Server();
      response.end(JSON.stringify(await started));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => offer.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(offer.address() as AddressInfo).port}`,
    async stop() {
      offer.close();
      offer.closeAllConnections();
      await started?.then((server) => server.stop()).catch(() => {});
    },
  };
}
