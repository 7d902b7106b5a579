import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

/** A real S3-compatible store on loopback, empty at its start. */
export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const PROGRAMS = ['ceph', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin', 'setpriv'];

/** Why no store can be started on this machine; null if one can. */
export function s3SkipReason(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const missing = PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (missing.length === 0) return null;
  return `There is no Ceph on this machine (${missing.join(', ')}). On Debian: apt install radosgw ceph-mon ceph-osd`;
}

/** Start a Ceph in memory. It ends with this process, however that ends. */
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
    owner.once('exit', (code) => reject(new Error(`Ceph did not start: its owner ended with ${code}`)));
  });
  return {
    ...server,
    async stop() {
      if (owner.connected) owner.disconnect();
      await ended;
    },
  };
}

/** An address whose first visitor starts a store, and which tells every visitor how to reach it. */
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
