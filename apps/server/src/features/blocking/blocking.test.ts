import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { nextPage } from '../../testing/pages.ts';
import { storedVideo } from '../../testing/stored-video.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bea] = await Promise.all([
    loginAs(server, { firstName: 'Ada', lastName: 'Quist' }),
    loginAs(server, { firstName: 'Bea', lastName: 'Rasmus' }),
  ]);
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function call(method: Method, url: string, person: TestPerson, payload?: object) {
  return server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
}
const block = (by: TestPerson, whom: { id: string }) => call('PUT', `/api/blocks/${whom.id}`, by);
const unblock = (by: TestPerson, whom: { id: string }) => call('DELETE', `/api/blocks/${whom.id}`, by);
const blockedBy = async (person: TestPerson) => (await call('GET', '/api/blocks', person)).json();
const ask = (from: TestPerson, to: TestPerson) =>
  call('POST', '/api/connections', from, { relationship: 'friend', userB: to.id });
const both = () =>
  [
    [ada, bea],
    [bea, ada],
  ] as const;
const unknown = async (person: TestPerson) => call('GET', `/api/search/${randomUUID()}`, person);

/** Counts the mails, after all jobs have run. */
async function mails(): Promise<number> {
  await server.drainJobs();
  return (await readdir(server.deps.config.mail.dir).catch(() => [])).length;
}

describe('PUT /api/blocks/{userId}', () => {
  it('hides page, photo and search results of the two from each other; responds as for an unknown person', async () => {
    const version = newId();
    const photo = `photos/${ada.id}/${version}.webp`;
    await server.deps.db.updateTable('users').set({ photo_key: photo }).where('id', '=', ada.id).execute();
    expect((await block(ada, bea)).statusCode).toBe(204);
    for (const [viewer, other] of both()) {
      const page = await call('GET', `/api/search/${other.id}`, viewer);
      const nobody = await unknown(viewer);
      expect([page.statusCode, page.json()]).toEqual([404, nobody.json()]);
      const found = (await call('GET', '/api/search?limit=100', viewer)).json().map((row: { id: string }) => row.id);
      expect(found).not.toContain(other.id);
      const asked = await ask(viewer, other);
      expect([asked.statusCode, asked.json().code]).toEqual([404, 'person.missing']);
      expect((await call('GET', `/api/connections/${other.id}`, viewer)).json()).toEqual([]);
      expect((await call('GET', `/api/video/user/${other.id}`, viewer)).json()).toEqual([]);
    }
    const image = await call('GET', `/media/photos/${ada.id}/${version}`, bea);
    expect([image.statusCode, image.json().code]).toEqual([404, 'route.missing']);
  });

  it('deletes connection, shares, redeemed links and notifications between the two people', async () => {
    await connect(server, ada, bea, 'family');
    const codes: string[] = [];
    for (const [owner, viewer] of both()) {
      const shared = await storedVideo(server, owner.id, { permission: 'invite-only' });
      await call('POST', '/api/share', owner, { user_id: [viewer.id], video_id: shared });
      const linked = await storedVideo(server, owner.id, { permission: 'invite-only' });
      const url = `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${linked}`;
      const code = (await call('POST', '/api/link', owner, { url })).body.split('/s/')[1] ?? '';
      expect((await call('POST', '/api/link/redeem', viewer, { code })).statusCode).toBe(200);
      codes.push(code);
      await storedVideo(server, owner.id, { permission: 'everyone' });
      expect((await call('GET', '/api/video/sharedwithme', viewer)).json()).toHaveLength(2);
    }
    expect((await block(bea, ada)).statusCode).toBe(204);
    for (const [owner, viewer] of both()) {
      expect((await call('GET', `/api/connections/${viewer.id}`, viewer)).json()).toEqual([]);
      expect((await call('GET', '/api/video/sharedwithme', viewer)).json()).toEqual([]);
      expect((await call('GET', '/api/video/sharedbyme', owner)).json()).toEqual([]);
      expect((await call('GET', `/api/video/user/${owner.id}`, viewer)).json()).toEqual([]);
      expect((await call('GET', '/api/notifications', viewer)).json()).toEqual([]);
      expect((await call('GET', '/api/notifications/count', viewer)).json()).toEqual({ unread: 0 });
    }
    // The links stay active for others.
    const [ofAda = '', ofBea = ''] = codes;
    for (const [viewer, code] of [
      [bea, ofAda],
      [ada, ofBea],
    ] as const) {
      const answer = await call('POST', '/api/link/redeem', viewer, { code });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'link.missing']);
    }
    const redeemed = await server.deps.db
      .selectFrom('link_redemptions')
      .select('link_id')
      .where('user_id', 'in', [ada.id, bea.id])
      .execute();
    expect(redeemed).toEqual([]);
  });

  it('deletes a pending request in either direction, and sends no mail', async () => {
    const before = await mails();
    await ask(bea, ada);
    await block(ada, bea);
    expect((await call('GET', `/api/connections/${ada.id}?list=requests`, ada)).json()).toEqual([]);
    expect((await call('GET', `/api/connections/${bea.id}?list=all`, bea)).json()).toEqual([]);
    expect((await call('GET', '/api/notifications', bea)).json()).toEqual([]);
    expect(await mails()).toBe(before);
  });

  it('is rejected for oneself, unknown people and a person who has blocked the caller; repeating it is no error', async () => {
    expect((await block(ada, ada)).json().code).toBe('block.self');
    expect((await block(ada, { id: randomUUID() })).json().code).toBe('person.missing');
    await block(ada, bea);
    const answer = await block(bea, ada);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'person.missing']);
    expect(await blockedBy(bea)).toEqual([]);
    expect((await block(ada, { id: bea.id.toUpperCase() })).statusCode).toBe(204);
    expect(await blockedBy(ada)).toEqual([
      { id: bea.id, first_name: 'Bea', last_name: 'Rasmus', blocked_at: expect.any(String) },
    ]);
  });

  it('sends no invitation mail to a person who has blocked its sender, and responds as for any address', async () => {
    const videoId = await storedVideo(server, ada.id, { permission: 'invite-only' });
    const invite = () =>
      call('POST', '/api/invitation', ada, { video_id: videoId, email: bea.email, relationship: 'friend' });
    await block(bea, ada);
    const before = await mails();
    // The response must not reveal whose address it is.
    expect((await invite()).statusCode).toBe(201);
    expect(await mails()).toBe(before);
    await unblock(bea, ada);
    await call(
      'DELETE',
      `/api/invitation/${(await call('GET', `/api/invitation?video_id=${videoId}`, ada)).json()[0].id}`,
      ada,
    );
    expect((await invite()).statusCode).toBe(201);
    expect(await mails()).toBe(before + 1);
  });

  it('does not change blocks, connections, shares and visits of others', async () => {
    const cleo = await loginAs(server, { firstName: 'Cleo' });
    await connect(server, ada, bea, 'friend');
    await connect(server, ada, cleo, 'friend');
    await connect(server, bea, cleo, 'friend');
    const [shared, linked] = [await storedVideo(server, cleo.id), await storedVideo(server, cleo.id)];
    await call('POST', '/api/share', cleo, { user_id: [ada.id, bea.id], video_id: shared });
    const url = `${server.deps.config.publicUrl}/user/${cleo.id}/videos?autoplay=${linked}`;
    const code = (await call('POST', '/api/link', cleo, { url })).body.split('/s/')[1];
    for (const person of [ada, bea]) await call('POST', '/api/link/redeem', person, { code });
    await block(ada, bea);
    for (const person of [ada, bea]) {
      expect((await call('GET', `/api/connections/${person.id}`, person)).json()).toMatchObject([
        { first_name: 'Cleo' },
      ]);
      expect((await call('GET', '/api/video/sharedwithme', person)).json()).toHaveLength(2);
    }
    // Others have blocked the same people.
    await block(cleo, bea);
    await block(ada, cleo);
    await block(bea, ada);
    await unblock(ada, bea);
    expect((await blockedBy(ada)).map((row: { id: string }) => row.id)).toEqual([cleo.id]);
    expect((await blockedBy(cleo)).map((row: { id: string }) => row.id)).toEqual([bea.id]);
    await block(ada, bea);
    expect((await blockedBy(ada)).map((row: { id: string }) => row.id)).toEqual([bea.id, cleo.id]);
  });

  it('wins against a concurrent connection request', async () => {
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([ask(bea, ada), block(ada, bea), ask(bea, ada)]);
      const left = await server.deps.db
        .selectFrom('connections')
        .select('id')
        .where('requester_id', '=', bea.id)
        .execute();
      expect(left, `round ${round}`).toEqual([]);
      await unblock(ada, bea);
    }
  });
});

