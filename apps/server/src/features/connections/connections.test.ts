import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_REQUESTS_PER_DAY } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { meanwhile, untilWaiting } from '../../testing/lock-waits.ts';
import { readPages } from '../../testing/pages.ts';
import { lockPair } from '../visibility/blocking.policy.ts';
import { connectionMail } from './connection-mail.ts';
import { areConnected, deleteOldRequests, disconnect } from './connections.service.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;
let cleo: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  // Created one after the other, so that their ids ascend: a connection has a lower and a higher id.
  ada = await loginAs(server, { firstName: 'Ada', lastName: 'Quist' });
  bea = await loginAs(server, { firstName: 'Bea', lastName: 'Rasmus', city: 'Leith', state: '', country: 'Scotland' });
  cleo = await loginAs(server, { firstName: 'Cleo', lastName: 'Sund' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('connections').execute();
  await server.deps.db.deleteFrom('sent_requests').execute();
  await setLeaving(null, ada, bea, cleo);
});

function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, person?: TestPerson, payload?: object) {
  return server.app.inject({
    method,
    url,
    ...(person ? { headers: person.headers } : {}),
    ...(payload ? { payload } : {}),
  });
}

const ask = (from: TestPerson, to: { id: string }, relationship = 'friend') =>
  call('POST', '/api/connections', from, { relationship, userB: to.id });
const list = async (person: TestPerson, query = '') =>
  (await call('GET', `/api/connections/${person.id}${query}`, person)).json();
const rows = () => server.deps.db.selectFrom('connections').selectAll().execute();
const newsOf = async (person: TestPerson) => (await call('GET', '/api/notifications', person)).json();
const readNews = (person: TestPerson) => call('PUT', '/api/notifications/read', person, {});

/** Sets or clears the deletion date of their accounts. */
function setLeaving(at: Date | null, ...people: TestPerson[]) {
  const ids = people.map(({ id }) => id);
  const change = { deletion_asked_at: at, delete_at: at };
  return server.deps.db.updateTable('users').set(change).where('id', 'in', ids).execute();
}

/** Makes a call that must fail with this code, and checks that no connection or share has changed. */
async function expectError(code: string, status: number, send: () => ReturnType<typeof call>) {
  const before = [await rows(), await server.deps.db.selectFrom('shares').selectAll().execute()];
  const response = await send();
  expect(response.json()).toMatchObject({ code });
  expect(response.statusCode).toBe(status);
  expect([await rows(), await server.deps.db.selectFrom('shares').selectAll().execute()]).toEqual(before);
}

/** Creates a ready video of a person and shares it with another. */
async function share(from: TestPerson, to: TestPerson): Promise<string> {
  const id = randomUUID();
  const { db } = server.deps;
  await db
    .insertInto('videos')
    .values({ id, owner_id: from.id, prompt_id: 26, permission: 'invite-only', status: 'ready' })
    .execute();
  await db.insertInto('shares').values({ video_id: id, recipient_id: to.id, owner_id: from.id }).execute();
  return id;
}

