import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedByMeResponse, sharedWithMeResponse, shareRecipientsResponse } from '@kinreel/contracts';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { readPages } from '../../testing/pages.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { shareMail } from './share-mail.ts';
import {
  listSharedByMe,
  notifyRecipients,
  removeRecipient,
  shareByInvitation,
  writeShareMail,
} from './sharing.service.ts';

let server: TestServer;
let owner: TestPerson;
let friend: TestPerson;
let cousin: TestPerson;
let stranger: TestPerson;
let videoId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, friend, cousin, stranger] = await Promise.all([
    loginAs(server, { firstName: 'Odalie', lastName: "O'Fennick" }),
    loginAs(server, { firstName: 'Bram' }),
    loginAs(server, { firstName: 'Cleo' }),
    loginAs(server),
  ]);
  await connect(server, owner, friend, 'friend');
  await connect(server, cousin, owner, 'family');
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  videoId = await storedVideo(server, owner.id);
});

async function call(person: TestPerson, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  return server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
}
const share = (user_id: unknown, more: object = {}) =>
  call(owner, 'POST', '/api/share', { user_id, video_id: videoId, ...more });
const sharesNow = () => server.deps.db.selectFrom('shares').selectAll().execute();
const listOf = async (person: TestPerson, list: 'sharedwithme' | 'sharedbyme') =>
  (await call(person, 'GET', `/api/video/${list}`)).json().map(({ id }: { id: string }) => id);
/** Changes the video so that only its owner sees it. */
const change = (columns: { status?: 'processing' | 'failed' | 'ready'; opens_at?: Date | null }, id = videoId) =>
  server.deps.db.updateTable('videos').set(columns).where('id', '=', id).execute();
const tomorrow = () => new Date(Date.now() + 86_400_000);
/** Videos about which a person has a notification of a share. */
async function newsOf(person: TestPerson): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('notifications')
    .select('video_id')
    .where('user_id', '=', person.id)
    .where('kind', '=', 'video-shared')
    .execute();
  return rows.map((row) => row.video_id ?? '');
}
/** Redeems a link to a video. @returns the link's id */
async function openLink(person: TestPerson, id = videoId): Promise<string> {
  const url = `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${id}`;
  const code = (await call(owner, 'POST', '/api/link', { url })).body.split('/s/')[1];
  expect((await call(person, 'POST', '/api/link/redeem', { code })).statusCode).toBe(200);
  return (await call(owner, 'GET', `/api/link?video_id=${id}`)).json()[0].id;
}
/** The ids on all pages of a list. */
async function pagesOf(person: TestPerson, url: string): Promise<string[]> {
  const found: string[] = [];
  for await (const page of readPages(url, (next) => call(person, 'GET', next))) {
    found.push(...page.json().map(({ id }: { id: string }) => id));
  }
  return found;
}

async function mails(): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const names = await readdir(dir).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
}

