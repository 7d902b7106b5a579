import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PERMISSIONS, type Permission, type Video } from '@kinreel/contracts';
import { mediaBytes } from '../../apps/server/src/testing/media-files.ts';
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
  /** Requests that were not answered, or with 502 to 504 or 507: what a person sees while a part is away or the disk is full. */
  unanswered: number;
  /** Any other answer that is no success. */
  wrong: string[];
  /** Acknowledged writes, and those of them that are not there any more. */
  writes: number;
  lost: string[];
  /** Videos that are called ready, or published, without all their bytes. */
  halfVisible: string[];
}

/** Before anybody has done anything. */
export function emptyResult(): LoadResult {
  return { requests: 0, unanswered: 0, wrong: [], writes: 0, lost: [], halfVisible: [] };
}

/** People who use an installation all the time, and know what it has acknowledged. */
export interface Load {
  /** Resolves when a write and a read that began after this call have succeeded. */
  recovered(): Promise<void>;
  /** Stops, waits until the videos are prepared, and compares everything that was acknowledged. */
  finish(): Promise<LoadResult>;
}

/** The longest that a person waits for an answer, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Pauses between two actions of a kind, in milliseconds. */
const PAUSE_MS = { upload: 1_500, change: 40, read: 20, signUp: 3_000 };

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

/** Begins to use the installation. @param origins addresses of its web servers; requests go to them in turn */
export async function startLoad(origins: readonly string[]): Promise<Load> {
  const clip = await mediaBytes('clip.mp4');
  const file = new Blob([new Uint8Array(clip)]);
  const [home = ''] = origins;
  const registrations = [newPerson(), newPerson()] as const;
  const [owner, sister] = [await registerByApi(home, registrations[0]), await registerByApi(home, registrations[1])];
  await connect(home, owner, sister);
  const first = await uploadByApi(home, owner, file, 'answer.mp4');

  const result = emptyResult();
  const uploaded = new Set([first.id]);
  const accounts: Registration[] = [];
  /** The permission of the first video: the one that was acknowledged, and those that may have been stored after it. */
  let permissions: Video['permission'][] = [first.permission];
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
      return answer as T;
    } catch (error) {
      const message = (error as Error).message;
      const status = / (\d{3}) /.exec(`${message} `)?.[1];
      if (!status || ['502', '503', '504', '507'].includes(status)) result.unanswered += 1;
      else result.wrong.push(`${what}: ${message.slice(0, 200)}`);
      return undefined;
    }
  }

  async function repeat(pauseMs: number, action: () => Promise<unknown>): Promise<void> {
    while (!stopped) {
      const done = await action();
      // Soon, or nothing long would ever be going on when the next fault comes.
      await sleep(done ? pauseMs / 2 + randomInt(pauseMs) : RETRY_MS + randomInt(pauseMs / 4));
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

  const running = Promise.all([
    repeat(PAUSE_MS.upload, async () => {
      const video = await attempt('upload', 'write', () => uploadByApi(origin(), owner, file, 'answer.mp4'));
      if (video) uploaded.add(video.id);
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
      if (done) permissions = [permission];
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
  ]);

  return {
    async recovered() {
      const from = performance.now();
      while (succeeded.write < from || succeeded.read < from) await sleep(10);
    },
    async finish() {
      stopped = true;
      await running;
      const videos = await preparedVideos(home, owner);
      const byId = new Map(videos.map((video) => [video.id, video]));
      for (const id of uploaded) if (!byId.has(id)) result.lost.push(`video ${id}`);
      for (const video of videos) {
        const problem = await problemOf(home, owner, video, sha256(clip));
        if (problem) (uploaded.has(video.id) ? result.lost : result.halfVisible).push(`video ${video.id}: ${problem}`);
      }
      const stored = byId.get(first.id)?.permission;
      if (stored && !permissions.includes(stored)) result.lost.push(`permission ${permissions[0]}, now ${stored}`);
      for (const person of accounts) {
        await accessToken(home, person).catch((error: Error) => result.lost.push(`account: ${error.message}`));
      }
      return result;
    },
  };
}

async function preparedVideos(origin: string, owner: ApiPerson): Promise<Video[]> {
  for (const deadline = Date.now() + PREPARATION_MS; ; await sleep(500)) {
    const videos = await ownVideos(origin, owner);
    if (videos.every(({ status }) => status !== 'processing') || Date.now() > deadline) return videos;
  }
}

/** What is missing of a video, if anything. */
async function problemOf(origin: string, owner: ApiPerson, video: Video, sha: string): Promise<string | null> {
  if (video.status !== 'ready') return `is ${video.status}`;
  const original = await fetch(`${origin}${video.original_url}`, { headers: owner.headers });
  if (sha256(new Uint8Array(await original.arrayBuffer())) !== sha) return 'its original has other bytes';
  for (const url of [video.url, video.poster_url]) {
    const file = url ? await fetch(origin + url, { headers: owner.headers }) : null;
    if (!file?.ok || (await file.arrayBuffer()).byteLength === 0) return `${url} answers ${file?.status}`;
  }
  return null;
}