describe('POST /api/connections', () => {
  it('[API-15][CONN-02] creates a pending request: both see the other with name and place, but without email', async () => {
    const response = await ask(ada, bea, 'family');
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      connection_id: expect.any(String),
      user_id: ada.id,
      user_B_id: bea.id,
      pending: true,
      relationship: 'family',
      first_name: 'Bea',
      last_name: 'Rasmus',
      profile_image: null,
      city: 'Leith',
      state: '',
      country: 'Scotland',
      created_at: expect.any(String),
      change: null,
      shared_connections: null,
    });
    expect(await list(bea)).toEqual([
      {
        ...response.json(),
        first_name: 'Ada',
        last_name: 'Quist',
        city: 'Duluth',
        state: 'MN',
        country: 'United States',
        shared_connections: { count: 0, names: [] },
      },
    ]);
  });

  it('[API-15][CONN-05] rejects oneself, also in upper case, and unknown people', async () => {
    await expectError('connection.self', 400, () => ask(ada, ada));
    await expectError('connection.self', 400, () => ask(ada, { id: ada.id.toUpperCase() }));
    await expectError('person.missing', 404, () => ask(ada, { id: randomUUID() }));
  });

  it('[API-15] a person who has blocked the caller cannot be asked, also in a concurrent request', async () => {
    const { db } = server.deps;
    const block = { blocker_id: bea.id, blocked_id: ada.id };
    const answer = await meanwhile(
      server.deps.db,
      (tx) => lockPair(tx, bea.id, ada.id),
      () => ask(ada, bea),
      (tx) => tx.insertInto('blocks').values(block).execute(),
    );
    expect(answer.json()).toMatchObject({ code: 'person.missing' });
    await expectError('person.missing', 404, () => ask(ada, bea));
    expect(await rows()).toEqual([]);
    await db.deleteFrom('blocks').execute();
  });

  it('[API-15] rejects invalid input, and ignores a requester in the body', async () => {
    await expectError('request.invalid', 400, () => ask(ada, bea, 'spouse'));
    await expectError('request.invalid', 400, () => ask(ada, { id: "' or 1=1 --" }));
    await expectError('request.invalid', 400, () => call('POST', '/api/connections', ada, { relationship: 'friend' }));
    await call('POST', '/api/connections', ada, {
      relationship: 'friend',
      userB: bea.id,
      user_id: cleo.id,
      requester_id: cleo.id,
      status: 'accepted',
      pending: false,
    });
    expect(await rows()).toMatchObject([{ requester_id: ada.id, addressee_id: bea.id, status: 'pending' }]);
  });

  it('[CONN-05] rejects a second request in the same direction, pending or accepted, without a notification', async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    await readNews(bea);
    await expectError('connection.exists', 409, () => ask(ada, bea));
    await expectError('connection.exists', 409, () => ask(ada, bea, 'family'));
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-request', read: true }]);
    await call('PUT', `/api/connections/${connection_id}`, bea);
    for (const relationship of ['friend', 'family']) {
      await expectError('connection.exists', 409, () => ask(ada, bea, relationship));
      await expectError('connection.exists', 409, () => ask(bea, ada, relationship));
    }
  });

  it('[CONN-05] accepts a request when the other side requests the same relationship', async () => {
    const first = (await ask(ada, bea, 'family')).json();
    const second = await ask(bea, ada, 'family');
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ connection_id: first.connection_id, pending: false, user_id: ada.id });
    expect(await rows()).toMatchObject([{ status: 'accepted', accepted_at: expect.any(Date) }]);
    expect(await newsOf(ada)).toMatchObject([{ kind: 'connection-accepted', actor: { id: bea.id } }]);
    expect(await newsOf(bea)).toEqual([]);
  });

  it('[CONN-05] rejects a request from the other side with another relationship', async () => {
    await ask(ada, bea, 'family');
    await expectError('connection.other_relationship', 409, () => ask(bea, ada, 'friend'));
  });

  it('[CONN-05] leaves one row after fifty concurrent requests from both sides', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => (i % 2 ? ask(ada, bea, 'family') : ask(bea, ada, 'family'))),
    );
    expect(answers.filter((response) => response.statusCode === 201)).toHaveLength(1);
    expect(answers.filter((response) => response.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((response) => response.statusCode === 409)).toHaveLength(48);
    expect(await rows()).toMatchObject([{ status: 'accepted', relationship: 'family' }]);
  });
});

describe('PUT /api/connections/{connectionId}', () => {
  it('[API-16][CONN-02] is accepted by the recipient, once or repeatedly', async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-request' }]);
    const states: object[] = [];
    for (let time = 0; time < 2; time++) {
      const response = await call('PUT', `/api/connections/${connection_id}`, bea);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ connection_id, pending: false, first_name: 'Ada' });
      states.push([await rows(), await newsOf(ada), await newsOf(bea)]);
    }
    expect((await list(ada))[0]).toMatchObject({ pending: false });
    expect(states[0]).toMatchObject([[{ accepted_at: expect.any(Date) }], [{ kind: 'connection-accepted' }], []]);
    expect(states[1]).toEqual(states[0]);
  });

  it('[API-16][CONN-02] cannot be accepted by the requester or a third person, or without a request', async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    await expectError('connection.not_recipient', 403, () => call('PUT', `/api/connections/${connection_id}`, ada));
    await expectError('connection.missing', 404, () => call('PUT', `/api/connections/${connection_id}`, cleo));
    await expectError('connection.missing', 404, () => call('PUT', `/api/connections/${randomUUID()}`, cleo));
    await expectError('request.invalid', 400, () => call('PUT', '/api/connections/1', cleo));
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-request' }]);
    await setLeaving(new Date(), ada);
    await expectError('connection.missing', 404, () => call('PUT', `/api/connections/${connection_id}`, bea));
  });
});

