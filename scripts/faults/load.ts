import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PERMISSIONS, type Permission, type Video } from '@kinreel/contracts';
import { mediaBytes } from '../../apps/server/src/testing/media-files.ts';
import { tusSender } from '../../apps/server/src/testing/tus.ts';
import {
  type ApiPerson,
  accessToken,
  call,
  connect,
  ownVideos,
  type Registration,
  registerByApi,
  uploadByApi,
} from '../sample-family/api-client.ts';

/** Actions of the simulated people, and their results. */
export interface LoadResult {
  requests: number;
  /**
   * Requests without a response, or with 502 to 504, 507 or 423: expected while a component is unavailable, the disk is
   * full, or a hanging server holds an upload.
   */
  unanswered: number;
  /** Any other unsuccessful response. */
  wrong: string[];
  /** Number of acknowledged writes, and a description of each lost one. */
  writes: number;
  lost: string[];
  /** Videos that are published or ready, but not complete. */
  incomplete: string[];
  /** Responses that still showed a video or a person after access was withdrawn and the change acknowledged. */
  leaked: string[];
  /** Times of failed requests, by `performance.now()`. */
  failedAt: number[];
  /** The slowest response, in milliseconds. */
  slowestMs: number;
}

export function emptyResult(): LoadResult {
  return {
    requests: 0,
    unanswered: 0,
    wrong: [],
    writes: 0,
    lost: [],
    incomplete: [],
    leaked: [],
    failedAt: [],
    slowestMs: 0,
  };
}

/** Simulated people who use an installation continuously, and remember all acknowledged writes. */
export interface Load {
  /** Resolves when a write and a read that started after this call have succeeded. */
  recovered(): Promise<void>;
  /** The result so far. */
  readonly result: Readonly<LoadResult>;
  /** Stops, waits until all videos are processed, and checks all acknowledged writes. */
  finish(): Promise<LoadResult>;
}

/** Request timeout in milliseconds. */
const TIMEOUT_MS = 30_000;

/** Pauses between two actions of a kind, in milliseconds. */
const PAUSE_MS = {
  upload: 1_500,
  change: 40,
  read: 20,
  signUp: 3_000,
  resumed: 1_000,
  rights: 200,
  login: 1_000,
  block: 500,
};

/** Size of a resumable upload and of its parts, in bytes: several parts, and several objects in the store. */
const RESUMED_BYTES = 6 * 1024 * 1024;
const PART_BYTES = 2 * 1024 * 1024;

/** Searches for a person after they blocked the searcher, to reach all web servers with high probability. */
const SEARCHES = 4;

/** Pause before a failed action is retried, in milliseconds. */
const RETRY_MS = 200;

/** Login interval in milliseconds: a token is valid for 15 minutes. */
const LOGIN_MS = 120_000;

/** How long video processing may take after the last fault, in milliseconds. */
const PREPARATION_MS = 300_000;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function newPerson(): Registration {
  return {
    firstName: 'Odalie',
    lastName: 'Fennick',
    email: `odalie.${randomUUID()}@example.org`,
    password: 'Correct-horse-7',
  };
}

/** Registers two people, connects them, and uploads a video. */
async function registerPair(home: string, file: Blob) {
  const registrations = [newPerson(), newPerson()] as const;
  const [owner, sister] = [await registerByApi(home, registrations[0]), await registerByApi(home, registrations[1])];
  await connect(home, owner, sister);
  return { registrations, owner, sister, first: await uploadByApi(home, owner, file, 'answer.mp4') };
}

/** Enlarges a video with a box of random bytes, which players skip. */
function enlarged(clip: Buffer, size: number): Buffer {
  const filler = randomBytes(size - clip.length);
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  return Buffer.concat([clip, filler]);
}

/**
 * Starts the load.
 * @param origins addresses of the web servers, used in rotation
 * @param options.pace factor of all pauses
 * @param options.more adds logins, resumable uploads, a video whose access changes continuously, and a person who
 *   blocks and unblocks another
 */
