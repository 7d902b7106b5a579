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

/** What people did, and what came of it. */
export interface LoadResult {
  requests: number;
  /** Requests that were not answered, or with 502 to 504, 507 or 423: what a person sees while a part is away, the disk is full, or a part that hangs holds an upload. */
  unanswered: number;
  /** Any other answer that is no success. */
  wrong: string[];
  /** Acknowledged writes, and those of them that are not there any more. */
  writes: number;
  lost: string[];
  /** Videos that are called ready, or published, without all their bytes. */
  halfVisible: string[];
  /** Answers that showed a video, or a person, to somebody after the change that kept it from them had been acknowledged. */
  granted: string[];
  /** When requests have failed, by the clock of `performance.now()`. */
  failedAt: number[];
  /** The longest that an answer took, in milliseconds. */
  slowestMs: number;
}

/** Before anybody has done anything. */
export function emptyResult(): LoadResult {
  return {
    ...{ requests: 0, unanswered: 0, wrong: [], writes: 0, lost: [], halfVisible: [] },
    ...{ granted: [], failedAt: [], slowestMs: 0 },
  };
}

/** People who use an installation all the time, and know what it has acknowledged. */
export interface Load {
  /** Resolves when a write and a read that began after this call have succeeded. */
  recovered(): Promise<void>;
  /** What has happened until now; it goes on changing. */
  readonly result: Readonly<LoadResult>;
  /** Stops, waits until the videos are prepared, and compares everything that was acknowledged. */
  finish(): Promise<LoadResult>;
}

/** The longest that a person waits for an answer, in milliseconds. */
const PATIENCE_MS = 30_000;

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

/** Size of a resumable upload and of its parts, in bytes: more than one part, and more than one object of a store. */
const RESUMED_BYTES = 6 * 1024 * 1024;
const PART_BYTES = 2 * 1024 * 1024;

/** How often somebody looks for who has blocked them: each web server is asked, by chance. */
const LOOKS = 4;

/** How long people wait before they try again what has failed, in milliseconds. */
const RETRY_MS = 200;

/** How often people log in again, in milliseconds: a token is valid for 15 minutes. */
const LOGIN_MS = 120_000;

/** How long videos may take to be prepared after the last fault, in milliseconds. */
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

/** Two people who are connected, and the first video of one of them. */
async function beginFamily(home: string, file: Blob) {
  const registrations = [newPerson(), newPerson()] as const;
  const [owner, sister] = [await registerByApi(home, registrations[0]), await registerByApi(home, registrations[1])];
  await connect(home, owner, sister);
  return { registrations, owner, sister, first: await uploadByApi(home, owner, file, 'answer.mp4') };
}

/** A playable video, enlarged by a box of random bytes that players skip. */
function enlarged(clip: Buffer, size: number): Buffer {
  const filler = randomBytes(size - clip.length);
  filler.writeUInt32BE(filler.length, 0);
  filler.write('free', 4, 'latin1');
  return Buffer.concat([clip, filler]);
}

/**
 * Begins to use the installation.
 * @param origins addresses of its web servers; requests go to them in turn
 * @param options.pace the pauses of people, as a multiple of the usual ones
 * @param options.more also log-ins, resumable uploads, a video that is opened and closed all the time, and a person who blocks another
 */