describe('GET /api/connections/{userId}', () => {
  it('[API-14][CONN-03][PROF-02] lists by tab: accepted, by kind, and pending requests', async () => {
    const [dora, edda] = await Promise.all([
      loginAs(server, { firstName: 'Dora' }),
      loginAs(server, { firstName: 'Edda' }),
    ]);
    await connect(server, ada, bea, 'friend');
    await connect(server, cleo, ada, 'family');
    await ask(edda, ada, 'friend');
    await ask(dora, ada, 'family');
    const names = async (person: TestPerson, tab: string) =>
      (await list(person, tab)).map((row: { first_name: string }) => row.first_name);
    expect(await names(ada, '')).toEqual(['Dora', 'Edda', 'Cleo', 'Bea']);
    expect(await names(ada, '?list=all')).toEqual(['Cleo', 'Bea']);
    expect(await names(ada, '?list=friends')).toEqual(['Bea']);
    expect(await names(ada, '?list=family')).toEqual(['Cleo']);
    expect(await names(ada, '?list=requests')).toEqual(['Dora', 'Edda']);
    // The requester sees it as pending among all, but not among the requests.
    expect(await names(dora, '?list=all')).toEqual(['Ada']);
    expect(await names(dora, '?list=requests')).toEqual([]);
    await setLeaving(new Date(), bea, edda);
    expect(await names(ada, ''), 'without people whose account will be deleted').toEqual(['Dora', 'Cleo']);
    await setLeaving(null, bea);
    expect((await call('GET', `/api/connections/${ada.id}?list=strangers`, ada)).statusCode).toBe(400);
  });

  it("[API-14][CONN-01] returns only the connection between the two for another person's id", async () => {
    await connect(server, ada, bea, 'friend');
    await ask(cleo, bea, 'family');
    const url = `/api/connections/${bea.id}`;
    expect((await call('GET', url, ada)).json()).toMatchObject([{ first_name: 'Bea', pending: false }]);
    expect((await call('GET', url, cleo)).json()).toMatchObject([{ first_name: 'Bea', pending: true }]);
    expect((await call('GET', `/api/connections/${cleo.id}`, ada)).json()).toEqual([]);
    expect((await call('GET', `/api/connections/${randomUUID()}`, ada)).json()).toEqual([]);
  });

  it('[API-14][API-26] links the next page, and all pages together contain each connection once', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => loginAs(server)));
    for (const [i, other] of others.entries()) await (i % 2 ? ask(ada, other) : ask(other, ada));
    // Groups of three timestamps within one millisecond; later ones have lower ids.
    const ids = (await rows()).map(({ id }) => id).sort();
    for (const [i, id] of ids.entries()) {
      const at = sql<Date>`'2024-02-29T10:00:00.123Z'::timestamptz - make_interval(secs => ${Math.floor(i / 3)} / 1e6)`;
      await server.deps.db.updateTable('connections').set({ created_at: at }).where('id', '=', id).execute();
    }
    const [a, b, c, d, e, f, g] = ids;
    const seen: string[] = [];
    let pages = 0;
    for await (const page of readPages(`/api/connections/${ada.id}?limit=2`, (url) => call('GET', url, ada))) {
      seen.push(...page.json().map((row: { connection_id: string }) => row.connection_id));
      pages += 1;
    }
    expect(pages).toBe(4);
    expect(seen, 'the newest first').toEqual([c, b, a, f, e, d, g]);
    const broken = await call('GET', `/api/connections/${ada.id}?cursor=nonsense`, ada);
    expect(broken.statusCode).toBe(400);
  });
});