export async function startLoad(origins: readonly string[], { pace = 1, more = false } = {}): Promise<Load> {
  const clip = await mediaBytes('clip.mp4');
  const content = enlarged(clip, RESUMED_BYTES);
  const file = new Blob([new Uint8Array(clip)]);
  const [home = ''] = origins;
  const { registrations, owner, sister, first } = await untilAnswered(() => registerPair(home, file));

  const result = emptyResult();
  /** SHA-256 of each video, by id. */
  const uploaded = new Map([[first.id, sha256(clip)]]);
  const accounts: Registration[] = [];
  /** Possible permissions of the first video: the acknowledged one, and those of unacknowledged changes. */
  let permissions: Video['permission'][] = [first.permission];
  /** Changes without a response: a hanging server may still apply them later. */
  const late = new Set<Video['permission']>();
  let stopped = false;
  const succeeded = { write: 0, read: 0 };
  let requestCount = 0;
  const origin = () => origins[requestCount++ % origins.length] ?? home;

  const timeout = () => sleep(TIMEOUT_MS, null, { ref: false }).then(() => Promise.reject(new Error('no response')));

  /** @returns undefined on failure */
  async function attempt<T>(what: string, kind: 'read' | 'write', action: () => Promise<T>): Promise<T | undefined> {
    const began = performance.now();
    result.requests += 1;
    try {
      const answer = await Promise.race([action(), timeout()]);
      if (kind === 'write') result.writes += 1;
      succeeded[kind] = Math.max(succeeded[kind], began);
      result.slowestMs = Math.max(result.slowestMs, performance.now() - began);
      return answer as T;
    } catch (error) {
      result.failedAt.push(performance.now());
      if (isUnanswered(error)) result.unanswered += 1;
      else result.wrong.push(`${what}: ${(error as Error).message.slice(0, 200)}`);
      return undefined;
    }
  }

  async function repeat(pauseMs: number, action: () => Promise<unknown>): Promise<void> {
    while (!stopped) {
      const done = await action();
      // Retry soon, so that long actions are running when the next fault occurs.
      await sleep(pace * (done ? pauseMs / 2 + randomInt(pauseMs) : RETRY_MS + randomInt(Math.ceil(pauseMs / 4))));
    }
  }

  /** Logs the two people in again before their tokens expire. */
  let loggedInAt = Date.now();
  async function logInAgain(): Promise<true> {
    if (Date.now() - loggedInAt < LOGIN_MS) return true;
    for (const [index, person] of [owner, sister].entries()) {
      person.headers = { authorization: `Bearer ${await accessToken(home, registrations[index] ?? newPerson())}` };
    }
    loggedInAt = Date.now();
    return true;
  }

  /** The video whose access changes. Replaced after an unacknowledged change, which may be applied later. */
  let opened: Video | undefined;
  const used = new Set<string>();
  let step = 0;

  /** A person who blocks the sister. Replaced after an unacknowledged change, which may be applied later. */
  let blocker: { person: ApiPerson; name: string } | undefined;

  const running = Promise.all([
    repeat(PAUSE_MS.upload, async () => {
      const video = await attempt('upload', 'write', () => uploadByApi(origin(), owner, file, 'answer.mp4'));
      if (video) uploaded.set(video.id, sha256(clip));
      return video;
    }),
    repeat(PAUSE_MS.change, async () => {
      const permission = PERMISSIONS[randomInt(PERMISSIONS.length)] as Permission;
      permissions.push(permission);
      const path = `/api/permission/${first.id}`;
      const done = await attempt('permission', 'write', async () => {
        await call(origin(), owner, 'PUT', path, { permission });
        return true;
      });
      if (done) permissions = [permission, ...late];
      else late.add(permission);
      return done;
    }),
    repeat(PAUSE_MS.read, () => attempt('list', 'read', () => ownVideos(origin(), owner))),
    repeat(PAUSE_MS.read, () => attempt('profile', 'read', () => call(origin(), sister, 'GET', '/api/user'))),
    repeat(PAUSE_MS.signUp, async () => {
      const person = newPerson();
      const registered = await attempt('registration', 'write', () => registerByApi(origin(), person));
      if (registered) accounts.push(person);
      return registered;
    }),
    repeat(1_000, () => Promise.race([logInAgain(), timeout()]).catch(() => undefined)),
    ...(more
      ? [
          repeat(PAUSE_MS.resumed, sendInParts),
          repeat(PAUSE_MS.rights, changeRights),
          repeat(PAUSE_MS.block, blockAndUnblock),
          repeat(PAUSE_MS.login, () => attempt('log-in', 'read', () => accessToken(origin(), registrations[1]))),
        ]
      : []),
  ]);

  /** A resumable upload, whose parts are sent to any web server. Checks that acknowledged bytes are kept. */
  async function sendInParts(): Promise<true | undefined> {
    const sender = () => tusSender(origin(), owner.headers);
    const id = await attempt('upload begins', 'write', () => sender().begin(content.length));
    if (!id) return undefined;
    for (let acknowledged = 0; acknowledged < content.length && !stopped; ) {
      const offset = await attempt('offset', 'read', () => sender().offset(id));
      if (offset !== undefined) {
        if (offset < acknowledged) result.lost.push(`bytes ${offset} to ${acknowledged} of an upload`);
        acknowledged = offset;
        const next = await attempt('part', 'write', () => sendPart(id, offset));
        acknowledged = next ?? acknowledged;
      } else await sleep(RETRY_MS);
    }
    while (!stopped) {
      const published = await attempt('publication', 'write', async () => {
        const { status, body } = await sender().publish(id, { prompt: 1, sha256: sha256(content) });
        if (status >= 300) throw new Error(`publication: ${status} ${body.code}`);
        return body.id;
      });
      if (published) uploaded.set(published, sha256(content));
      if (published) return true;
      await sleep(RETRY_MS);
    }
    return undefined;
  }

  /** @returns the new offset */
  async function sendPart(id: string, offset: number): Promise<number> {
    const part = content.subarray(offset, offset + PART_BYTES);
    const { status, headers, body } = await tusSender(origin(), owner.headers).patch(id, offset, part);
    // The part without a response may still be in transit.
    if (status === 409 || status === 423) throw new Error('another request is still sending a part');
    if (status !== 204) throw new Error(`part: ${status} ${body?.code}`);
    return Number(headers.get('upload-offset'));
  }

  /** Possible hashes of a video: that of its upload, or both if the upload was not acknowledged. */
  function hashesOf(id: string): string[] {
    const known = uploaded.get(id);
    return known ? [known] : [sha256(clip), sha256(content)];
  }

  /**
   * Changes the sister's access to a video, and checks it as the sister on any web server after the acknowledgement.
   */
  async function changeRights(): Promise<true | undefined> {
    if (!opened) {
      const videos = await attempt('list', 'read', () => ownVideos(origin(), owner));
      opened = videos?.find((one) => one.status === 'ready' && one.id !== first.id && !used.has(one.id));
      if (!opened) return undefined;
      used.add(opened.id);
      step = 0;
    }
    const { id } = opened;
    const [method, path, body, isOpen] = (
      [
        ['PUT', `/api/permission/${id}`, { permission: 'family' }, true],
        ['PUT', `/api/permission/${id}`, { permission: 'invite-only' }, false],
        ['POST', '/api/share', { video_id: id, user_id: [sister.user.id] }, true],
        ['DELETE', `/api/share/${id}/${sister.user.id}`, undefined, false],
      ] as const
    )[step++ % 4] as [string, string, object | undefined, boolean];
    const done = await attempt('right', 'write', () => call(origin(), owner, method, path, body).then(() => true));
    if (!done) {
      opened = undefined;
      return undefined;
    }
    for (const address of [`/api/video/${id}`, opened.url ?? opened.poster_url ?? '']) {
      const status = await attempt('view', 'read', async () => {
        const answer = await fetch(origin() + address, { headers: { ...sister.headers, range: 'bytes=0-99' } });
        await answer.arrayBuffer();
        if (answer.status >= 500) throw new Error(`view: ${answer.status} `);
        return answer.status;
      });
      if (status === undefined) continue;
      const sees = status < 300;
      if (sees && !isOpen) result.leaked.push(`${address} after ${method} ${path}: ${status}`);
      if (!sees && isOpen) result.wrong.push(`${address} after ${method}: ${status}`);
    }
    return true;
  }

  /**
   * A person blocks the sister. After the acknowledgement, her search must not find them on any web server. Then
   * unblocks her.
   */
  async function blockAndUnblock(): Promise<true | undefined> {
    if (!blocker) {
      const name = randomUUID().replace(/\W|\d/g, '');
      const person = await attempt('registration', 'write', () =>
        registerByApi(origin(), { ...newPerson(), lastName: name }),
      );
      if (person) blocker = { person, name };
    }
    if (!blocker) return undefined;
    const { person, name } = blocker;
    blocker = undefined;
    const isFound = await finds(name);
    if (isFound === false) result.wrong.push(`search: ${name} is not found`);
    if (!isFound) return undefined;
    const change = (method: string) =>
      attempt('block', 'write', () => call(origin(), person, method, `/api/blocks/${sister.user.id}`).then(() => true));
    if (!(await change('PUT'))) return undefined;
    for (let search = 0; search < SEARCHES; search += 1) {
      if (await finds(name)) result.leaked.push(`/api/search finds ${name} after their block`);
    }
    if (!(await change('DELETE'))) return undefined;
    blocker = { person, name };
    return true;
  }

  /** Whether the sister's search finds this name; undefined without a response. */
  async function finds(name: string): Promise<boolean | undefined> {
    const people = await attempt('search', 'read', () =>
      call<object[]>(origin(), sister, 'GET', `/api/search?q=${name}`),
    );
    return people && people.length > 0;
  }

  return {
    result,
    async recovered() {
      const from = performance.now();
      while (succeeded.write < from || succeeded.read < from) await sleep(10);
    },
    async finish() {
      stopped = true;
      await running;
      const videos = await preparedVideos(home, owner);
      const byId = new Map(videos.map((video) => [video.id, video]));
      for (const id of uploaded.keys()) if (!byId.has(id)) result.lost.push(`video ${id}`);
      for (const video of videos) {
        const problem = await problemOf(home, owner, video, hashesOf(video.id));
        if (problem) (uploaded.has(video.id) ? result.lost : result.incomplete).push(`video ${video.id}: ${problem}`);
      }
      const stored = byId.get(first.id)?.permission;
      if (stored && !permissions.includes(stored)) result.lost.push(`permission ${permissions[0]}, now ${stored}`);
      for (const person of accounts) {
        await untilAnswered(() => accessToken(home, person)).catch((error: Error) =>
          result.lost.push(`account: ${error.message}`),
        );
      }
      return result;
    },
  };
}

