import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { tusSender } from '../../apps/server/src/testing/tus.ts';
import { call } from '../../e2e/support/api.ts';
import { clipMp4 } from '../../e2e/support/media.ts';
import type { Repetition } from '../support/measure.ts';
import type { Row } from '../support/row.ts';
import type { World } from '../support/world.ts';

const MIB = 1024 * 1024;

/** A playable clip, followed by a box of bytes that players skip. */
function* largeVideo(bytes: number): Generator<Buffer> {
  const clip = readFileSync(clipMp4());
  const box = Buffer.alloc(8);
  box.writeUInt32BE(bytes - clip.length, 0);
  box.write('free', 4, 'latin1');
  yield clip;
  yield box;
  const block = Buffer.alloc(MIB, 'kinreel ');
  for (let missing = bytes - clip.length - box.length; missing > 0; missing -= block.length) {
    yield missing < block.length ? block.subarray(0, missing) : block;
  }
}

async function send(sending: ClientRequest, chunks: Iterable<Buffer>): Promise<void> {
  for (const chunk of chunks) if (!sending.write(chunk)) await once(sending, 'drain');
  sending.end();
}

type Upload = (world: World, bytes: number) => Promise<string>;

/** @returns the id of the video */
const byForm: Upload = async ({ kinreel, viewer }, bytes) => {
  const boundary = 'kinreel-bench';
  const field = (text: string) => `--${boundary}\r\ncontent-disposition: form-data; name=${text}`;
  const head = Buffer.from(
    `${field('"prompt"')}\r\n\r\n1\r\n${field('"video"; filename="answer.mp4"')}\r\ncontent-type: video/mp4\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const sending = request(`${kinreel.origin}/api/video`, {
    method: 'POST',
    headers: {
      ...viewer.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes + tail.length,
    },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  function* chunks(): Generator<Buffer> {
    yield head;
    yield* largeVideo(bytes);
    yield tail;
  }
  await send(sending, chunks());
  const [response] = await answered;
  const text = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode !== 201) throw new Error(`POST /api/video: ${response.statusCode} ${text}`);
  return JSON.parse(text).id;
};

const byTus: Upload = async ({ kinreel, viewer }, bytes) => {
  const tus = tusSender(kinreel.origin, viewer.headers);
  const id = await tus.begin(bytes);
  const { request: sending, response } = tus.open(id, 0, bytes);
  await send(sending, largeVideo(bytes));
  await response;
  const published = await tus.publish(id, { prompt: 1 });
  if (published.status !== 201) throw new Error(`publish: ${published.status} ${published.body.message}`);
  return published.body.id ?? '';
};

/** Writes the same bytes to a file on the same disk, with fsync. */
async function write({ kinreel }: World, bytes: number): Promise<void> {
  const path = join(kinreel.dataDir, 'bench-file');
  const file = await open(path, 'w');
  for (const chunk of largeVideo(bytes)) await file.write(chunk);
  await file.sync();
  await file.close();
  await rm(path);
}

const upload = (name: string, send: Upload): Row => ({
  name: `upload of a large file by ${name}`,
  limit: 'writing it with fsync',
  unit: 'MiB/s',
  goal: { ratio: 0.7 },
  repetitions: 3,
  async prepare(world) {
    const mebibytes = world.quick ? 64 : 1024;
    const measure = async (work: () => Promise<void>): Promise<Repetition> => {
      const begin = performance.now();
      await work();
      return { value: (mebibytes * 1000) / (performance.now() - begin), actions: mebibytes };
    };
    // Deleted at once: workers must not prepare them, and the disk must not fill up.
    const stored: string[] = [];
    const remove = async () => {
      for (const id of stored.splice(0)) {
        await call(world.kinreel.origin, world.viewer, 'DELETE', `/api/video/${id}`);
      }
    };
    return {
      async kinreel() {
        await world.refresh();
        const result = await measure(async () => void stored.push(await send(world, mebibytes * MIB)));
        await remove();
        return result;
      },
      limit: () => measure(() => write(world, mebibytes * MIB)),
    };
  },
});

export const uploads: Row[] = [upload('form', byForm), upload('tus', byTus)];