describe('the budget of requests', () => {
  /** Inserts sent requests, one per minute, the first `minutesAgo`. */
  const alreadySent = (person: TestPerson, count: number, minutesAgo: number) =>
    server.deps.db
      .insertInto('sent_requests')
      .values(
        Array.from({ length: count }, (_, i) => ({
          id: randomUUID(),
          sender_id: person.id,
          sent_at: new Date(Date.now() - (minutesAgo - i) * 60_000),
        })),
      )
      .execute();
  const countSent = async () => (await server.deps.db.selectFrom('sent_requests').select('id').execute()).length;

  it('[API-15] is used up by requests, also withdrawn ones; the error contains the waiting time', async () => {
    await alreadySent(ada, MAX_REQUESTS_PER_DAY - 1, 90);
    const { connection_id } = (await ask(ada, bea)).json();
    await call('DELETE', `/api/connections/${connection_id}`, ada);
    await expectError('connection.too_many', 429, () => ask(ada, cleo));
    // More than the budget, as if it had been larger before.
    await alreadySent(ada, 5, 300);
    const error = (await ask(ada, bea)).json();
    // The first request that counts was 90 minutes ago.
    expect(error.params).toEqual({ max_requests: MAX_REQUESTS_PER_DAY, wait_seconds: 22.5 * 3600 });
    expect(error.message).toContain('You can send the next one in 22 hr 30 min.');
  });

  it('[API-15] does not count requests of others, acceptances and rejected requests', async () => {
    await alreadySent(ada, MAX_REQUESTS_PER_DAY, 90);
    await ask(bea, ada);
    expect((await ask(ada, bea)).json()).toMatchObject({ pending: false });
    await expectError('connection.exists', 409, () => ask(ada, bea));
    expect(await countSent()).toBe(MAX_REQUESTS_PER_DAY + 1);
  });

  it('[CONN-02] counts a changed request to the same person; without budget it stays unchanged', async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    await alreadySent(ada, MAX_REQUESTS_PER_DAY - 1, 90);
    await expectError('connection.too_many', 429, () =>
      call('PUT', `/api/connections/${connection_id}/relationship`, ada, { relationship: 'family' }),
    );
  });

  it('[API-15] holds for concurrent requests', async () => {
    await alreadySent(ada, MAX_REQUESTS_PER_DAY - 1, 90);
    const answers = await Promise.all([ask(ada, bea), ask(ada, cleo)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 429]);
    expect(await rows()).toHaveLength(1);
  });

  it('[API-15] locks per sender: concurrent requests of the same sender wait, those of others do not', async () => {
    const lock = (tx: Tx, { id }: TestPerson) =>
      tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    await alreadySent(ada, MAX_REQUESTS_PER_DAY - 1, 90);
    const answer = await meanwhile(
      server.deps.db,
      async (tx) => {
        await lock(tx, ada);
        const sent = { id: randomUUID(), sender_id: ada.id };
        await tx.insertInto('sent_requests').values(sent).execute();
        expect((await untilWaiting(server.deps.db, () => ask(bea, cleo))).isWaiting).toBe(false);
      },
      () => ask(ada, cleo),
    );
    expect(answer.json()).toMatchObject({ code: 'connection.too_many' });
  });

  it('[API-15] is available again after a day, and the sweep deletes the rows it no longer counts', async () => {
    await alreadySent(ada, MAX_REQUESTS_PER_DAY, 24 * 60 + 0.5);
    // One of them is half a minute older than a day.
    expect((await ask(ada, bea)).statusCode).toBe(201);
    await expectError('connection.too_many', 429, () => ask(ada, cleo));
    await deleteOldRequests(server.deps.db);
    expect(await countSent()).toBe(MAX_REQUESTS_PER_DAY);
  });
});