describe('DELETE /api/blocks/{userId}', () => {
  it('makes the two visible to each other, without their connection; a block by the other person stays', async () => {
    await connect(server, ada, bea, 'friend');
    await block(ada, bea);
    expect((await unblock(ada, bea)).statusCode).toBe(204);
    expect((await unblock(ada, bea)).statusCode).toBe(204);
    expect((await call('GET', `/api/search/${bea.id}`, ada)).statusCode).toBe(200);
    expect((await call('GET', `/api/connections/${bea.id}`, ada)).json()).toEqual([]);
    await block(bea, ada);
    await unblock(ada, bea);
    expect((await call('GET', `/api/search/${bea.id}`, ada)).statusCode).toBe(404);
  });
});

it('GET /api/blocks pages through the caller’s own list, newest first', async () => {
  const others = [await loginAs(server), await loginAs(server), bea];
  for (const one of others) await block(ada, one);
  const pages = async () => {
    const first = await call('GET', '/api/blocks?limit=2', ada);
    const next = nextPage(first) ?? '';
    const rest = await call('GET', next, ada);
    expect(rest.headers.link).toBeUndefined();
    return [...first.json(), ...rest.json()].map((row: { id: string }) => row.id);
  };
  const ids = others.map(({ id }) => id);
  expect(await pages()).toEqual(ids.toReversed());
  const moment = { created_at: new Date('2024-02-29T10:00:00.123Z') };
  await server.deps.db.updateTable('blocks').set(moment).where('blocker_id', '=', ada.id).execute();
  expect(await pages(), 'with the same timestamp').toEqual(ids.toSorted().reverse());
  expect(await blockedBy(bea)).toEqual([]);
});

it('[VID-08] permission "everyone" excludes blocked people, and the summary counts those whom the owner has blocked', async () => {
  const videoId = await storedVideo(server, ada.id, { permission: 'everyone' });
  const summary = async () => (await call('GET', `/api/video/${videoId}/audience`, ada)).json().summary;
  expect((await call('GET', `/api/video/${videoId}`, bea)).statusCode).toBe(200);
  await block(ada, bea);
  expect((await call('GET', `/api/video/${videoId}`, bea)).statusCode).toBe(404);
  expect((await call('GET', `/media/videos/${videoId}/playback`, bea)).statusCode).toBe(404);
  expect(await summary()).toMatchObject({ blocked: 1 });
  await unblock(ada, bea);
  await block(bea, ada);
  // Ada must not learn that Bea has blocked her.
  expect(await summary()).toMatchObject({ blocked: 0 });
});