export async function startLoad(origins: readonly string[], { pace = 1, more = false } = {}): Promise<Load> {
  const clip = await mediaBytes('clip.mp4');
  const content = enlarged(clip, RESUMED_BYTES);
  const file = new Blob([new Uint8Array(clip)]);
  const [home = ''] = origins;
  const { registrations, owner, sister, first } = await untilAnswered(() => beginFamily(home, file));

  const result = emptyResult();
  /** The SHA-256 of each video, by its id. */
  const uploaded = new Map([[first.id, sha256(clip)]]);
  const accounts: Registration[] = [];
  /** The permission of the first video: the one that was acknowledged, and those that may have been stored after it. */
  let permissions: Video['permission'][] = [first.permission];
  /** Changes without an answer: a server that hangs may still make them, when it goes on. */
  const late = new Set<Video['permission']>();
  let stopped = false;
  const succeeded = { write: 0, read: 0 };
  let turn = 0;
  const origin = () => origins[turn++ % origins.length] ?? home;

  const patience = () => sleep(PATIENCE_MS, null, { ref: false }).then(() => Promise.reject(new Error('no answer')));

  /** @returns undefined if it failed */
  async function attempt<T>(what: string, kind: 'read' | 'write', action: () => Promise<T>): Promise<T | undefined> {
    const began = performance.now();
    result.requests += 1;
    try {
      const answer = await Promise.race([action(), patience()]);
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
      // Soon, or nothing long would ever be going on when the next fault comes.
      await sleep(pace * (done ? pauseMs / 2 + randomInt(pauseMs) : RETRY_MS + randomInt(Math.ceil(pauseMs / 4))));
    }
  }

  /** Logs the two people in again when their tokens are old. */
  let loggedInAt = Date.now();
  async function logInAgain(): Promise<true> {
    if (Date.now() - loggedInAt < LOGIN_MS) return true;
    for (const [index, person] of [owner, sister].entries()) {
      person.headers = { authorization: `Bearer ${await accessToken(home, registrations[index] ?? newPerson())}` };
    }
    loggedInAt = Date.now();
    return true;
  }

  /** The video that is opened and closed; another one after a change without an answer, which may be made later. */
  let opened: Video | undefined;
  const given = new Set<string>();
  let step = 0;

  /** Somebody who blocks the sister; another one after a change without an answer, which may be made later. */
  let sought: { person: ApiPerson; name: string } | undefined;

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
    repeat(1_000, () => Promise.race([logInAgain(), patience()]).catch(() => undefined)),
    ...(more
      ? [
          repeat(PAUSE_MS.resumed, sendInParts),
          repeat(PAUSE_MS.rights, changeRights),
          repeat(PAUSE_MS.block, blockAndUnblock),
          repeat(PAUSE_MS.login, () => attempt('log-in', 'read', () => accessToken(origin(), registrations[1]))),
        ]
      : []),
  ]);

  /** A resumable upload, whose parts go to any web server. What was acknowledged must be there when it goes on. */
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
    // A part that had no answer may still be arriving.
    if (status === 409 || status === 423) throw new Error('another request still sends a part');
    if (status !== 204) throw new Error(`part: ${status} ${body?.code}`);
    return Number(headers.get('upload-offset'));
  }

  /** What the bytes of a video may be: those of its upload, or of any, if that had no answer. */
  function hashesOf(id: string): string[] {
    const known = uploaded.get(id);
    return known ? [known] : [sha256(clip), sha256(content)];
  }

  /** Opens or closes a video for the sister, and looks as her at once, at any web server, when that is acknowledged. */
  async function changeRights(): Promise<true | undefined> {
    if (!opened) {
      const videos = await attempt('list', 'read', () => ownVideos(origin(), owner));
      opened = videos?.find((one) => one.status === 'ready' && one.id !== first.id && !given.has(one.id));
      if (!opened) return undefined;
      given.add(opened.id);
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
      const status = await attempt('look', 'read', async () => {
        const answer = await fetch(origin() + address, { headers: { ...sister.headers, range: 'bytes=0-99' } });
        await answer.arrayBuffer();
        if (answer.status >= 500) throw new Error(`look: ${answer.status} `);
        return answer.status;
      });
      if (status === undefined) continue;
      const sees = status < 300;
      if (sees && !isOpen) result.granted.push(`${address} after ${method} ${path}: ${status}`);
      if (!sees && isOpen) result.wrong.push(`${address} after ${method}: ${status}`);
    }
    return true;
  }

  /** Somebody blocks the sister, who looks for them at once, at any web server, when that is acknowledged; then not any more. */
  async function blockAndUnblock(): Promise<true | undefined> {
    if (!sought) {
      const name = randomUUID().replace(/\W|\d/g, '');
      const person = await attempt('registration', 'write', () =>
        registerByApi(origin(), { ...newPerson(), lastName: name }),
      );
      if (person) sought = { person, name };
    }
    if (!sought) return undefined;
    const { person, name } = sought;
    sought = undefined;
    const isFound = await finds(name);
    if (isFound === false) result.wrong.push(`search: ${name} is not found`);
    if (!isFound) return undefined;
    const change = (method: string) =>
      attempt('block', 'write', () => call(origin(), person, method, `/api/blocks/${sister.user.id}`).then(() => true));
    if (!(await change('PUT'))) return undefined;
    for (let look = 0; look < LOOKS; look += 1) {
      if (await finds(name)) result.granted.push(`/api/search finds ${name} after their block`);
    }
    if (!(await change('DELETE'))) return undefined;
    sought = { person, name };
    return true;
  }

  /** Whether the sister finds this name; undefined without an answer. */
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
        if (problem) (uploaded.has(video.id) ? result.lost : result.halfVisible).push(`video ${video.id}: ${problem}`);
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

/** Whether nobody answered, or only somebody who says that a part is away, is full, or holds what is asked for. */
function isUnanswered(error: unknown): boolean {
  const status = / (\d{3}) /.exec(`${(error as Error).message} `)?.[1];
  return !status || ['423', '502', '503', '504', '507'].includes(status);
}

/** Looks until there is an answer: a part that is away for a moment has lost nothing. @throws what the look throws */
async function untilAnswered<T>(look: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PREPARATION_MS; ; await sleep(RETRY_MS)) {
    try {
      return await look();
    } catch (error) {
      if (!isUnanswered(error) || Date.now() > deadline) throw error;
    }
  }
}

/** The bytes of a file; none if it cannot be read. */
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

/** What is missing of a video, if anything. */
async function problemOf(origin: string, owner: ApiPerson, video: Video, hashes: string[]): Promise<string | null> {
  if (video.status !== 'ready') return `is ${video.status}`;
  const original = await bytesOf(`${origin}${video.original_url}`, owner);
  if (!hashes.includes(sha256(original))) return `its original has other bytes, ${original.length} of them`;
  for (const url of [video.url, video.poster_url]) {
    if (!url || (await bytesOf(origin + url, owner)).length === 0) return `${url} has no bytes`;
  }
  return null;
}
