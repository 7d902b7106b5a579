import { join } from 'node:path';
import { getOk, getRequest, type HttpConnection, openConnections } from '../support/http-connection.ts';
import { FILE_BYTES, storeLargeVideo } from '../support/large-video.ts';
import { asRate, repeatable, repeatFor } from '../support/measure.ts';
import { startNginx } from '../support/nginx.ts';
import type { Row, Trial } from '../support/row.ts';
import type { World } from '../support/world.ts';

const KIB = 1024;
const CLIENTS = 64;

const ranges = (name: string, bytes: number, goal: number): Row => ({
  ...{
    name: `media, ranges of ${name}, ${CLIENTS} clients`,
    limit: 'nginx, sendfile',
    unit: '/s',
    goal: { ratio: goal },
  },
  prepare: (world) => prepare(world, bytes),
});

async function prepare(world: World, bytes: number): Promise<Trial> {
  const path = await storeLargeVideo(world);
  const nginx = await startNginx(join(world.kinreel.dataDir, 'media/objects'));
  const cookie = await world.mediaCookie();
  const ofKinreel = await openConnections(world.kinreel.origin, CLIENTS);
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
    async end() {
      for (const connection of [...ofKinreel, ...ofNginx]) connection.close();
      await nginx?.stop();
    },
  };
}

export const media: Row[] = [ranges('1 MiB', KIB * KIB, 0.8), ranges('64 KiB', 64 * KIB, 0.6)];
