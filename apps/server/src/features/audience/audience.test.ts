import { type Audience, audienceResponse, type Permission } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { readPages } from '../../testing/pages.ts';
import { countRowsRead, inventedPeople, rolledBack } from '../../testing/rolled-back.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import type { PeoplePosition } from '../visibility/audience.policy.ts';
import { presentAudience } from './audience.presenter.ts';
import { type AudienceRow, findAudience, listAudience } from './audience.queries.ts';

let server: TestServer;
let owner: TestPerson;
let sister: TestPerson;
let friend: TestPerson;
let stranger: TestPerson;
let videoId: string;
/** Milliseconds. */
let began: number;

beforeAll(async () => {
  server = await startTestServer();
  began = Date.now();
  [owner, sister, friend, stranger] = await Promise.all([
    loginAs(server),
    loginAs(server, { firstName: 'Tavi' }),
    loginAs(server, { firstName: 'Corvin' }),
    loginAs(server, { firstName: 'Bram' }),
  ]);
  await connect(server, owner, sister, 'family');
  await connect(server, friend, owner, 'friend');
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  videoId = await storedVideo(server, owner.id, { permission: 'invite-only' });
});

const call = (person: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
const read = async (query = ''): Promise<Audience> =>
  audienceResponse.parse((await call(owner, 'GET', `/api/video/${videoId}/audience${query}`)).json());
const setPermission = (permission: Permission) => call(owner, 'PUT', `/api/permission/${videoId}`, { permission });
const share = (...people: TestPerson[]) =>
  call(owner, 'POST', '/api/share', { video_id: videoId, user_id: people.map(({ id }) => id) });
const address = () => `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${videoId}`;
const makeLink = (body: object = {}) => call(owner, 'POST', '/api/link', { url: address(), ...body });
async function visit(person: TestPerson) {
  const code = (await makeLink()).body.split('/s/')[1];
  expect((await call(person, 'POST', '/api/link/redeem', { code })).statusCode).toBe(200);
}
const reasonsOf = (audience: Audience) =>
  audience.people.map((person) => [person.first_name, ...person.reasons.map(({ reason }) => reason)]);

describe('GET /api/video/{id}/audience', () => {
  test('[VID-08] a new video is only for its owner', async () => {
    expect(await read()).toEqual({
      permission: 'invite-only',
      opens_at: null,
      summary: { connections: 0, others: 0, first_name: null, link: false, blocked: 0 },
      friends: 1,
      family: 1,
      people: [],
      total: 0,
      links: [],
    });
  });

  test('[VID-08] lists every reason, and people who can be removed first', async () => {
    await setPermission('family');
    expect(reasonsOf(await read())).toEqual([['Tavi', 'family']]);
    await share(sister);
    await share(friend);
    await visit(stranger);
    const audience = await read();
    expect(reasonsOf(audience)).toEqual([
      ['Bram', 'link'],
      ['Corvin', 'share'],
      ['Tavi', 'family', 'share'],
    ]);
    expect(audience.summary).toEqual({ connections: 1, others: 2, first_name: 'Bram', link: true, blocked: 0 });
    expect(audience.total).toBe(3);
    for (const { reasons } of audience.people) {
      for (const { since } of reasons) expect(Date.parse(since)).toBeGreaterThanOrEqual(began);
    }
  });

  test('[VID-08] friends do not include family', async () => {
    await setPermission('friend');
    expect(reasonsOf(await read())).toEqual([['Corvin', 'friend']]);
  });

  test('[VID-08] with permission "everyone" only people with a share or link are listed', async () => {
    await setPermission('everyone');
    await share(friend);
    const audience = await read();
    expect(reasonsOf(audience)).toEqual([['Corvin', 'share']]);
    expect(audience.summary).toEqual({ connections: 0, others: 0, first_name: null, link: false, blocked: 0 });
  });

  test('[VID-08] pages have no gaps and no duplicates, and each has the total', async () => {
    // Both with the same timestamp.
    await share(friend, sister);
    const { summary, people } = await read();
    expect(summary.first_name).toBe(people[0]?.first_name);
    await setPermission('family');
    await visit(stranger);
    const names: string[] = [];
    for await (const page of readPages(`/api/video/${videoId}/audience?limit=1`, (url) => call(owner, 'GET', url))) {
      const audience = audienceResponse.parse(page.json());
      expect(audience.total).toBe(3);
      names.push(...audience.people.map((person) => person.first_name));
    }
    expect(names.toSorted()).toEqual(['Bram', 'Corvin', 'Tavi']);
    for (const cursor of [[1, 'x', owner.id], [2, new Date().toISOString(), owner.id], ['1', 1, 2], []]) {
      const encoded = Buffer.from(JSON.stringify(cursor)).toString('base64url');
      const answer = await call(owner, 'GET', `/api/video/${videoId}/audience?cursor=${encoded}`);
      expect(answer.statusCode).toBe(400);
    }
  });

  test('[VID-08] a person with several reasons is listed once, by their newest share or visit', async () => {
    const { db } = server.deps;
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await setPermission('friend');
    await share(friend, sister);
    await visit(friend);
    await makeLink({ expires_at: new Date(Date.now() + 864e5).toISOString() });
    const [link, other] = await db.selectFrom('short_links').select('id').where('video_id', '=', videoId).execute();
    const setShare = (person: TestPerson, day: number) =>
      db
        .updateTable('shares')
        .set({ created_at: at(day) })
        .where('recipient_id', '=', person.id)
        .execute();
    const setVisit = (link_id: string, person: TestPerson, day: number) =>
      db
        .insertInto('link_redemptions')
        .values({ link_id, user_id: person.id, last_visit_at: at(day) })
        .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doUpdateSet({ last_visit_at: at(day) }))
        .execute();
    await setShare(friend, 5);
    await setShare(sister, 4);
    await setVisit(link?.id ?? '', friend, 2);
    await setVisit(link?.id ?? '', stranger, 3);
    await setVisit(other?.id ?? '', stranger, 6);
    // Two rows with the same timestamp.
    await setVisit(other?.id ?? '', sister, 4);
    const expected = [
      ['Bram', 'link'],
      ['Corvin', 'friend', 'share', 'link'],
      ['Tavi', 'share', 'link'],
    ];
    const audience = await read();
    expect(reasonsOf(audience)).toEqual(expected);
    expect(audience.people[0]?.reasons[0]?.since).toBe(at(6).toISOString());
    const paged: unknown[] = [];
    for await (const page of readPages(`/api/video/${videoId}/audience?limit=1`, (url) => call(owner, 'GET', url))) {
      paged.push(...reasonsOf(audienceResponse.parse(page.json())));
    }
    expect(paged).toEqual(expected);
  });

  test('[VID-08] people who cannot be removed are listed once, by the newest reason', async () => {
    const { db } = server.deps;
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const third = await loginAs(server, { firstName: 'Ada' });
    await connect(server, owner, third, 'friend');
    await setPermission('friend');
    const connections = await db.selectFrom('connections').select(['id', 'user_lo', 'user_hi']).execute();
    const connection = (person: TestPerson) =>
      connections.find(({ user_lo, user_hi }) => [user_lo, user_hi].includes(person.id))?.id ?? '';
    const setConnected = (person: TestPerson, day: number) =>
      db
        .updateTable('connections')
        .set({ accepted_at: at(day) })
        .where('id', '=', connection(person))
        .execute();
    const setGiven = (person: TestPerson, day: number) =>
      db
        .insertInto('video_gifts')
        .values({
          video_id: videoId,
          owner_id: owner.id,
          recipient_id: person.id,
          connection_id: connection(person),
          given_at: at(day),
        })
        .execute();
    await db.updateTable('videos').set({ steward_rule: 'give' }).where('id', '=', videoId).execute();
    await setConnected(friend, 1);
    await setGiven(friend, 4);
    await setConnected(third, 3);
    await setGiven(third, 2);
    await setGiven(sister, 2);
    const expected = [
      ['Corvin', 'friend', 'given'],
      ['Ada', 'friend', 'given'],
      ['Tavi', 'given'],
    ];
    // Reads the query, because a request of the owner would end the stewardship.
    const list = async (limit: number) => {
      const names: unknown[] = [];
      let after: PeoplePosition | null = null;
      for (;;) {
        const rows: AudienceRow[] = await listAudience(db, videoId, owner.id, after, limit);
        names.push(...rows.map((row) => [row.first_name, ...row.reasons.map(({ reason }) => reason).sort()]));
        const last = rows.at(-1);
        if (!last || rows.length < limit) return names;
        after = last;
      }
    };
    expect([await list(51), await list(1)]).toEqual([expected, expected]);
    await db
      .insertInto('shares')
      .values({ video_id: videoId, recipient_id: third.id, owner_id: owner.id, created_at: at(1) })
      .execute();
    const removableFirst = [['Ada', 'friend', 'given', 'share'], ...expected.toSpliced(1, 1)];
    expect([await list(51), await list(1)]).toEqual([removableFirst, removableFirst]);
    await db.deleteFrom('connections').where('id', '=', connection(third)).execute();
  });

  test('[VID-08] with very many people, a page reads few rows and its total is marked as a lower bound', async () => {
    const { db } = server.deps;
    await setPermission('friend');
    await visit(stranger);
    const { count, totals } = await rolledBack(db, async (tx) => {
      await sql`
        with people as (
          ${inventedPeople(6000)}),
        visits as (
          insert into link_redemptions (link_id, user_id, last_visit_at)
          select short_links.id, people.id, now() - (1 + n % 60) * interval '1 day' from people, short_links where n <= 3000)
        insert into shares (video_id, recipient_id, owner_id, created_at)
        select ${videoId}, id, ${owner.id}, now() - (1 + n % 60) * interval '1 day' from people where n > 3000`.execute(
        tx,
      );
      await sql`analyze users, shares, link_redemptions`.execute(tx);
      const { rows: newest } = await sql<{ id: string }>`
        select recipient_id as id, created_at as at from shares
        union all select user_id, last_visit_at from link_redemptions
        order by at desc, id desc limit 51`.execute(tx);
      const count = await countRowsRead(tx, ['shares', 'link_redemptions'], async () => {
        for (let i = 0; i < 8; i++) {
          const people = await listAudience(tx, videoId, owner.id, null, 51);
          expect(people.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
        }
      });
      const totals: unknown[] = [];
      for (const permission of ['friend', 'invite-only', 'everyone'] as const) {
        await tx.updateTable('videos').set({ permission }).where('id', '=', videoId).execute();
        const found = await findAudience(tx, videoId, owner.id);
        totals.push(found && presentAudience(found, [], []).total);
      }
      return { count, totals };
    });
    expect(totals).toEqual([null, null, null]);
    expect(count).toBeLessThan(8 * 800);
    await setPermission('everyone');
    await share(sister);
    expect(await read()).toMatchObject({ total: 2, summary: { others: 0 } });
  });

  test('[VID-08] is for the owner only', async () => {
    await setPermission('everyone');
    await storedVideo(server, stranger.id);
    expect((await call(stranger, 'GET', `/api/video/${videoId}`)).statusCode).toBe(200);
    for (const method of ['GET', 'DELETE'] as const) {
      const url = `/api/video/${videoId}/audience${method === 'DELETE' ? `/${friend.id}` : ''}`;
      const answer = await call(stranger, method, url);
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'video.missing']);
    }
  });
});

