import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_STATUS, type ErrorCode } from '@kinreel/contracts';
import { limitOf, runsOf, writeCounts } from '@kinreel/fuzzing/counts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareVideo } from '../../features/media/jobs/prepare-video.ts';
import { UnusableVideoError } from '../../features/media/probe/unusable-video-error.ts';
import type { MediaTools } from '../../platform/ffmpeg/tools.ts';
import { type ApiProcess, startApiProcess } from '../api-process.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../index.ts';
import { createMediaFiles, type MediaFiles } from '../media-test-files.ts';
import { describeWithFfmpeg, tools } from '../media-tools.ts';
import fc from '../property.ts';
import { goodPictures, goodVideos, type HostileFile, mutated, pictureBombs, plantedVideos } from './hostile-files.ts';

/** Number of files; half are pictures, half are videos. */
const FILES = runsOf({ everyDay: 6, full: 300 });

/** Maximum growth of the web server, and maximum memory of a decoding program, in MiB. */
const GROWTH_MIB = 150;
const DECODER_MIB = 1_500;

/** Interval for a new login: a token is valid for 15 minutes, and a long run takes longer. In milliseconds. */
const LOGIN_MS = 300_000;

const MARK = 'the-secret-of-this-machine';

describeWithFfmpeg('hostile files', { timeout: limitOf(FILES) }, () => {
  let server: TestServer;
  let api: ApiProcess;
  let person: TestPerson;
  let loggedInAt: number;
  let files: MediaFiles;
  let folder: string;
  let secret: string;
  let listener: Server;
  let connections = 0;
  let mostMemory = 0;
  let watch: NodeJS.Timeout;
  const tried = { pictures: 0, videos: 0 };

  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    server = await startTestServer({ LOG_LEVEL: 'silent', ...env });
    await logIn();
    api = await startApiProcess(server);
    files = await createMediaFiles(tools as MediaTools);
    folder = await mkdtemp(join(tmpdir(), 'kinreel-secret-'));
    secret = join(folder, 'secret.mov');
    await writeFile(secret, MARK.repeat(2_000));
    listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    watch = setInterval(async () => {
      for (const { memory } of await decoders()) mostMemory = Math.max(mostMemory, memory);
    }, 100);
  });
  afterAll(async () => {
    clearInterval(watch);
    writeCounts('hostile files', tried);
    listener?.close();
    await api?.end('SIGKILL');
    await server?.stop();
    await files?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function logIn(): Promise<void> {
    loggedInAt = Date.now();
    person = await loginAs(server);
  }

  const reach = () => ({ secret, port: (listener.address() as AddressInfo).port });

  /** Decoding programs of this test, with their memory in MiB. */
  async function decoders(): Promise<{ pid: string; memory: number }[]> {
    const found = (await readdir('/proc').catch(() => []))
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && Number(name) !== api.pid)
      .map(async (pid) => {
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        if (!command.includes(server.dataDir) && !command.includes(files.folder)) return [];
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        return [{ pid, memory: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024 }];
      });
    return (await Promise.all(found)).flat();
  }

  async function memoryOfApi(): Promise<number> {
    const status = await readFile(`/proc/${api.pid}/status`, 'utf8').catch(() => '');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Sends a file as a form. @returns its status; an error must be one of the contract */
  async function send(method: string, path: string, field: string, { name, bytes }: HostileFile): Promise<number> {
    const form = new FormData();
    if (field === 'video') form.append('prompt', '1');
    form.append(field, new File([new Uint8Array(bytes)], `${name}.bin`));
    const response = await fetch(`${api.origin}${path}`, { method, headers: person.headers, body: form });
    const body = await response.text();
    if (response.ok) return response.status;
    const { code } = JSON.parse(body) as { code: ErrorCode };
    expect(ERROR_STATUS[code], `${name}: ${body}`).toBe(response.status);
    expect(code, name).not.toBe('server.failed');
    expect(body, name).not.toContain(MARK);
    return response.status;
  }

  /**
   * Marks the secret file as unread: its access time shows whether it was read (relatime updates it at least after each
   * change).
   */
  async function markUnread(): Promise<void> {
    await utimes(secret, new Date('1980-01-01'), new Date());
  }
  async function expectNothingReached(name: string): Promise<void> {
    expect((await stat(secret)).atime.getFullYear(), `${name} had the secret file read`).toBe(1980);
    expect(connections, `${name} had a connection opened`).toBe(0);
  }

  /** A selection: half of it planted files (all of them in the long run), the others mutations. */
  const some = (planted: readonly HostileFile[], good: readonly HostileFile[], count: number) => {
    const length = Math.min(planted.length, Math.ceil(count / 2));
    const [first = []] = fc.sample(fc.shuffledSubarray([...planted], { minLength: length, maxLength: length }), 1);
    return [...first, ...mutated(good, count - first.length)];
  };

  test('plain ffmpeg follows a planted reference, and the test detects that', async () => {
    await markUnread();
    const good = await goodVideos(files);
    const planted = plantedVideos(good, reach()).find(({ name }) => name.includes('absolute path')) as HostileFile;
    const path = await files.write('planted.mov', planted.bytes);
    const args = ['-v', 'error', '-enable_drefs', '1', '-use_absolute_path', '1', '-i', path, '-f', 'null', '-'];
    spawnSync((tools as MediaTools).ffmpeg, args);
    expect((await stat(secret)).atime.getFullYear()).not.toBe(1980);
  });

  test('[API-22] a malicious picture is saved or rejected with a reason; no other file is read, and memory is limited', async () => {
    const hostile = some(await pictureBombs(reach()), await goodPictures(), Math.ceil(FILES / 2));
    await send('PUT', `/api/photo/${person.id}`, 'photo', (await goodPictures())[0] as HostileFile);
    const idle = await memoryOfApi();
    await markUnread();
    for (const file of hostile) {
      if (Date.now() - loggedInAt > LOGIN_MS) await logIn();
      tried.pictures += 1;
      const status = await send('PUT', `/api/photo/${person.id}`, 'photo', file);
      expect([200, 400, 413, 415], `${file.name}: ${status}`).toContain(status);
      await expectNothingReached(file.name);
    }
    expect((await memoryOfApi()) - idle).toBeLessThan(GROWTH_MIB);
    expect(mostMemory).toBeLessThan(DECODER_MIB);
    await expect.poll(decoders).toEqual([]);
  });

  test('[UP-02] a malicious video becomes playable or is rejected with a reason; no other file is read, and memory is limited', async () => {
    const good = await goodVideos(files);
    const hostile = some(plantedVideos(good, reach()), good, Math.floor(FILES / 2));
    const idle = await memoryOfApi();
    await markUnread();
    for (const file of hostile) {
      if (Date.now() - loggedInAt > LOGIN_MS) await logIn();
      tried.videos += 1;
      const status = await send('POST', '/api/video', 'video', file);
      expect([201, 400, 413, 415], `${file.name}: ${status}`).toContain(status);
      await tryPreparation(file);
      await expectNothingReached(file.name);
    }
    expect((await memoryOfApi()) - idle).toBeLessThan(GROWTH_MIB);
    expect(mostMemory).toBeLessThan(DECODER_MIB);
    await expect.poll(decoders).toEqual([]);
  });

  /** Prepares a file like a worker, also one that the upload rejects. */
  async function tryPreparation({ name, bytes }: HostileFile): Promise<void> {
    const { input, output } = await files.alone(await files.write('hostile', bytes));
    const prepared = await prepareVideo(input, { tools, folder: output, maxSeconds: 7200 }).catch((error) => error);
    if (prepared instanceof Error) {
      expect(prepared, name).toBeInstanceOf(UnusableVideoError);
      return;
    }
    expect((await readFile(prepared.playback.path)).includes(MARK), `${name}: the secret was copied`).toBe(false);
    const { streams } = await files.describe(prepared.playback.path);
    expect(
      streams.some(({ codec_type }) => codec_type === 'video'),
      name,
    ).toBe(true);
    await rm(output, { recursive: true, force: true });
  }
});
