import { join } from 'node:path';
import { startApi } from '../support/api-process.ts';
import { getOk, getRequest, type HttpConnection, openConnections } from '../support/http-connection.ts';
import { FILE_BYTES, storeLargeVideo } from '../support/large-video.ts';
import { asRate, repeatable, repeatFor } from '../support/measure.ts';
import { startNginx } from '../support/nginx.ts';
import type { Row, Trial } from '../support/row.ts';
import type { World } from '../support/world.ts';

const KIB = 1024;
const CLIENTS = 64;

/** @param offload whether clients reach Kinreel through an nginx that sends the files */
const ranges = (name: string, bytes: number, goal: number, offload = false): Row => ({
  name: `media, ranges of ${name}, ${CLIENTS} clients${offload ? ', with offload' : ''}`,
  limit: 'nginx, sendfile',
  unit: '/s',
  goal: { ratio: goal },
  prepare: (world) => prepare(world, bytes, offload),
});

async function prepare(world: World, bytes: number, offload: boolean): Promise<Trial> {
  const path = await storeLargeVideo(world);
  const root = join(world.kinreel.dataDir, 'media/objects');
  const cookie = await world.mediaCookie();
  const nginx = await startNginx(root);
  const api = offload && nginx ? await startApi(world.kinreel.dataDir, { MEDIA_OFFLOAD: 'nginx' }) : null;
  const proxy = api && (await startNginx(root, api.origin));
  const stop = async () => {
    await Promise.all([nginx?.stop(), proxy?.stop()]);
    await api?.stop();
  };
  if (proxy) {
    await checkOffload(world.kinreel.origin, proxy.origin, `/media${path}`, cookie).catch(async (error) => {
      await stop();
      throw error;
    });
  }
  const ofKinreel = await openConnections(proxy?.origin ?? world.kinreel.origin, CLIENTS);
  const ofNginx = nginx ? await openConnections(nginx.origin, CLIENTS) : [];
  const random = repeatable(4);
  const measure = async (connections: HttpConnection[], prefix: string) =>
    asRate(
      await repeatFor(world.seconds, CLIENTS, async (client) => {
        const first = Math.floor(random() * (FILE_BYTES / bytes)) * bytes;
        const range = `bytes=${first}-${first + bytes - 1}`;
        const response = await getOk(
          connections[client] as HttpConnection,
          getRequest(prefix + path, { cookie, range }),
        );
        if (response.status !== 206 || response.bytes !== bytes) throw new Error('The range is not what was asked for');
      }),
    );
  return {
    kinreel: () => measure(ofKinreel, '/media'),
    limit: nginx && (() => measure(ofNginx, '')),
    ...(api && { api: api.pid }),
    async end() {
      for (const connection of [...ofKinreel, ...ofNginx]) connection.close();
      await stop();
    },
  };
}

/** Checks that nginx answers like Kinreel, so that both measurements do the same work. @throws Error if it does not */
async function checkOffload(kinreel: string, nginx: string, path: string, cookie: string): Promise<void> {
  const [same, other] = ['bytes=5-9', 'bytes=7-7,9-9'].map((range) => ({ cookie, range }));
  for (const headers of [same, other, { ...same, 'if-range': '"another"' }] as Record<string, string>[]) {
    const [own, offloaded] = await Promise.all([kinreel, nginx].map((origin) => describe(origin + path, headers)));
    if (own !== offloaded) throw new Error(`nginx responds differently from Kinreel: ${offloaded} instead of ${own}`);
  }
}

/** Headers that describe the bytes and how they may be used. */
const MEANING = [
  'accept-ranges',
  'cache-control',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'etag',
  'x-content-type-options',
];

/** Status, length and headers of a response. */
async function describe(address: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(address, { headers });
  const { byteLength } = await response.arrayBuffer();
  return JSON.stringify([response.status, byteLength, ...MEANING.map((name) => response.headers.get(name))]);
}

export const media: Row[] = [
  ranges('1 MiB', KIB * KIB, 0.8),
  ranges('64 KiB', 64 * KIB, 0.6),
  ranges('1 MiB', KIB * KIB, 0.95, true),
  ranges('64 KiB', 64 * KIB, 0.95, true),
];