describe('mutual connections', () => {
  const requestTo = async (person: TestPerson, from: TestPerson) =>
    (await call('GET', `/api/connections/${from.id}`, person)).json()[0].shared_connections;

  it('[CONN-03] the recipient of a request sees mutual connections, in lists and in a single response', async () => {
    const dora = await loginAs(server, { firstName: 'Dora' });
    await connect(server, ada, bea, 'family');
    await connect(server, cleo, ada, 'friend');
    await connect(server, dora, bea, 'friend');
    await connect(server, cleo, dora, 'friend');
    await ask(cleo, bea);
    const shared = { count: 2, names: ['Ada', 'Dora'] };
    expect(await requestTo(bea, cleo)).toEqual(shared);
    expect(await list(bea, '?list=requests')).toMatchObject([{ first_name: 'Cleo', shared_connections: shared }]);
    expect(await list(bea, '?list=all')).toMatchObject([{ shared_connections: null }, { shared_connections: null }]);
    await setLeaving(new Date(), ada);
    expect(await requestTo(bea, cleo), 'without people who are leaving').toEqual({ count: 1, names: ['Dora'] });
  });

  it('[CONN-03] pending requests do not count, and at most three names are returned', async () => {
    await connect(server, ada, cleo, 'family');
    await ask(cleo, bea);
    await ask(bea, ada);
    expect(await requestTo(ada, bea)).toEqual({ count: 0, names: [] });
    const dora = await loginAs(server, { firstName: 'Dora' });
    await connect(server, bea, dora, 'friend');
    await ask(ada, dora);
    expect(await requestTo(ada, bea), 'asked by the recipient').toEqual({ count: 0, names: [] });
    const others = await Promise.all(
      ['Wim', 'Xenia', 'Yann', 'Zoe'].map((firstName) => loginAs(server, { firstName })),
    );
    for (const other of others) {
      await connect(server, ada, other, 'friend');
      await connect(server, other, bea, 'friend');
    }
    expect(await requestTo(ada, bea)).toEqual({ count: 4, names: ['Wim', 'Xenia', 'Yann'] });
  });

  it('[API-25] the requester does not see them, and after accepting nobody does', async () => {
    await connect(server, ada, cleo, 'family');
    await connect(server, bea, cleo, 'friend');
    const { connection_id } = (await ask(bea, ada)).json();
    expect(await requestTo(bea, ada)).toBeNull();
    await call('PUT', `/api/connections/${connection_id}`, ada);
    expect(await requestTo(ada, bea)).toBeNull();
  });
});