describe('links that are made in advance', () => {
  test('[SHARE-05][VID-08] are not part of the audience until their owner requests them', async () => {
    const made = await makeLink({ asked: false });
    expect(made.statusCode).toBe(201);
    expect(await read()).toMatchObject({ summary: { link: false }, links: [] });
    const listed = async () => (await call(owner, 'GET', `/api/link?video_id=${videoId}`)).json();
    expect(await listed()).toMatchObject([{ asked: false }]);

    expect((await makeLink()).body).toBe(made.body);
    expect(await listed()).toMatchObject([{ asked: true }]);
    const audience = await read();
    expect(audience).toMatchObject({ summary: { link: true }, links: [{ expires_at: null }] });
    // Opening the dialog again does not make it a requested link.
    await makeLink({ asked: false });
    expect(await read()).toEqual(audience);
  });
});

describe('DELETE /api/video/{id}/audience/{userId}', () => {
  const remove = (person: TestPerson) => call(owner, 'DELETE', `/api/video/${videoId}/audience/${person.id}`);

  test('[VID-08] deletes the share and the redeemed links and stops open downloads; the link stays active', async () => {
    await share(friend);
    await visit(friend);
    await visit(stranger);
    const status = async (person: TestPerson) =>
      (await call(person, 'GET', `/media/videos/${videoId}/playback`)).statusCode;
    expect(await status(friend)).toBe(200);
    expect((await remove(friend)).statusCode).toBe(204);
    expect(await status(friend)).toBe(404);
    expect(await status(stranger)).toBe(200);
    expect(reasonsOf(await read())).toEqual([['Bram', 'link']]);
    expect((await remove(stranger)).statusCode).toBe(204);
    expect(await status(stranger)).toBe(404);
    expect((await remove(stranger)).statusCode).toBe(204);
    await visit(stranger);
    expect(await status(stranger)).toBe(200);
  });

  test('[VID-08] does not change other videos, nor what the permission allows', async () => {
    const other = await storedVideo(server, owner.id);
    await call(owner, 'POST', '/api/share', { video_id: other, user_id: [sister.id] });
    await setPermission('family');
    await share(sister);
    expect((await remove(sister)).statusCode).toBe(204);
    expect(reasonsOf(await read())).toEqual([['Tavi', 'family']]);
    expect((await call(sister, 'GET', `/api/video/${other}`)).statusCode).toBe(200);
  });
});