describe('sharing', () => {
  test('[API-23][SHARE-03][SHARE-06] responds OK, and the video is in the app and in the mail', async () => {
    const before = (await mails()).length;
    const response = await share([friend.id, cousin.id], { message: 'Look at <b>this</b>,\nplease' });
    expect([response.statusCode, response.body]).toEqual([200, 'OK']);
    expect(response.headers['content-type']).toContain('text/plain');
    const sent = (await mails()).slice(before);
    expect(sent.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim()).sort()).toEqual(
      [friend.email, cousin.email].sort(),
    );
    for (const mail of sent) {
      const flat = mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      expect(flat).toContain("Subject: Kinreel: Odalie O'Fennick shared a video with you");
      expect(flat).toContain('What was your first job?');
      expect(flat).toContain(`${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${videoId}`);
      expect(flat).toContain('Look at <b>this</b>,');
      expect(flat).toContain('Look at &lt;b&gt;this&lt;/b&gt;,<br>please');
    }
    expect(await Promise.all([owner, friend, cousin].map(newsOf))).toEqual([[], [videoId], [videoId]]);
  });

  test('[API-23] sharing again changes nothing and sends no second mail', async () => {
    await share([friend.id]);
    const before = (await mails()).length;
    const again = await share([friend.id, friend.id.toUpperCase(), friend.id]);
    expect(again.body).toBe('OK');
    expect(await sharesNow()).toHaveLength(1);
    expect((await mails()).length).toBe(before);
  });

  test.each([
    ['a stranger', () => [stranger.id]],
    ['a stranger among connections', () => [friend.id, stranger.id]],
    ['oneself', () => [owner.id]],
    ['an unknown person', () => [newId()]],
  ])('[API-23] rejects %s and creates no share', async (_who, people) => {
    const response = await share(people());
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'share.not_connected', message: expect.stringMatching(/\w+/) });
    expect(await sharesNow()).toEqual([]);
  });

  test('[API-23][API-25] only the owner can share a video, list its recipients and remove shares', async () => {
    await share([cousin.id], { message: ' Look! ' });
    const body = { user_id: [owner.id], video_id: videoId };
    for (const [method, url, payload] of [
      ['POST', '/api/share', body],
      ['POST', '/api/share', { ...body, video_id: newId() }],
      ['GET', `/api/share/${videoId}`, undefined],
      ['DELETE', `/api/share/${videoId}/${cousin.id}`, undefined],
    ] as const) {
      const response = await call(friend, method, url, payload);
      expect([response.statusCode, response.json().code], url).toEqual([404, 'video.missing']);
    }
    expect(await sharesNow()).toMatchObject([{ recipient_id: cousin.id, owner_id: owner.id, message: 'Look!' }]);
  });

  test('[API-23] accepting an invitation shares the video of its owner, without a mail', async () => {
    const before = (await mails()).length;
    const shareWith = (recipient: TestPerson, ownerId: string) =>
      server.deps.db
        .transaction()
        .execute((tx) =>
          shareByInvitation(server.deps, tx, { videoId, ownerId, recipientId: recipient.id, message: 'Welcome' }),
        );
    await shareWith(stranger, owner.id);
    await shareWith(stranger, owner.id);
    await shareWith(cousin, friend.id);
    expect(await sharesNow()).toMatchObject([
      { video_id: videoId, owner_id: owner.id, recipient_id: stranger.id, message: 'Welcome' },
    ]);
    expect([await newsOf(stranger), await newsOf(cousin)]).toEqual([[videoId], []]);
    expect((await mails()).length).toBe(before);
  });

  test('[SHARE-06] notifies only recipients who currently have the share and may see the video', async () => {
    const tell = () => server.deps.db.transaction().execute((tx) => notifyRecipients(server.deps, tx, videoId));
    for (const hidden of [{ status: 'processing' as const }, { status: 'ready' as const, opens_at: tomorrow() }]) {
      await change(hidden);
      await share([friend.id, cousin.id]);
      await tell();
      expect([await newsOf(friend), await newsOf(cousin)]).toEqual([[], []]);
    }
    await change({ opens_at: null });
    await server.deps.db.transaction().execute((tx) => removeRecipient(tx, videoId, cousin.id));
    await share([cousin.id]);
    expect([await newsOf(friend), await newsOf(cousin)], 'only the new recipient').toEqual([[], [videoId]]);
    await storedVideo(server, owner.id);
    await tell();
    expect(await newsOf(friend)).toEqual([videoId]);
  });

  test('[API-23] a pending request is not a connection', async () => {
    const asked = await loginAs(server);
    await call(owner, 'POST', '/api/connections', { relationship: 'friend', userB: asked.id });
    expect((await share([asked.id])).statusCode).toBe(403);
  });

  test.each([
    ['nobody', { user_id: [] }, 'Select recipient'],
    ['no list', { user_id: 'x' }, 'Select recipient'],
    ['too many', { user_id: Array.from({ length: 501 }, () => newId()) }, 'at most 500'],
  ])('[SHARE-03] rejects %s', async (_what, body, words) => {
    const response = await call(owner, 'POST', '/api/share', { video_id: videoId, ...body });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields.user_id).toContain(words);
  });

  test('[API-23] rejects messages that are too long or contain NUL', async () => {
    for (const message of ['x'.repeat(2001), 'a\0b']) {
      expect((await share([friend.id], { message })).statusCode).toBe(400);
    }
    expect(await sharesNow()).toEqual([]);
  });

  test('[API-23] ten concurrent calls create one share', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => share([friend.id, cousin.id])));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await sharesNow()).toHaveLength(2);
  });

  test('[SHARE-06] sends no mail for a removed share, and none before the video is ready', async () => {
    const before = (await mails()).length;
    await share([friend.id, cousin.id]);
    await call(owner, 'DELETE', `/api/share/${videoId}/${friend.id}`);
    await server.deps.db.updateTable('videos').set({ status: 'processing' }).where('id', '=', videoId).execute();
    expect((await mails()).length).toBe(before);
  });

  test('[SHARE-06] each mail contains the message to its recipient; none is sent about videos that they cannot see', async () => {
    const other = await storedVideo(server, owner.id);
    await share([friend.id], { message: 'One' });
    await share([cousin.id], { message: 'Two' });
    await call(owner, 'POST', '/api/share', { user_id: [friend.id], video_id: other, message: 'Three' });
    const write = (person: TestPerson, id = videoId) =>
      writeShareMail(server.deps, { videoId: id, recipientId: person.id });
    const textOf = async (...mail: Parameters<typeof write>) => {
      const written = await write(...mail);
      return written !== null && written !== 'later' && 'senderId' in written
        ? (await written.content()).text
        : written;
    };
    expect([await textOf(friend), await textOf(cousin), await textOf(friend, other)]).toEqual([
      expect.stringMatching(/Bram[\s\S]*One/),
      expect.stringMatching(/Cleo[\s\S]*Two/),
      expect.stringMatching(/Bram[\s\S]*Three/),
    ]);
    expect(await textOf(stranger)).toBeNull();
    for (const [columns, expected] of [
      [{ status: 'failed' }, null],
      [{ status: 'processing' }, 'later'],
      [{ status: 'ready', opens_at: tomorrow() }, null],
    ] as const) {
      await change(columns);
      expect(await textOf(friend), columns.status).toBe(expected);
    }
  });

  test('[SHARE-06] an invalid name stored by an earlier version does not prevent its mail', async () => {
    const sender = await loginAs(server);
    await connect(server, sender, friend, 'friend');
    await server.deps.db
      .updateTable('users')
      .set({ first_name: 'Oda\u0085lie\u2028', last_name: '\u202eFennick' })
      .where('id', '=', sender.id)
      .execute();
    const before = (await mails()).length;
    const video = await storedVideo(server, sender.id);
    const payload = { user_id: [friend.id], video_id: video };
    const shared = await server.app.inject({ method: 'POST', url: '/api/share', headers: sender.headers, payload });
    expect(shared.statusCode).toBe(200);
    const sent = (await mails()).slice(before);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^Subject: Kinreel: Oda ?lie Fennick shared a video with you\r?$/m);
    // The mail has an unsubscribe header, and a link at its end.
    expect(sent[0]).toMatch(/^List-Unsubscribe:\s+<http\S+\/api\/mails\/unsubscribe\/\S+>\r?$/m);
    expect(sent[0]?.replace(/=\r?\n/g, '')).toContain('You can turn these emails off here:');
  });

  test('[SHARE-06] the mail escapes user input', () => {
    const { html, text } = shareMail({
      ownerName: '<img src=x onerror=alert(1)>',
      recipientName: 'A & B',
      prompt: "What's up?",
      isAnswer: false,
      message: '"><script>',
      url: 'http://localhost/user/1/videos?autoplay=2&x="',
      turnOffUrl: 'http://localhost/',
      picture: { cid: 'video', content: Buffer.alloc(0), contentType: 'image/png', width: 464, height: 232 },
      portrait: null,
    });
    expect(html).not.toMatch(/<img src=x|<script|autoplay=2&x="/);
    expect(html).toContain('A &amp; B');
    expect(text).toContain('<img src=x');
  });

  test('[SHARE-02][SHARE-06] the mail contains the question once, with any message', () => {
    const prompt = 'How did you two meet?';
    const picture = {
      cid: 'video',
      content: Buffer.alloc(0),
      contentType: 'image/png' as const,
      width: 464,
      height: 232,
    };
    const content = {
      ownerName: 'Odalie',
      recipientName: 'Bram',
      prompt,
      isAnswer: false,
      url: 'http://localhost/',
      turnOffUrl: 'http://localhost/',
      picture,
      portrait: null,
    };
    for (const message of [
      '',
      `Here's a video I'd like to share with you: ${prompt}`,
      `${prompt} It was at the lake.`,
      'Look!',
    ]) {
      const mail = shareMail({ ...content, message });
      for (const words of [mail.text, mail.html]) expect(words.split(prompt), message).toHaveLength(2);
      expect(mail.text).toContain('so that it stays private');
    }
    expect(shareMail({ ...content, message: `Here's a video: ${prompt}` }).text).toContain(
      `Here's a video:\n\n${prompt}`,
    );
  });
});