describe('PUT /api/connections/{connectionId}/relationship', () => {
  const want = (person: TestPerson | undefined, id: string, relationship = 'family') =>
    call('PUT', `/api/connections/${id}/relationship`, person, { relationship });
  /** Whether `viewer` sees a video of `owner` with this permission. */
  const sees = async (viewer: TestPerson, owner: TestPerson, permission: 'friend' | 'family') => {
    const id = randomUUID();
    const { db } = server.deps;
    await db
      .insertInto('videos')
      .values({ id, owner_id: owner.id, prompt_id: 26, permission, status: 'ready' })
      .execute();
    return (await call('GET', `/api/video/${id}`, viewer)).statusCode === 200;
  };
  /** What both people see of each other; must be the same for both. */
  async function visible(): Promise<string[]> {
    const seen: string[] = [];
    for (const permission of ['friend', 'family'] as const) {
      const [one, other] = [await sees(ada, bea, permission), await sees(bea, ada, permission)];
      expect(one).toBe(other);
      if (one) seen.push(permission);
    }
    return seen;
  }

  it('[CONN-02][VID-05] friends become family only when both want it', async () => {
    const id = await connect(server, ada, bea, 'friend');
    const other = await connect(server, ada, cleo, 'friend');
    const asked = await want(ada, id);
    expect(asked.json()).toMatchObject({ relationship: 'friend', change: { relationship: 'family', user_id: ada.id } });
    expect(await visible()).toEqual(['friend']);
    expect(await list(bea, '?list=requests'), 'Requests are pending connections').toEqual([]);
    expect(await list(bea, '?list=friends')).toMatchObject([{ change: { relationship: 'family', user_id: ada.id } }]);
    const agreed = await want(bea, id);
    expect(agreed.json()).toMatchObject({ connection_id: id, relationship: 'family', change: null });
    expect(await visible()).toEqual(['family']);
    expect(await list(cleo)).toMatchObject([{ connection_id: other, relationship: 'friend', change: null }]);
  });

  it('[CONN-02][VID-05] family becomes friends: access ends immediately; restored only if both agree; cannot be declined', async () => {
    const id = await connect(server, ada, bea, 'family');
    await want(ada, id, 'friend');
    expect(await visible()).toEqual([]);
    expect((await want(bea, id, 'family')).json()).toMatchObject({ change: { relationship: 'friend' } });
    expect(await visible()).toEqual([]);
    await want(bea, id, 'friend');
    expect(await visible()).toEqual(['friend']);
  });

  it('[CONN-02] can be withdrawn by the requester or declined, and requested again', async () => {
    const id = await connect(server, ada, bea, 'friend');
    for (const person of [ada, bea]) {
      await want(ada, id);
      expect((await want(person, id, 'friend')).json()).toMatchObject({ relationship: 'friend', change: null });
      expect(await newsOf(bea)).toEqual([]);
    }
    await want(ada, id);
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-request', relationship: 'family', pending: false }]);
  });

  it('[CONN-02] notifies the recipient of the request, and the requester of the acceptance', async () => {
    const id = await connect(server, bea, ada, 'friend');
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-accepted', relationship: 'friend' }]);
    await readNews(bea);
    await want(bea, id);
    expect(await newsOf(ada)).toMatchObject([{ kind: 'connection-request', actor: { id: bea.id } }]);
    await want(ada, id);
    expect(await newsOf(ada)).toEqual([]);
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-accepted', relationship: 'family', read: false }]);
  });

  it('[CONN-02][CONN-05] two concurrent requests for the same relationship agree', async () => {
    const id = await connect(server, ada, bea, 'friend');
    await Promise.all([want(ada, id), want(bea, id)]);
    expect(await rows()).toMatchObject([{ relationship: 'family', asked_relationship: null, asked_by: null }]);
  });

  it('[CONN-02] waits for a concurrent change or removal of the same connection only', async () => {
    const [id, other] = [await connect(server, ada, bea, 'friend'), await connect(server, ada, cleo, 'friend')];
    const accept = (tx: Tx, relationship: 'friend' | 'family') =>
      tx.updateTable('connections').set({ relationship }).where('id', '=', id).execute();
    // Both take the pair's lock first, so there is no deadlock.
    const changed = await meanwhile(
      server.deps.db,
      (tx) => lockPair(tx, bea.id, ada.id),
      () => want(ada, id),
      (tx) => accept(tx, 'family'),
    );
    expect(changed.json()).toMatchObject({ relationship: 'family', change: null });
    const removed = await meanwhile(
      server.deps.db,
      async (tx) => {
        await tx.deleteFrom('connections').where('id', '=', id).execute();
        expect((await untilWaiting(server.deps.db, () => want(ada, other))).isWaiting).toBe(false);
      },
      () => want(ada, id, 'friend'),
    );
    expect([removed.statusCode, removed.json().code]).toEqual([404, 'connection.missing']);
  });

  it('[CONN-02] repeating it changes nothing and notifies nobody', async () => {
    const id = await connect(server, ada, bea, 'friend');
    await want(ada, id);
    await readNews(bea);
    expect((await want(ada, id)).json()).toMatchObject({ change: { relationship: 'family', user_id: ada.id } });
    expect(await newsOf(bea)).toMatchObject([{ kind: 'connection-request', read: true }]);
    const { connection_id } = (await ask(cleo, ada)).json();
    expect((await want(cleo, connection_id, 'friend')).json()).toMatchObject({ connection_id, pending: true });
  });

  it("[CONN-02] replaces the caller's own pending request, so that the recipient cannot accept another relationship than they saw", async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    const replaced = (await want(ada, connection_id)).json();
    expect(replaced).toMatchObject({ pending: true, relationship: 'family', user_id: ada.id });
    expect(replaced.connection_id).not.toBe(connection_id);
    await expectError('connection.missing', 404, () => call('PUT', `/api/connections/${connection_id}`, bea));
    expect(await newsOf(bea)).toMatchObject([{ connection_id: replaced.connection_id, pending: true }]);
  });

  it('[API-25][CONN-02] a third person cannot change it, and the recipient of a request has to answer it instead', async () => {
    const id = await connect(server, ada, bea, 'friend');
    await expectError('connection.missing', 404, () => want(cleo, id));
    await expectError('session.required', 401, () => want(undefined, id));
    await expectError('request.invalid', 400, () => want(ada, id, 'spouse'));
    const { connection_id } = (await ask(cleo, bea)).json();
    await expectError('connection.other_relationship', 409, () => want(bea, connection_id));
  });
});

