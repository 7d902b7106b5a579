import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWithS3, newBucket } from '../../testing/s3.ts';
import { createLocalStorage } from './local.ts';
import { createS3Storage, type S3Settings } from './s3.ts';
import { testStorage } from './storage.test-suite.ts';
import { type Storage, StorageUnavailableError } from './storage.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinreel-storage-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('storage on a local disk', () => {
  testStorage(async () => {
    const own = join(root, 'local');
    return { root: own, s3: null, storage: createLocalStorage(own) };
  });
});

describeWithS3('storage in S3', () => {
  let settings: S3Settings;
  let client: S3Client;
  let storage: Storage;
  beforeAll(async () => {
    ({ settings, client } = await newBucket());
    storage = createS3Storage(settings, join(root, 's3'));
  }, 120_000);

  testStorage(async () => ({ root: join(root, 's3'), s3: settings, storage }));

  async function put(key: string, content: string | Buffer, to = storage): Promise<void> {
    const path = join(await to.stagingFolder(), 'file');
    await writeFile(path, content);
    await to.put(key, path);
  }
  async function uploadsUnderWay(key: string): Promise<number> {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket, Prefix: key }));
    return page.Uploads?.length ?? 0;
  }

  test('a prefix hides objects outside of it', async () => {
    const inside = createS3Storage({ ...settings, prefix: 'home/kinreel' }, join(root, 's3'));
    await put('videos/prefixed/original', 'inside', inside);
    await put('home/kinreelx/original', 'outside');
    const keys: string[] = [];
    for await (const { key } of inside.list('')) keys.push(key);
    expect(keys).toEqual(['videos/prefixed/original']);
    expect(await text(await storage.open('home/kinreel/videos/prefixed/original'))).toBe('inside');
  });

  test('lists more objects than fit on one page of the store', async () => {
    const small = createS3Storage(settings, join(root, 's3'), { pageSize: 7 });
    const wanted = Array.from({ length: 23 }, (_, n) => `pages/${String(n).padStart(2, '0')}`);
    await Promise.all(wanted.map((key) => put(key, key)));
    const keys: string[] = [];
    for await (const { key } of small.list('pages/')) {
      keys.push(key);
      await small.delete(key);
    }
    expect(keys).toEqual(wanted);
  });

  test('[UP-02] incomplete uploads of a killed process are removed', async () => {
    const folder = await storage.stagingFolder();
    const path = join(folder, 'large');
    await writeFile(path, Buffer.alloc(100 * 1024 * 1024));
    const source = { root: join(root, 's3'), s3: settings };
    const child = fork(join(import.meta.dirname, 'storage-test-process.ts'), [
      JSON.stringify({ ...source, task: 'put', key: 'killed/large', path }),
    ]);
    await expect.poll(() => uploadsUnderWay('killed/large'), { interval: 20 }).toBe(1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await storage.stat('killed/large')).toBeNull();
    await storage.removeStaleStaging(new Date(Date.now() - 3600_000));
    expect(await uploadsUnderWay('killed/large')).toBe(1);
    await rm(folder, { recursive: true });
    expect(await storage.removeStaleStaging(new Date(Date.now() + 60_000))).toBeGreaterThan(0);
    expect(await uploadsUnderWay('killed/large')).toBe(0);
  }, 90_000);

  test('a large file needs little memory', async () => {
    const source = { root: join(root, 's3'), s3: settings };
    const task = { task: 'measure', key: 'measured/large', bytes: 200 * 1024 * 1024 };
    const child = fork(join(import.meta.dirname, 'storage-test-process.ts'), [JSON.stringify({ ...source, ...task })]);
    const [{ grown }] = await once(child, 'message');
    expect(grown).toBeLessThan(80 * 1024 * 1024);
    await once(child, 'exit');
  }, 90_000);

  describe('direct URLs', () => {
    const answer = { contentType: 'video/mp4', contentDisposition: 'attachment; filename="Holiday.mp4"' };
    beforeAll(() => put('direct/playback', '0123456789'));

    test('[VID-05] open one object with its content type, also by ranges', async () => {
      const url = (await storage.direct?.urlOf('direct/playback', answer)) ?? '';
      expect(new URL(url).origin).toBe(storage.direct?.origin);
      const got = await fetch(url, { headers: { range: 'bytes=2-4' } });
      expect([got.status, await got.text()]).toEqual([206, '234']);
      expect(got.headers.get('content-type')).toBe('video/mp4');
      expect(got.headers.get('content-disposition')).toBe('attachment; filename="Holiday.mp4"');
      expect(got.headers.get('content-range')).toBe('bytes 2-4/10');
      expect(got.headers.get('cache-control')).toBe('private, max-age=60');
    });

    test('[VID-05] are valid for one object, one method and one minute only', async () => {
      const url = (await storage.direct?.urlOf('direct/playback', answer)) ?? '';
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
      await put('direct/other', 'secret');
      const changed = (change: (url: URL) => void) => {
        const other = new URL(url);
        change(other);
        return other.href;
      };
      for (const tampered of [
        changed((u) => {
          u.pathname = u.pathname.replace('playback', 'other');
        }),
        changed((u) => u.searchParams.set('X-Amz-Expires', '6000')),
        changed((u) => u.searchParams.set('response-content-type', 'text/html')),
        changed((u) => u.searchParams.delete('X-Amz-Signature')),
        changed((u) => {
          u.search = '';
        }),
      ]) {
        expect((await fetch(tampered)).status, tampered).toBe(403);
      }
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
      expect((await fetch(url)).status).toBe(200);
      const old = createS3Storage(settings, join(root, 's3'), { directSeconds: 1 });
      const short = (await old.direct?.urlOf('direct/playback', answer)) ?? '';
      await expect.poll(async () => (await fetch(short)).status).toBe(403);
    });
  });

  describe('a failing store', () => {
    /** A proxy that passes on a number of response bytes, then hangs or closes the connection. */
    let trouble: { after: number; way: 'hang' | 'cut' } | null;
    let proxy: Server;
    let through: Storage;
    const sockets = new Set<Socket>();
    beforeAll(async () => {
      const { hostname, port } = new URL(settings.endpoint);
      proxy = createServer((here) => {
        const there = connect(Number(port), hostname);
        sockets.add(here).add(there);
        here.pipe(there);
        let passed = 0;
        there.on('data', (chunk) => {
          passed += chunk.length;
          if (!trouble || passed <= trouble.after) here.write(chunk);
          else if (trouble.way === 'cut') here.destroy();
        });
        for (const socket of [here, there]) socket.on('error', () => here.destroy() && there.destroy());
        here.on('close', () => there.destroy());
      }).listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      through = createS3Storage({ ...settings, endpoint }, join(root, 's3'), { connectMs: 1000, idleMs: 600 });
      trouble = null;
      await put('trouble/original', Buffer.alloc(6 * 1024 * 1024, 'x'), through);
    });
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });

    test.each(['hang', 'cut'] as const)(
      '[UP-02] that does not respond (%s) is an error, not a missing object',
      async (way) => {
        trouble = { after: 0, way };
        const tries = [
          through.stat('trouble/original'),
          through.open('trouble/original'),
          through.delete('trouble/none'),
          put('trouble/new', 'x', through),
          through.list('trouble/')[Symbol.asyncIterator]().next(),
          through.removeStaleStaging(new Date(0)),
        ];
        for (const outcome of await Promise.allSettled(tries)) {
          expect(outcome.status).toBe('rejected');
          const { reason } = outcome as PromiseRejectedResult;
          expect(reason).toBeInstanceOf(StorageUnavailableError);
          expect(reason.message).toMatch(/^The object store could not /);
          expect(reason.message).not.toContain(settings.secretAccessKey);
        }
        trouble = null;
        for (const socket of sockets) socket.destroy();
        expect(await storage.stat('trouble/original')).not.toBeNull();
      },
    );

    test.each(['hang', 'cut'] as const)('that stops in the middle (%s) fails the read', async (way) => {
      trouble = { after: 2 * 1024 * 1024, way };
      await expect(text(await through.open('trouble/original'))).rejects.toThrow();
      const folder = await storage.stagingFolder();
      await expect(through.materialize('trouble/original', folder, 'half')).rejects.toBeInstanceOf(
        StorageUnavailableError,
      );
      expect(await readdir(folder)).toEqual([]);
      trouble = null;
    });

    test('[UP-02] that stops in the middle of a large upload leaves no object', async () => {
      const putting = put('trouble/large', Buffer.alloc(60 * 1024 * 1024), through);
      const outcome = expect(putting).rejects.toBeInstanceOf(StorageUnavailableError);
      await expect.poll(() => uploadsUnderWay('trouble/large'), { interval: 5 }).toBe(1);
      trouble = { after: 0, way: 'hang' };
      await outcome;
      trouble = null;
      expect(await storage.stat('trouble/large')).toBeNull();
    }, 60_000);

    test('a slow reader does not cause a timeout', async () => {
      const stream = await through.open('trouble/original');
      await once(stream, 'readable');
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect((await text(stream)).length).toBe(6 * 1024 * 1024);
    });

    test('an unreachable store, wrong credentials and a missing bucket are errors', async () => {
      const wrong = (change: Partial<S3Settings>) => createS3Storage({ ...settings, ...change }, join(root, 's3'));
      for (const other of [
        wrong({ endpoint: 'http://127.0.0.1:9' }),
        wrong({ secretAccessKey: 'wrong' }),
        wrong({ bucket: 'no-such-bucket' }),
      ]) {
        await expect(other.stat('trouble/original')).rejects.toBeInstanceOf(StorageUnavailableError);
        await expect(other.open('trouble/original')).rejects.toBeInstanceOf(StorageUnavailableError);
        await expect(other.list('')[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(StorageUnavailableError);
      }
    });
  });
});
