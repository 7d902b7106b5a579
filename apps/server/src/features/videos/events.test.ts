import { videoEvent } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publishEvent } from '../../platform/db/events.ts';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';

let server: TestServer;
let origin: string;
let owner: TestPerson;
let other: TestPerson;
const open: Stream[] = [];

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  [owner, other] = await Promise.all([loginAs(server), loginAs(server)]);
  origin = await server.listen();
});
afterAll(async () => {
  // fetch keeps unused connections open, for which the server would wait.
  server?.app.server.closeAllConnections();
  await server?.stop();
});
afterEach(async () => {
  for (const stream of open.splice(0)) stream.leave();
  await expect.poll(() => server.deps.events.count(owner.id)).toBe(0);
});

/** The event stream of a page. */
interface Stream {
  status: number;
  headers: Headers;
  /** Everything received so far. */
  text(): string;
  ended(): boolean;
  leave(): void;
}

async function listen(person: TestPerson, headers: Record<string, string> = {}): Promise<Stream> {
  const leaving = new AbortController();
  const answer = await fetch(`${origin}/api/events`, {
    headers: { ...person.headers, ...headers },
    signal: leaving.signal,
  });
  let text = '';
  let ended = false;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  const stream = {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    ended: () => ended,
    leave: () => leaving.abort(),
  };
  open.push(stream);
  return stream;
}

const tell = (person: TestPerson, progress: number, id = newId()) =>
  publishEvent(server.deps.db, person.id, { name: 'video', data: { id, status: 'processing', progress } });

describe('[UP-02] live events', () => {
  test('arrive immediately, only for their owner, in the format of the contract', async () => {
    const [mine, theirs] = await Promise.all([listen(owner, { 'accept-encoding': 'gzip, br' }), listen(other)]);
    expect(mine.status).toBe(200);
    expect(mine.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(mine.headers.get('cache-control')).toBe('no-store, no-transform');
    expect(mine.headers.get('content-encoding')).toBeNull();
    const id = newId();
    await tell(owner, 40, id);
    await expect.poll(mine.text).toContain('event: video\ndata: ');
    const data = /data: (.*)\n\n/.exec(mine.text())?.[1] ?? '';
    expect(videoEvent.parse(JSON.parse(data))).toEqual({ id, status: 'processing', progress: 40 });
    await tell(other, 7);
    await expect.poll(theirs.text).toContain('"progress":7');
    expect(theirs.text()).not.toContain(id);
    expect(mine.text()).not.toContain('"progress":7');
  });

  test('of a transaction arrive after its commit, and never after a rollback', async () => {
    const stream = await listen(owner);
    await server.deps.db
      .transaction()
      .execute(async (tx) => {
        await publishEvent(tx, owner.id, { name: 'video', data: { progress: 13 } });
        throw new Error('rolled back');
      })
      .catch(() => {});
    await tell(owner, 14);
    await expect.poll(stream.text).toContain('"progress":14');
    expect(stream.text()).not.toContain('"progress":13');
  });

  test('[API-25] need a token; the media cookie is not enough', async () => {
    for (const headers of [{}, { cookie: 'kinreel_media=x' }, { authorization: 'Bearer x.y.z' }]) {
      const answer = await fetch(`${origin}/api/events`, { headers: headers as Record<string, string> });
      expect(answer.status).toBe(401);
    }
  });

  test('are limited to some streams per person; a new one is accepted after one ends', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen(owner)));
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await listen(owner)).status).toBe(429);
    expect((await listen(other)).status).toBe(200);
    streams[0]?.leave();
    await expect.poll(() => server.deps.events.count(owner.id)).toBe(9);
    expect((await listen(owner)).status).toBe(200);
  });

  test('are also limited for concurrent requests, before the database has responded', async () => {
    const stream = await listen(owner);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'kinreel-events' and datname = current_database()`.execute(server.deps.db);
    await expect.poll(stream.ended).toBe(true);
    const statuses = (await Promise.all(Array.from({ length: 60 }, () => listen(owner)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  });

  test('streams end when the database connection is lost, so that clients reconnect, and can', async () => {
    const stream = await listen(owner);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
              where application_name = 'kinreel-events' and datname = current_database()`.execute(server.deps.db);
    await expect.poll(stream.ended).toBe(true);
    const again = await listen(owner);
    await tell(owner, 21);
    await expect.poll(again.text).toContain('"progress":21');
  });
});

test('[UP-02] a stream ends with its token, and with the server', async () => {
  const short = await startTestServer({ LOG_LEVEL: 'silent' });
  const address = await short.listen();
  const person = await loginAs(short);
  const verify = short.deps.identity.verify;
  try {
    const endOf = async (answer: Response) => {
      for await (const _chunk of answer.body ?? []);
      return 'ended';
    };
    // The same token with a close expiry.
    short.deps.identity.verify = async (token) => ({ ...(await verify(token)), expiresAt: new Date(Date.now() + 300) });
    const expiring = await fetch(`${address}/api/events`, { headers: person.headers });
    expect(await endOf(expiring)).toBe('ended');
    short.deps.identity.verify = verify;
    const stream = endOf(await fetch(`${address}/api/events`, { headers: person.headers }));
    await short.stop();
    expect(await stream).toBe('ended');
  } catch (error) {
    await short.stop();
    throw error;
  }
});