describe('mails', () => {
  // Removes hundreds of jobs of the tests above.
  beforeAll(() => sql`delete from pgboss.job`.execute(server.deps.db));

  /** Runs the jobs. @returns the new mails to this person, as text */
  async function mailsTo(person: TestPerson): Promise<string[]> {
    await server.drainJobs();
    const { dir } = server.deps.config.mail;
    const names = (await readdir(dir).catch(() => [])).sort();
    const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
    return mails
      .filter((mail) => mail.includes(`To: ${person.email}`))
      .map((mail) => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='));
  }
  const newcomers = () =>
    Promise.all([
      loginAs(server, { firstName: 'Tavi', lastName: 'M\u00f8rk' }),
      loginAs(server, { firstName: 'Wren' }),
    ]);
  const turnOff = (person: TestPerson, kind: string) =>
    call('PUT', '/api/notifications/settings', person, { kind, mail: 'never' });

  it('[CONN-02] a request and its acceptance send mails with place, mutual connections and a link to turn them off', async () => {
    const [tavi, wren] = await newcomers();
    await connect(server, cleo, tavi, 'friend');
    await connect(server, cleo, wren, 'friend');
    const before = (await mailsTo(tavi)).length;
    const { connection_id } = (await ask(tavi, wren, 'family')).json();
    const [request = ''] = (await mailsTo(wren)).slice(-1);
    expect(request).toContain('Hello Wren,');
    expect(request).toContain('would like to connect with you as family');
    expect(request).toContain('Tavi lives in Duluth, MN.');
    expect(request).toContain('You have 1 shared connection: Cleo');
    expect(request).toContain(`/user/${wren.id}/connections?tab=requests`);
    expect(request).toContain(`/api/mails/unsubscribe/${wren.id}/connection-request/`);
    await call('PUT', `/api/connections/${connection_id}`, wren);
    const accepted = (await mailsTo(tavi)).slice(before);
    expect(accepted).toHaveLength(1);
    expect(accepted[0]).toContain('Subject: Kinreel: Wren Fennick accepted your request');
    expect(accepted[0]).toContain('Hello Tavi,');
    expect(accepted[0]).toContain(`/user/${wren.id}/videos`);
  });

  it('[CONN-02] sends no mail after the request was withdrawn, or to people who have turned mails off', async () => {
    const [tavi, wren] = await newcomers();
    const { connection_id } = (await ask(tavi, wren)).json();
    await call('DELETE', `/api/connections/${connection_id}`, tavi);
    expect(await mailsTo(wren)).toEqual([]);
    await turnOff(tavi, 'connection-request');
    await turnOff(tavi, 'connection-accepted');
    await ask(wren, tavi);
    await ask(tavi, wren);
    await connect(server, tavi, cleo, 'friend');
    expect(await mailsTo(tavi)).toEqual([]);
  });

  it('[CONN-02] repeated requests and withdrawals send one mail in three days', async () => {
    const [tavi, wren] = await newcomers();
    for (let time = 0; time < 3; time++) {
      const { connection_id } = (await ask(tavi, wren)).json();
      expect(await mailsTo(wren)).toHaveLength(1);
      await call('DELETE', `/api/connections/${connection_id}`, tavi);
    }
    await server.deps.db
      .updateTable('sent_mails')
      .set({ sent_at: new Date(Date.now() - 73 * 3_600_000) })
      .where('sender_id', '=', tavi.id)
      .execute();
    await ask(tavi, wren);
    expect(await mailsTo(wren)).toHaveLength(2);
  });

  it('names are escaped in the mail', () => {
    const { html, text } = connectionMail({
      kind: 'request',
      recipientName: '<b>Wren</b>',
      person: { first_name: '<img src=x>', last_name: 'A & B', city: '<i>', state: '', country: 'X' },
      portrait: null,
      relationship: 'friend',
      shared: { count: 4, names: ['<script>', 'B', 'C'] },
      url: 'http://localhost/"><script>',
      turnOffUrl: 'http://localhost/',
    });
    expect(html).not.toMatch(/<img src=x|<script|<b>|<i>/);
    expect(html).toContain('A &amp; B');
    expect(text).toContain('4 shared connections: script, B, C, …');
  });
});

describe('DELETE /api/connections/{connectionId}', () => {
  it('[API-17][CONN-04] deletes a connection and the shares between the two in both directions, and no others', async () => {
    const id = await connect(server, ada, bea, 'friend');
    await connect(server, ada, cleo, 'friend');
    await connect(server, bea, cleo, 'friend');
    await share(ada, bea);
    await share(bea, ada);
    const others = [await share(ada, cleo), await share(cleo, ada), await share(bea, cleo), await share(cleo, bea)];
    const response = await call('DELETE', `/api/connections/${id}`, bea);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await list(bea)).toMatchObject([{ first_name: 'Cleo' }]);
    expect(await list(ada)).toMatchObject([{ first_name: 'Cleo' }]);
    const left = await server.deps.db.selectFrom('shares').select('video_id').execute();
    expect(left.map((row) => row.video_id).sort()).toEqual(others.sort());
    await server.deps.db.deleteFrom('videos').execute();
  });

  it('[API-17] cancels a request, or declines it', async () => {
    for (const person of [ada, bea]) {
      const { connection_id } = (await ask(ada, bea)).json();
      expect((await call('DELETE', `/api/connections/${connection_id}`, person)).statusCode).toBe(204);
      expect(await rows()).toEqual([]);
    }
  });

  it("[API-17][API-25] other people's connections cannot be removed or found", async () => {
    const id = await connect(server, ada, bea, 'friend');
    await expectError('connection.missing', 404, () => call('DELETE', `/api/connections/${id}`, cleo));
    await expectError('connection.missing', 404, () => call('DELETE', `/api/connections/${randomUUID()}`, cleo));
  });
});

