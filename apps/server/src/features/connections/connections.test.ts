import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { areConnected } from './connections.service.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;
let cleo: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bea, cleo] = await Promise.all([
    loginAs(server, { firstName: 'Ada', lastName: 'Quist' }),
    loginAs(server, { firstName: 'Bea', lastName: 'Rasmus', city: 'Leith', state: '', country: 'Scotland' }),
    loginAs(server, { firstName: 'Cleo', lastName: 'Sund' }),
  ]);
});
afterAll(() => server.stop());
beforeEach(() => server.deps.db.deleteFrom('connections').execute());

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
    });
    expect(await list(bea)).toEqual([
      {
        ...response.json(),
        first_name: 'Ada',
        last_name: 'Quist',
        city: 'Duluth',
        state: 'MN',
        country: 'United States',
      },
    ]);
  });

  it('[API-15][CONN-05] rejects oneself, also in upper case, and unknown people', async () => {
    await expectError('connection.self', 400, () => ask(ada, ada));
    await expectError('connection.self', 400, () => ask(ada, { id: ada.id.toUpperCase() }));
    await expectError('person.missing', 404, () => ask(ada, { id: randomUUID() }));
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

  it('[CONN-05] rejects a second request in the same direction, pending or accepted', async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    await expectError('connection.exists', 409, () => ask(ada, bea));
    await expectError('connection.exists', 409, () => ask(ada, bea, 'family'));
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
    for (let time = 0; time < 2; time++) {
      const response = await call('PUT', `/api/connections/${connection_id}`, bea);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ connection_id, pending: false, first_name: 'Ada' });
    }
    expect((await list(ada))[0]).toMatchObject({ pending: false });
  });

  it('[API-16][CONN-02] cannot be accepted by the requester, by a third person or without a request', async () => {
    const { connection_id } = (await ask(ada, bea)).json();
    await expectError('connection.not_recipient', 403, () => call('PUT', `/api/connections/${connection_id}`, ada));
    await expectError('connection.missing', 404, () => call('PUT', `/api/connections/${connection_id}`, cleo));
    await expectError('connection.missing', 404, () => call('PUT', `/api/connections/${randomUUID()}`, cleo));
    await expectError('request.invalid', 400, () => call('PUT', '/api/connections/1', cleo));
  });
});

describe('GET /api/connections/{userId}', () => {
  it('[API-14][CONN-03][PROF-02] lists by tab: accepted, by kind, and pending requests', async () => {
    const dora = await loginAs(server, { firstName: 'Dora' });
    await connect(server, ada, bea, 'friend');
    await connect(server, cleo, ada, 'family');
    await ask(dora, ada, 'family');
    const names = async (person: TestPerson, tab: string) =>
      (await list(person, tab)).map((row: { first_name: string }) => row.first_name);
    expect(await names(ada, '')).toEqual(['Dora', 'Cleo', 'Bea']);
    expect(await names(ada, '?list=all')).toEqual(['Cleo', 'Bea']);
    expect(await names(ada, '?list=friends')).toEqual(['Bea']);
    expect(await names(ada, '?list=family')).toEqual(['Cleo']);
    expect(await names(ada, '?list=requests')).toEqual(['Dora']);
    // The requester sees it as pending among all, but not among the requests.
    expect(await names(dora, '?list=all')).toEqual(['Ada']);
    expect(await names(dora, '?list=requests')).toEqual([]);
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
    // Timestamps that differ by less than a millisecond
    await server.deps.db
      .updateTable('connections')
      .set((eb) => ({ created_at: eb.val(new Date('2024-02-29T10:00:00.123Z')) }))
      .execute();
    const seen: string[] = [];
    let url: string | undefined = `/api/connections/${ada.id}?limit=2`;
    let pages = 0;
    for (; url; pages++) {
      const response = await call('GET', url, ada);
      expect(response.statusCode).toBe(200);
      seen.push(...response.json().map((row: { connection_id: string }) => row.connection_id));
      url = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(pages).toBe(4);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
    const broken = await call('GET', `/api/connections/${ada.id}?cursor=nonsense`, ada);
    expect(broken.statusCode).toBe(400);
  });
});

describe('DELETE /api/connections/{connectionId}', () => {
  it('[API-17][CONN-04] deletes a connection and the shares between the two in both directions, and no others', async () => {
    const id = await connect(server, ada, bea, 'friend');
    await connect(server, ada, cleo, 'friend');
    await share(ada, bea);
    await share(bea, ada);
    const otherShare = await share(ada, cleo);
    const response = await call('DELETE', `/api/connections/${id}`, bea);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await list(bea)).toEqual([]);
    expect(await list(ada)).toHaveLength(1);
    expect(await server.deps.db.selectFrom('shares').select('video_id').execute()).toEqual([{ video_id: otherShare }]);
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

  it('[CONN-04] locks a connection until the shares that depend on it are stored', async () => {
    const id = await connect(server, ada, bea, 'friend');
    let removal: ReturnType<typeof call> | undefined;
    await server.deps.db.transaction().execute(async (tx) => {
      expect(await areConnected(tx, ada.id, [bea.id])).toContain(bea.id);
      removal = call('DELETE', `/api/connections/${id}`, bea);
      removal.then(() => {});
      await new Promise((resolve) => setTimeout(resolve, 200));
      const video = randomUUID();
      await tx
        .insertInto('videos')
        .values({ id: video, owner_id: ada.id, prompt_id: 1, permission: 'invite-only' })
        .execute();
      await tx.insertInto('shares').values({ video_id: video, recipient_id: bea.id, owner_id: ada.id }).execute();
    });
    expect((await removal)?.statusCode).toBe(204);
    const left = await server.deps.db.selectFrom('shares').selectAll().where('recipient_id', '=', bea.id).execute();
    expect(left).toEqual([]);
  });
});