/** Whether there was no response, or one that reports an unavailable component, a full disk or a lock. */
function isUnanswered(error: unknown): boolean {
  const status = / (\d{3}) /.exec(`${(error as Error).message} `)?.[1];
  return !status || ['423', '502', '503', '504', '507'].includes(status);
}

/**
 * Repeats a check until there is a response, because an unavailable component has not lost data.
 * @throws errors of the check
 */
async function untilAnswered<T>(check: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PREPARATION_MS; ; await sleep(RETRY_MS)) {
    try {
      return await check();
    } catch (error) {
      if (!isUnanswered(error) || Date.now() > deadline) throw error;
    }
  }
}

/** The content of a file; empty if it cannot be read. */
function bytesOf(address: string, { headers }: ApiPerson): Promise<Uint8Array> {
  return untilAnswered(async () => {
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }).catch(() => new Uint8Array());
}

async function preparedVideos(origin: string, owner: ApiPerson): Promise<Video[]> {
  for (const deadline = Date.now() + PREPARATION_MS; ; await sleep(500)) {
    const videos = await untilAnswered(() => ownVideos(origin, owner));
    if (videos.every(({ status }) => status !== 'processing') || Date.now() > deadline) return videos;
  }
}

/** Checks a video's files. @returns a problem, or null */
async function problemOf(origin: string, owner: ApiPerson, video: Video, hashes: string[]): Promise<string | null> {
  if (video.status !== 'ready') return `is ${video.status}`;
  const original = await bytesOf(`${origin}${video.original_url}`, owner);
  if (!hashes.includes(sha256(original))) return `its original differs (${original.length} bytes)`;
  for (const url of [video.url, video.poster_url]) {
    if (!url || (await bytesOf(origin + url, owner)).length === 0) return `${url} is empty`;
  }
  return null;
}