describe('lists of shared videos', () => {
  test('[API-11][VID-02] shared with me: owner with email, date and message; the notification has the message too', async () => {
    await share([friend.id], { message: 'You asked me about the mill!' });
    const [entry, ...more] = sharedWithMeResponse.parse((await call(friend, 'GET', '/api/video/sharedwithme')).json());
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      id: videoId,
      prompt: 'What was your first job?',
      first_name: 'Odalie',
      email: owner.email,
      message: 'You asked me about the mill!',
      permission: '',
      original_url: null,
    });
    expect(Date.parse(entry?.shared_on ?? '')).toBeCloseTo(Date.now(), -5);
    expect((await call(stranger, 'GET', '/api/video/sharedwithme')).json()).toEqual([]);
    const bell = (await call(friend, 'GET', '/api/notifications')).json();
    expect(bell).toContainEqual(
      expect.objectContaining({ kind: 'video-shared', message: 'You asked me about the mill!' }),
    );
  });

  test('[API-11][SHARE-04] a video of a redeemed link is listed while the link is active, without an email', async () => {
    const origin = server.deps.config.publicUrl;
    const url = `${origin}/user/${owner.id}/videos?autoplay=${videoId}`;
    const code = (await call(owner, 'POST', '/api/link', { url })).body.split('/s/')[1];
    const list = async () => sharedWithMeResponse.parse((await call(friend, 'GET', '/api/video/sharedwithme')).json());
    await call(friend, 'POST', '/api/link/redeem', { code });
    expect(await list()).toMatchObject([{ id: videoId, via: 'link', first_name: 'Odalie', email: null }]);
    // The share has precedence over the link.
    await share([friend.id]);
    expect(await list()).toMatchObject([{ id: videoId, via: 'share', email: owner.email }]);
    // Removing the video deletes both; the link can be redeemed again.
    expect((await call(friend, 'DELETE', `/api/video/shared/${videoId}`)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call(friend, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    // The same for a video that only has a redeemed link.
    await call(friend, 'POST', '/api/link/redeem', { code });
    expect((await call(friend, 'DELETE', `/api/video/shared/${videoId}`)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    await call(friend, 'POST', '/api/link/redeem', { code });
    expect(await list()).toHaveLength(1);
    const [link] = (await call(owner, 'GET', `/api/link?video_id=${videoId}`)).json();
    await call(owner, 'DELETE', `/api/link/${link.id}`);
    expect(await list()).toEqual([]);
  });

  test('[API-11][SHARE-04] a link lists the video only for people who have redeemed it, while the link is active', async () => {
    const link = await openLink(friend);
    await share([cousin.id]);
    await openLink(owner);
    expect(await listOf(friend, 'sharedwithme'), 'shared with another person').toEqual([videoId]);
    expect(await listOf(owner, 'sharedwithme'), 'their own').toEqual([]);
    expect(await listOf(stranger, 'sharedwithme')).toEqual([]);
    await call(owner, 'DELETE', `/api/link/${link}`);
    await server.deps.db.updateTable('videos').set({ permission: 'everyone' }).execute();
    expect(await listOf(friend, 'sharedwithme'), 'visible for another reason').toEqual([]);
  });

  test('[API-11][VID-05] hidden videos are not listed, neither shared nor redeemed ones', async () => {
    await share([cousin.id]);
    await openLink(friend);
    for (const [hidden, listed] of [
      [{}, [videoId]],
      [{ status: 'failed' as const }, []],
      [{ status: 'ready' as const, opens_at: tomorrow() }, []],
    ] as const) {
      if ('status' in hidden) await change(hidden);
      expect(await listOf(cousin, 'sharedwithme')).toEqual(listed);
      expect(await listOf(friend, 'sharedwithme')).toEqual(listed);
    }
  });

  test('[API-26] pages of shares and links are complete, also with equal timestamps', async () => {
    const expected: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const id = await storedVideo(server, owner.id);
      expected.unshift(id);
      if (n % 2 === 0) await call(owner, 'POST', '/api/share', { user_id: [friend.id], video_id: id });
      else await openLink(friend, id);
    }
    expect(await pagesOf(friend, '/api/video/sharedwithme?limit=1')).toEqual(expected);
    const moment = { created_at: new Date('2024-02-29T10:00:00.123Z') };
    await server.deps.db.updateTable('shares').set(moment).execute();
    await server.deps.db.updateTable('link_redemptions').set(moment).execute();
    expect(await pagesOf(friend, '/api/video/sharedwithme?limit=1')).toEqual(expected.sort().reverse());
  });

  test('[API-12][VID-02] shared by me: one entry per video, with recipients and without their emails', async () => {
    await share([friend.id]);
    await share([cousin.id]);
    await storedVideo(server, owner.id);
    const response = await call(owner, 'GET', '/api/video/sharedbyme');
    const [entry, ...more] = sharedByMeResponse.parse(response.json());
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ id: videoId, recipient_count: 2, permission: 'invite-only' });
    expect(entry?.recipients.map((person) => person.first_name)).toEqual(['Cleo', 'Bram']);
    const [last] = await server.deps.db.selectFrom('shares').select(sql<Date>`max(created_at)`.as('at')).execute();
    expect(entry?.shared_on).toBe(last?.at.toISOString());
    expect(await listOf(friend, 'sharedbyme'), 'of others').toEqual([]);
    expect(response.body).not.toContain('@');
    const everybody = await call(owner, 'GET', `/api/share/${videoId}`);
    expect(shareRecipientsResponse.parse(everybody.json()).map(({ id }) => id)).toEqual([cousin.id, friend.id]);
  });

  test('[API-26] all lists have pages, also with equal timestamps', async () => {
    // The order of the timestamps differs from that of the ids.
    const ids = [videoId];
    for (let n = 1; n < 5; n += 1) {
      ids.push(await storedVideo(server, owner.id, { createdAt: new Date(Date.now() - n * 60_000) }));
    }
    const [low = '', high = ''] = [friend.id, cousin.id].sort();
    for (const id of [...ids].reverse()) {
      await call(owner, 'POST', '/api/share', { user_id: [high], video_id: id });
      await call(owner, 'POST', '/api/share', { user_id: [low], video_id: id });
    }
    expect(await pagesOf(friend, '/api/video/sharedwithme?limit=2')).toEqual(ids);
    expect(await pagesOf(owner, '/api/video/sharedbyme?limit=2')).toEqual(ids);
    expect(await pagesOf(owner, `/api/share/${videoId}?limit=1`)).toEqual([low, high]);
    const moment = { created_at: new Date('2024-02-29T10:00:00.123Z') };
    await server.deps.db.updateTable('shares').set(moment).execute();
    await server.deps.db.updateTable('videos').set(moment).execute();
    await server.deps.db.updateTable('shares').set({ video_created_at: moment.created_at }).execute();
    expect(await pagesOf(friend, '/api/video/sharedwithme?limit=2')).toEqual([...ids].sort().reverse());
    expect(await pagesOf(owner, '/api/video/sharedbyme?limit=2')).toEqual([...ids].sort().reverse());
    expect(await pagesOf(owner, `/api/share/${videoId}?limit=1`)).toEqual([high, low]);
  });

  test('[API-12] an entry of Shared By Me has the newest hundred recipients', async () => {
    const { db } = server.deps;
    const { rows: many } = await sql<{ id: string }>`
      insert into users (id, provider, subject, email, first_name, last_name, first_key, last_key, city, state, country, birthday)
      select gen_random_uuid(), 'many', n, n || '@many.example', 'N', 'M', 'n', 'm', '', '', '', '2000-01-01'
      from generate_series(1, 101) n returning id`.execute(db);
    const newest = many.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));
    const later = await storedVideo(server, owner.id);
    const moment = new Date('2024-02-29T10:00:00.123Z');
    const shared = (id: string, people: readonly string[]) =>
      people.map((recipient_id) => ({ video_id: id, owner_id: owner.id, created_at: moment, recipient_id }));
    const ids = many.map(({ id }) => id);
    const most = ids.filter((id) => id !== newest[0]);
    await db
      .insertInto('shares')
      .values([...shared(videoId, ids), ...shared(later, most)])
      .execute();
    await share([friend.id]);
    await call(owner, 'POST', '/api/share', { user_id: [cousin.id], video_id: later });
    const entries = sharedByMeResponse.parse((await call(owner, 'GET', '/api/video/sharedbyme')).json());
    expect(entries.map((entry) => entry.recipients.map(({ id }) => id))).toEqual([
      [cousin.id, ...newest.slice(1, 100)],
      [friend.id, ...newest.slice(0, 99)],
    ]);
    expect(entries.map((entry) => entry.recipient_count)).toEqual([101, 102]);
    expect(new Date(entries[0]?.shared_on ?? 0) > new Date(entries[1]?.shared_on ?? 0), 'when it was last shared').toBe(
      true,
    );
    expect(await pagesOf(owner, `/api/share/${videoId}?limit=60`)).toEqual([friend.id, ...newest]);
    await db.deleteFrom('users').where('provider', '=', 'many').execute();
  });

  test('[API-12] a video that is deleted while its list is read is omitted', async () => {
    await share([friend.id]);
    const deleting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await server.deps.db.deleteFrom('videos').execute();
        return result;
      },
    };
    const deps = { ...server.deps, db: server.deps.db.withPlugin(deleting) };
    expect(await listSharedByMe(deps, owner.id, { limit: 10 })).toEqual({ rows: [], next: null });
  });

  test('[API-13] the recipient removes it only from their own list', async () => {
    await share([friend.id, cousin.id]);
    const other = await storedVideo(server, owner.id);
    await call(owner, 'POST', '/api/share', { user_id: [friend.id], video_id: other });
    expect((await call(friend, 'DELETE', `/api/video/shared/${videoId}`)).statusCode).toBe(204);
    expect(await listOf(friend, 'sharedwithme')).toEqual([other]);
    expect(await listOf(cousin, 'sharedwithme')).toEqual([videoId]);
    const again = await call(friend, 'DELETE', `/api/video/shared/${videoId}`);
    expect([again.statusCode, again.json().code]).toEqual([404, 'share.missing']);
  });

  test('[API-26] the owner can stop sharing with one person', async () => {
    await share([friend.id, cousin.id]);
    expect((await call(owner, 'DELETE', `/api/share/${videoId}/${friend.id}`)).statusCode).toBe(204);
    expect((await sharesNow()).map((row) => row.recipient_id)).toEqual([cousin.id]);
    expect((await call(owner, 'DELETE', `/api/share/${videoId}/${friend.id}`)).statusCode).toBe(204);
  });
});
