import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import type { Person } from '@kinreel/contracts';
import { startTestStandby, type TestStandby } from '@kinreel/embedded-postgres/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectDatabase, connectPool, migrate } from '../../platform/db/database.ts';
import { connectReplica, type Replica } from '../../platform/db/replica.ts';
import type { Database } from '../../platform/db/tables.ts';
import { createLogger } from '../../platform/logger.ts';
import { nameColumns } from '../profile/name-keys.table.ts';
import { findPeople } from './people.queries.ts';
import { searchPeople } from './people.service.ts';

/** In milliseconds. Most tests wait for every answer, however busy the machine is. */
const LIMITS = { connect: 20_000, answer: 20_000, pause: 100 };

/** Of tests in which there is no answer. */
const SHORT = { ...LIMITS, connect: 1_000, answer: 1_000 };

let postgres: TestStandby;
let db: Kysely<Database>;
/** For what tests do to the standby. */
let standby: Kysely<Database>;
let door: Door;
let replica: Replica;
let logged: string[];
let callerId: string;
/** The last name of all people of a test: no other test finds them. */
let family: string;

beforeAll(async () => {
  postgres = await startTestStandby(async (url) => {
    const created = connectDatabase(url, 1);
    await migrate(created);
    // What is committed is written and sent at once.
    await sql`alter database postgres set synchronous_commit = on`.execute(created);
    await created.destroy();
  });
  db = connectDatabase(postgres.primaryUrl, 2);
  standby = connectPool(false, { connectionString: postgres.standbyUrl, max: 1 });
});
afterAll(async () => {
  await db?.destroy();
  await standby?.destroy();
  await postgres?.stop();
});

beforeEach(async () => {
  door = await openDoor(postgres.standbyPort);
  logged = [];
  replica = connectBehindDoor(LIMITS);
  family = `Fam${randomUUID().replace(/\W|\d/g, '')}`;
  callerId = await addPerson('Caller', 'Nobody');
});
afterEach(async () => {
  await replay();
  await replica.close();
  await door.close();
});

function connectBehindDoor(limits: typeof LIMITS): Replica {
  const url = new URL(postgres.standbyUrl);
  url.port = String(door.port);
  url.search = '';
  const log = createLogger({ level: 'info', name: 'test', to: { write: (line) => void logged.push(line) } });
  return connectReplica(url.href, { databasePoolSize: 2, databasePrepared: true }, log, limits);
}

interface Door {
  port: number;
  /** `shut`: no connection stays. `stuck`: they stay, and nothing passes. */
  state: 'open' | 'shut' | 'stuck';
  shut(): void;
  /** How many connections lead through it. */
  count(): number;
  close(): Promise<void>;
}

/** TCP that leads to a port, until a test closes it. */
async function openDoor(target: number): Promise<Door> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    if (result.state === 'shut') return void socket.destroy();
    const other = connectSocket(target, '127.0.0.1');
    for (const [one, another] of [
      [socket, other],
      [other, socket],
    ] as const) {
      sockets.add(one);
      one.on('data', (bytes) => result.state === 'stuck' || another.write(bytes));
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        another.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const result: Door = {
    port: (server.address() as AddressInfo).port,
    state: 'open',
    shut() {
      result.state = 'shut';
      destroyAll();
    },
    count: () => sockets.size / 2,
    async close() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return result;
}

async function addPerson(firstName: string, lastName = family): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('users')
    .values({
      ...{ id, provider: 'test', subject: id, email: `${id}@secret.example`, birthday: '1931-05-17', about_me: '' },
      ...{ first_name: firstName, last_name: lastName, ...nameColumns(firstName, lastName) },
      ...{ city: 'Duluth', state: 'MN', country: 'United States' },
    })
    .execute();
  return id;
}
const changePerson = (id: string, columns: object) =>
  db.updateTable('users').set(columns).where('id', '=', id).execute();
const hide = (id: string) => changePerson(id, { show_in_search: false });

/** The standby has everything now, and from here on nothing more. */
async function lag(): Promise<void> {
  await replay();
  await sql`select pg_wal_replay_pause()`.execute(standby);
}

/** The standby goes on, and has everything that was committed; what follows in the log may be sent much later. */
async function replay(): Promise<void> {
  await sql`select pg_wal_replay_resume()`.execute(standby);
  const { rows } = await sql<{ end: string }>`select pg_current_wal_flush_lsn()::text as end`.execute(db);
  await vi.waitFor(
    async () => {
      const replayed = sql<{ all: boolean }>`select pg_last_wal_replay_lsn() >= ${rows[0]?.end}::pg_lsn as all`;
      expect((await replayed.execute(standby)).rows[0]?.all).toBe(true);
    },
    { timeout: 20_000, interval: 10 },
  );
}