it('[API-25] every route requires a token', async () => {
  const id = await connect(server, ada, bea, 'friend');
  await expectError('session.required', 401, () => call('GET', `/api/connections/${ada.id}`));
  await expectError('session.required', 401, () =>
    call('POST', '/api/connections', undefined, { relationship: 'friend', userB: cleo.id }),
  );
  await expectError('session.required', 401, () => call('PUT', `/api/connections/${id}`));
  await expectError('session.required', 401, () => call('DELETE', `/api/connections/${id}`));
});

describe('areConnected', () => {
  it('[VID-05] finds accepted connections from either side, and no pending ones', async () => {
    await connect(server, ada, bea, 'family');
    await ask(cleo, ada);
    const { db } = server.deps;
    expect(await areConnected(db, ada.id, [bea.id, cleo.id, randomUUID()])).toEqual(new Set([bea.id]));
    expect(await areConnected(db, bea.id, [ada.id])).toEqual(new Set([ada.id]));
    expect(await areConnected(db, bea.id, [])).toEqual(new Set());
  });

  it('[VID-05] does not find the connection that two others have with each other', async () => {
    await connect(server, ada, cleo, 'family');
    expect(await areConnected(server.deps.db, bea.id, [ada.id, cleo.id])).toEqual(new Set());
  });

  it.each([
    ['removed', (id: string) => call('DELETE', `/api/connections/${id}`, bea)],
    ['blocked', () => call('PUT', `/api/blocks/${ada.id}`, bea)],
  ] as const)(
    '[CONN-04] locks a connection until dependent shares are stored; then it is %s with them',
    async (_, end) => {
      const id = await connect(server, ada, bea, 'friend');
      const ended = await meanwhile(
        server.deps.db,
        async (tx) => expect(await areConnected(tx, ada.id, [bea.id])).toContain(bea.id),
        () => end(id),
        async (tx) => {
          const video = randomUUID();
          await tx
            .insertInto('videos')
            .values({ id: video, owner_id: ada.id, prompt_id: 1, permission: 'invite-only' })
            .execute();
          await tx.insertInto('shares').values({ video_id: video, recipient_id: bea.id, owner_id: ada.id }).execute();
        },
      );
      expect(ended.statusCode).toBe(204);
      const left = await server.deps.db.selectFrom('shares').selectAll().where('recipient_id', '=', bea.id).execute();
      expect(left).toEqual([]);
      await server.deps.db.deleteFrom('blocks').execute();
    },
  );
});

describe('disconnect', () => {
  it('[CONN-04] deletes the connection and the shares between the two, and none of others', async () => {
    await connect(server, ada, cleo, 'friend');
    const kept = [await connect(server, ada, bea, 'friend'), await connect(server, bea, cleo, 'friend')];
    await share(ada, cleo);
    await share(cleo, ada);
    const keptShares = [await share(ada, bea), await share(bea, cleo)];
    const { db } = server.deps;
    await db.transaction().execute((tx) => disconnect(tx, cleo.id, ada.id));
    expect((await rows()).map(({ id }) => id).sort()).toEqual(kept.sort());
    const shares = await db.selectFrom('shares').select('video_id').execute();
    expect(shares.map(({ video_id }) => video_id).sort()).toEqual(keptShares.sort());
    await db.deleteFrom('videos').execute();
  });
});
