import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharedByMeResponse, sharedWithMeResponse, shareRecipientsResponse } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { shareMail } from './share-mail.ts';

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

  test('[SHARE-06] a name that was stored before there were rules for texts does not stop its mail', async () => {
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
  });

  test('[SHARE-06] the mail escapes user input', () => {
    const { html, text } = shareMail({
      ownerName: '<img src=x onerror=alert(1)>',
      recipientName: 'A & B',
      prompt: "What's up?",
      message: '"><script>',
      url: 'http://localhost/user/1/videos?autoplay=2&x="',
      picture: { cid: 'video', content: Buffer.alloc(0), width: 464, height: 232 },
    });
    expect(html).not.toMatch(/<img src=x|<script|autoplay=2&x="/);
    expect(html).toContain('A &amp; B');
    expect(text).toContain('<img src=x');
  });

  test('[SHARE-02][SHARE-06] the mail says the question once, with any message', () => {
    const prompt = 'How did you two meet?';
    const picture = { cid: 'video', content: Buffer.alloc(0), width: 464, height: 232 };
    const content = { ownerName: 'Odalie', recipientName: 'Bram', prompt, url: 'http://localhost/', picture };
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
  test('[API-11][VID-02] shared with me: owner with email, and date', async () => {
    await share([friend.id]);
    const [entry, ...more] = sharedWithMeResponse.parse((await call(friend, 'GET', '/api/video/sharedwithme')).json());
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      id: videoId,
      prompt: 'What was your first job?',
      first_name: 'Odalie',
      email: owner.email,
      permission: '',
      original_url: null,
    });
    expect(Date.parse(entry?.shared_on ?? '')).toBeCloseTo(Date.now(), -5);
    expect((await call(stranger, 'GET', '/api/video/sharedwithme')).json()).toEqual([]);
  });

  test('[API-11][SHARE-04] a video opened by link is listed as long as the link works, without an email', async () => {
    const origin = server.deps.config.publicUrl;
    const url = `${origin}/user/${owner.id}/videos?autoplay=${videoId}`;
    const code = (await call(owner, 'POST', '/api/link', { url })).body.split('/s/')[1];
    const list = async () => sharedWithMeResponse.parse((await call(friend, 'GET', '/api/video/sharedwithme')).json());
    await call(friend, 'POST', '/api/link/redeem', { code });
    expect(await list()).toMatchObject([{ id: videoId, via: 'link', first_name: 'Odalie', email: null }]);
    // A share counts more than the link.
    await share([friend.id]);
    expect(await list()).toMatchObject([{ id: videoId, via: 'share', email: owner.email }]);
    // Removing the video ends both, until the link is opened again.
    expect((await call(friend, 'DELETE', `/api/video/shared/${videoId}`)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect((await call(friend, 'GET', `/api/video/${videoId}`)).statusCode).toBe(404);
    await call(friend, 'POST', '/api/link/redeem', { code });
    expect(await list()).toHaveLength(1);
    const [link] = (await call(owner, 'GET', `/api/link?video_id=${videoId}`)).json();
    await call(owner, 'DELETE', `/api/link/${link.id}`);
    expect(await list()).toEqual([]);
  });

  test('[API-26] pages of shares and links together miss nothing', async () => {
    const origin = server.deps.config.publicUrl;
    const expected: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await storedVideo(server, owner.id);
      expected.unshift(id);
      if (n % 2 === 0) {
        await call(owner, 'POST', '/api/share', { user_id: [friend.id], video_id: id });
        continue;
      }
      const url = `${origin}/user/${owner.id}/videos?autoplay=${id}`;
      const code = (await call(owner, 'POST', '/api/link', { url })).body.split('/s/')[1];
      await call(friend, 'POST', '/api/link/redeem', { code });
    }
    const seen: string[] = [];
    let next: string | undefined = '/api/video/sharedwithme?limit=2';
    while (next) {
      const page = await call(friend, 'GET', next);
      seen.push(...page.json().map(({ id }: { id: string }) => id));
      next = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
      if (next) next = new URL(next, origin).pathname + new URL(next, origin).search;
    }
    expect(seen).toEqual(expected);
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
    expect(response.body).not.toContain('@');
    const everybody = await call(owner, 'GET', `/api/share/${videoId}`);
    expect(shareRecipientsResponse.parse(everybody.json()).map(({ id }) => id)).toEqual([cousin.id, friend.id]);
  });

  test('[API-26] all lists have pages', async () => {
    const ids = [videoId];
    for (let n = 0; n < 4; n += 1) ids.unshift(await storedVideo(server, owner.id));
    for (const id of [...ids].reverse()) {
      await call(owner, 'POST', '/api/share', { user_id: [friend.id, cousin.id], video_id: id });
    }
    for (const [person, url, expected] of [
      [friend, '/api/video/sharedwithme?limit=2', ids],
      [owner, '/api/video/sharedbyme?limit=2', ids],
      [owner, `/api/share/${videoId}?limit=1`, [friend.id, cousin.id].sort().reverse()],
    ] as const) {
      const found: string[] = [];
      for (let next: string | undefined = url; next; ) {
        const response = await call(person, 'GET', next);
        found.push(...response.json().map((entry: { id: string }) => entry.id));
        next = /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];
      }
      expect(found).toEqual(expected);
    }
  });

  test('[API-13] the recipient removes it only from their own list', async () => {
    await share([friend.id, cousin.id]);
    expect((await call(friend, 'DELETE', `/api/video/shared/${videoId}`)).statusCode).toBe(204);
    expect((await call(friend, 'GET', '/api/video/sharedwithme')).json()).toEqual([]);
    expect((await call(cousin, 'GET', '/api/video/sharedwithme')).json()).toHaveLength(1);
    const again = await call(friend, 'DELETE', `/api/video/shared/${videoId}`);
    expect([again.statusCode, again.json().code]).toEqual([404, 'share.missing']);
  });

  test('[API-26] the owner stops sharing with one person', async () => {
    await share([friend.id, cousin.id]);
    expect((await call(owner, 'DELETE', `/api/share/${videoId}/${friend.id}`)).statusCode).toBe(204);
    expect((await sharesNow()).map((row) => row.recipient_id)).toEqual([cousin.id]);
    expect((await call(owner, 'DELETE', `/api/share/${videoId}/${friend.id}`)).statusCode).toBe(204);
  });
});