const firstNames = (people: readonly Person[]) => people.map(({ first_name }) => first_name);
const searchPage = (limit = 20, cursor?: string) =>
  searchPeople({ db, replica }, callerId, { q: family, limit, ...(cursor && { cursor }) });
const search = async () => firstNames((await searchPage()).rows);

/** All pages of so many people, and the cursors in between. */
async function readPages(limit: number) {
  const pages: string[][] = [];
  const cursors: string[] = [];
  for (let cursor: string | undefined; pages.length === 0 || cursor; ) {
    const { rows, next } = await searchPage(limit, cursor);
    pages.push(firstNames(rows));
    if (next) cursors.push(Buffer.from(next, 'base64url').toString());
    cursor = next ?? undefined;
  }
  return { pages, cursors };
}

/** Whom the standby would let the caller find. */
async function foundByStandby(): Promise<string[]> {
  const rows = await findPeople(standby, { callerId, key: family.toLowerCase(), after: null, limit: 20 });
  return rows.map(({ first_name }) => first_name);
}

describe('search with a replica', () => {
  test('finds who is in the replica, and shows them as they are in the primary', async () => {
    const [, renamed, deleted] = [await addPerson('Ada'), await addPerson('Bea'), await addPerson('Cleo')];
    await lag();
    await addPerson('Dora');
    await changePerson(renamed, { first_name: 'Beatrice', photo_key: `photos/${renamed}/1.webp` });
    await db.deleteFrom('users').where('id', '=', deleted).execute();
    expect(await foundByStandby()).toEqual(['Ada', 'Bea', 'Cleo']);
    const { rows, next } = await searchPage();
    expect([firstNames(rows), next]).toEqual([['Ada', 'Beatrice'], null]);
    expect(rows[1]?.profile_image).toBe(`/media/photos/${renamed}/1`);
    await replay();
    expect(await search()).toEqual(['Ada', 'Beatrice', 'Dora']);
    expect(replica.counts).toEqual({ replica: 2, primary: 0 });
    expect(logged).toEqual([]);
  });

  const block = (blocker_id: string, blocked_id: string) =>
    db.insertInto('blocks').values({ blocker_id, blocked_id }).execute();
  test.each([
    ['is hidden', hide],
    ['is blocked by the caller', (id: string) => block(callerId, id)],
    ['has blocked the caller', (id: string) => block(id, callerId)],
    ['is leaving', (id: string) => changePerson(id, { delete_at: new Date(), deletion_asked_at: new Date() })],
  ])('does not find who %s in the primary only', async (_, change) => {
    await addPerson('Ada');
    const person = await addPerson('Bea');
    await lag();
    await change(person);
    expect(await search()).toEqual(['Ada']);
    expect(await foundByStandby()).toEqual(['Ada', 'Bea']);
    expect(replica.counts).toEqual({ replica: 1, primary: 0 });
  });

  test('finds who is hidden as long as they are connected in the primary, and nobody finds themselves', async () => {
    const person = await addPerson('Bea');
    await hide(person);
    const [user_lo, user_hi] = [person, callerId].sort() as [string, string];
    await db
      .insertInto('connections')
      .values({ id: randomUUID(), user_lo, user_hi, requester_id: person, relationship: 'family', status: 'accepted' })
      .execute();
    await lag();
    await addPerson('Unknown to the standby');
    expect(await search()).toEqual(['Bea']);
    await db.deleteFrom('connections').where('user_lo', '=', user_lo).where('user_hi', '=', user_hi).execute();
    expect(await search()).toEqual([]);
    expect(await foundByStandby()).toEqual(['Bea']);
    callerId = person;
    expect(await search()).toEqual([]);
  });

  test('goes on over people who may no longer be found, and their names are in no cursor', async () => {
    const ids = new Map<string, string>();
    for (const name of 'ABCDEFGHI') ids.set(name, await addPerson(name));
    await lag();
    expect((await readPages(2)).pages).toEqual([['A', 'B'], ['C', 'D'], ['E', 'F'], ['G', 'H'], ['I']]);
    expect((await readPages(3)).pages.map((page) => page.join(''))).toEqual(['ABC', 'DEF', 'GHI']);
    await addPerson('AB, unknown to the standby');
    for (const name of 'BCFGH') await hide(ids.get(name) ?? '');
    expect(await foundByStandby()).toHaveLength(9);
    const { pages, cursors } = await readPages(2);
    expect(pages.flat()).toEqual(['A', 'D', 'E', 'I']);
    expect(pages.filter((page) => page.length === 0)).toEqual([]);
    for (const name of 'BCFGH') expect(cursors.join()).not.toContain(ids.get(name));
    // Nobody is left of a page, and the standby knows more: that page is the primary's.
    for (const name of 'ADEI') await hide(ids.get(name) ?? '');
    expect(await readPages(2)).toEqual({ pages: [['AB, unknown to the standby']], cursors: [] });
  });
});

describe('a replica that does not answer', () => {
  const messages = () => logged.map((line) => JSON.parse(line).msg);
  const GONE = 'the replica does not answer, so the primary does';
  const BACK = 'the replica answers again';

  test('is used again when it is back', async () => {
    await addPerson('Ada');
    await lag();
    expect(await search()).toEqual(['Ada']);
    await addPerson('Bea');
    door.shut();
    expect(await search()).toEqual(['Ada', 'Bea']);
    expect(replica.counts).toEqual({ replica: 1, primary: 1 });
    expect(messages()).toEqual([GONE]);
    door.state = 'open';
    await vi.waitFor(async () => expect(await search()).toEqual(['Ada']), { timeout: 20_000, interval: 50 });
    expect(await search()).toEqual(['Ada']);
    expect(messages()).toEqual([GONE, BACK]);
  });

  test('is left alone for a while after a failure', async () => {
    await replica.close();
    replica = connectBehindDoor({ ...LIMITS, pause: 60_000 });
    await lag();
    await addPerson('Ada');
    door.shut();
    expect(await search()).toEqual(['Ada']);
    door.state = 'open';
    expect(await search()).toEqual(['Ada']);
    expect(replica.counts).toEqual({ replica: 0, primary: 2 });
    expect(messages()).toEqual([GONE]);
  });

  test('that hangs is tried by one question at a time, and its connections are not used again', async () => {
    await replica.close();
    replica = connectBehindDoor(SHORT);
    await addPerson('Ada');
    await lag();
    expect(await search()).toEqual(['Ada']);
    await addPerson('Bea');
    door.state = 'stuck';
    /** How many of three questions have waited for it. */
    const countWaiting = async () => {
      const began = performance.now();
      const ends = await Promise.all(
        [1, 2, 3].map(async () => {
          expect(await search()).toEqual(['Ada', 'Bea']);
          return performance.now() - began;
        }),
      );
      return ends.filter((ms) => ms > SHORT.answer * 0.9).length;
    };
    expect(await countWaiting()).toBe(3);
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 20_000, interval: 50 });
    expect(messages()).toEqual([GONE]);
    door.state = 'open';
    await vi.waitFor(async () => expect(await search()).toEqual(['Ada']), { timeout: 20_000, interval: 50 });
    expect(messages()).toEqual([GONE, BACK]);
    // Sooner than a pool would close them for being idle: ten seconds.
    await vi.waitFor(() => expect(door.count()).toBe(1), { timeout: 5_000 });
  });

  test('that cannot answer a question leaves it to the primary: a write, a newer schema, what takes too long', async () => {
    await replay();
    const questions: [string, (copy: Kysely<Database>) => Promise<unknown>][] = [
      ['25006', (copy) => copy.updateTable('users').set({ city: 'Elsewhere' }).execute()],
      ['42703', (copy) => sql`select not_there_yet from users`.execute(copy)],
      ['42P01', (copy) => sql`select from not_there_yet`.execute(copy)],
      ['timeout', (copy) => sql`select pg_sleep(60)`.execute(copy)],
    ];
    for (const [reason, question] of questions) {
      const log = createLogger({ level: 'warn', name: 'test', to: { write: (line) => void logged.push(line) } });
      const options = { databasePoolSize: 1, databasePrepared: true };
      const asked = connectReplica(postgres.standbyUrl, options, log, reason === 'timeout' ? SHORT : LIMITS);
      expect(await asked.ask((copy) => question(copy as Kysely<Database>)), reason).toBeNull();
      expect(asked.counts, reason).toEqual({ replica: 0, primary: 1 });
      expect(logged.at(-1)).toContain(reason);
      await asked.close();
    }
    expect(await db.selectFrom('users').select('id').where('city', '=', 'Elsewhere').execute()).toEqual([]);
    const sleeping = sql`select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()
      and state = 'active'`;
    await vi.waitFor(async () => expect((await sleeping.execute(standby)).rows).toEqual([]));
  });
});
