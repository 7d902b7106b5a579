import { type CaptionHit, type Captions, type Cue, MAX_CUE_LENGTH, MAX_CUES, parseCaptions } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app/build-app.ts';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { somebodyWaits } from '../../testing/lock-waits.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { draftCaptionsJob } from './captions.job-definition.ts';
import { failDraft, findDraftInput, findSpoken, publishDraft } from './captions.queries.ts';
import { requestDraft, restartDraft, startCaptionsAgain, toStored } from './captions.service.ts';

let server: TestServer;
let owner: TestPerson;
let stranger: TestPerson;
let videoId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, stranger] = await Promise.all([loginAs(server), loginAs(server)]);
});
afterAll(() => server.stop());

const HARBOUR: Cue[] = [
  { start: 0.5, end: 3, text: 'We lived on a farm.' },
  { start: 42, end: 45.25, text: 'Then we moved to the harbour,\nin 1951.' },
];

const send = (method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE', url: string, more: object = {}, who = owner) =>
  server.app.inject({ method, url, headers: who.headers, ...more });
const urlOf = (id: string) => `/api/video/${id}/captions`;
const read = async (id: string): Promise<Captions> => (await send('GET', urlOf(id))).json();
async function save(id: string, cues: readonly Cue[], version: string | null = null): Promise<Captions> {
  const answer = await send('PUT', urlOf(id), { payload: { version, cues } });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const vtt = (id: string, who = owner, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/media/videos/${id}/captions.vtt`, headers: { ...who.headers, ...headers } });
const videoOf = async (id: string, who = owner) => (await send('GET', `/api/video/${id}`, {}, who)).json()[0];
const rows = () => server.deps.db.selectFrom('captions').selectAll().orderBy('video_id').execute();
const requests = () => server.deps.db.selectFrom('caption_drafts').selectAll().orderBy('video_id').execute();

/** Stores a new video of the owner. */
async function fresh(options: Parameters<typeof storedVideo>[2] = {}): Promise<string> {
  videoId = await storedVideo(server, owner.id, options);
  return videoId;
}

describe("captions of the caller's video", () => {
  it('[VID-05] are empty at first, then as saved, in order of time', async () => {
    await fresh();
    expect(await read(videoId)).toEqual({
      cues: [],
      version: null,
      starts_at: 0,
      source: null,
      updated_at: null,
      draft: 'unavailable',
      draft_code: null,
      draft_params: {},
      draft_reason: null,
    });
    const saved = await save(videoId, HARBOUR);
    expect(saved).toMatchObject({ cues: HARBOUR, source: 'person', version: expect.any(String) });
    expect(await read(videoId)).toEqual(saved);
  });

  it('[VID-05] are stored as plain text, whatever is sent', async () => {
    await fresh();
    const text = '<script>alert(1)</script> --> &amp; \ud800\u0000\r\n\r\n我们 <b>bold</b>';
    const { cues } = await save(videoId, [{ start: 0.00049, end: 1.23456, text }]);
    const stored = '<script>alert(1)</script> --> &amp;\n我们 <b>bold</b>';
    expect(cues).toEqual([{ start: 0, end: 1.235, text: stored }]);
    const file = (await vtt(videoId)).body;
    expect(file).not.toMatch(/<|-->.*-->/);
    expect(parseCaptions(file, { cues: MAX_CUES, length: MAX_CUE_LENGTH }).cues).toEqual(cues);
  });

  it('[VID-05] have a maximum length', async () => {
    await fresh();
    const line = (i: number, text: string) => ({ start: i, end: i + 1, text });
    const most = Array.from({ length: MAX_CUES }, (_, i) => line(i, `"${'é'.repeat(70)}"`));
    const saved = await save(videoId, most);
    expect(saved.cues).toHaveLength(MAX_CUES);
    const rejected: [object, number][] = [
      [{ version: saved.version, cues: [...most, line(MAX_CUES, 'more')] }, 400],
      [{ version: saved.version, cues: most.slice(0, 3000).map((cue) => ({ ...cue, text: 'x'.repeat(400) })) }, 400],
      [{ version: saved.version, cues: most.map((cue) => ({ ...cue, text: 'x'.repeat(500) })) }, 413],
      [{ version: saved.version, cues: [] }, 400],
      [{ version: saved.version, cues: [line(5, 'later'), line(1, 'sooner')] }, 400],
      [{ version: 'x', cues: HARBOUR }, 400],
      [{ cues: HARBOUR }, 400],
      [{ version: saved.version, cues: HARBOUR, source: 'draft' }, 400],
    ];
    for (const [payload, status] of rejected) {
      const answer = await send('PUT', urlOf(videoId), { payload });
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status);
    }
    expect(await read(videoId)).toEqual(saved);
  });

  it('[VID-05] are not overwritten by an editor with an older version', async () => {
    await fresh();
    const first = await save(videoId, HARBOUR);
    const second = await save(videoId, HARBOUR.slice(1), first.version);
    const late = [
      await send('PUT', urlOf(videoId), { payload: { version: first.version, cues: HARBOUR } }),
      await send('PUT', urlOf(videoId), { payload: { version: null, cues: HARBOUR } }),
      await send('DELETE', `${urlOf(videoId)}?version=${first.version}`),
    ];
    for (const answer of late) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toMatchObject({ code: 'captions.changed' });
    }
    expect(await read(videoId)).toEqual(second);

    // Deleted and written again by the other editor: another version.
    expect((await send('DELETE', `${urlOf(videoId)}?version=${second.version}`)).statusCode).toBe(204);
    expect((await send('DELETE', `${urlOf(videoId)}?version=${second.version}`)).statusCode).toBe(204);
    expect((await read(videoId)).version).toBeNull();
    const third = await save(videoId, HARBOUR);
    const stale = await send('PUT', urlOf(videoId), { payload: { version: second.version, cues: HARBOUR.slice(1) } });
    expect(stale.statusCode).toBe(409);
    expect(await read(videoId)).toEqual(third);
  });

  it('[VID-05] of twenty editors that save concurrently one succeeds', async () => {
    await fresh();
    for (let version: string | null = null, round = 0; round < 2; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          send('PUT', urlOf(videoId), { payload: { version, cues: [{ start: 0, end: 1, text: `window ${i}` }] } }),
        ),
      );
      const heard = answers.filter(({ statusCode }) => statusCode === 200);
      expect(heard).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
      expect(await read(videoId)).toEqual(heard[0]?.json());
      version = heard[0]?.json().version;
    }
  });

  it('[VID-05] can be read and changed here only by the owner', async () => {
    await fresh({ permission: 'everyone' });
    const { version } = await save(videoId, HARBOUR);
    const before = [await rows(), await requests()];
    for (const id of [videoId, newId()]) {
      const answers = [
        await send('GET', urlOf(id), {}, stranger),
        await send('PUT', urlOf(id), { payload: { version, cues: HARBOUR } }, stranger),
        await send('PUT', urlOf(id), { payload: { version: null, cues: HARBOUR } }, stranger),
        await send('DELETE', `${urlOf(id)}?version=${version}`, {}, stranger),
        await send('POST', `${urlOf(id)}/draft`, {}, stranger),
      ];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toMatchObject({ code: 'video.missing' });
      }
    }
    expect([await rows(), await requests()]).toEqual(before);
  });

  it('[API-25] need a logged-in person', async () => {
    await fresh({ permission: 'everyone' });
    const { version } = await save(videoId, HARBOUR);
    const before = await rows();
    const calls = [
      { method: 'GET', url: urlOf(videoId) },
      { method: 'PUT', url: urlOf(videoId), payload: { version, cues: HARBOUR } },
      { method: 'DELETE', url: `${urlOf(videoId)}?version=${version}` },
      { method: 'POST', url: `${urlOf(videoId)}/draft` },
      { method: 'GET', url: '/api/captions/search?q=harbour' },
      { method: 'GET', url: `/media/videos/${videoId}/captions.vtt` },
    ] as const;
    for (const call of calls) expect((await server.app.inject(call)).statusCode, call.url).toBe(401);
    expect(await rows()).toEqual(before);
  });

  it('[VID-04] are deleted with the video', async () => {
    await fresh();
    await save(videoId, HARBOUR);
    await server.deps.db.insertInto('caption_drafts').values({ video_id: videoId, failure_code: 'other' }).execute();
    expect((await send('DELETE', `/api/video/${videoId}`)).statusCode).toBe(204);
    for (const table of [await rows(), await requests()]) {
      expect(table.some((row) => row.video_id === videoId)).toBe(false);
    }
    expect((await send('PUT', urlOf(videoId), { payload: { version: null, cues: HARBOUR } })).statusCode).toBe(404);
  });

  it('[VID-05] limit how often they can be saved', async () => {
    await fresh();
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, rateLimit: true } });
    const statuses: number[] = [];
    for (let i = 0; i < 61; i += 1) {
      const { statusCode } = await app.inject({
        method: 'DELETE',
        url: `${urlOf(videoId)}?version=${newId()}`,
        headers: stranger.headers,
      });
      statuses.push(statusCode);
    }
    await app.close();
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('captions.vtt', () => {
  it('[VID-05][VID-07] is WebVTT that the browser revalidates by its ETag', async () => {
    await fresh({ permission: 'friend' });
    const { version } = await save(videoId, HARBOUR);
    expect((await vtt(videoId, stranger)).statusCode).toBe(404);
    const friend = await loginAs(server);
    await connect(server, owner, friend, 'friend');
    const answer = await vtt(videoId, friend);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      etag: `"${version}"`,
    });
    expect(answer.body).toBe(
      'WEBVTT\n\n00:00:00.500 --> 00:00:03.000\nWe lived on a farm.\n\n' +
        '00:00:42.000 --> 00:00:45.250\nThen we moved to the harbour,\nin 1951.\n',
    );
    const again = await vtt(videoId, friend, { 'if-none-match': `"${version}"` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await send('HEAD', `/media/videos/${videoId}/captions.vtt`, {}, friend);
    expect([head.statusCode, head.body]).toEqual([200, '']);
    // Access is checked before the copy.
    expect((await vtt(videoId, stranger, { 'if-none-match': `"${version}"` })).statusCode).toBe(404);
  });

  it('[VID-05] is linked in every response with the video; the URL changes with the captions', async () => {
    await fresh({ permission: 'everyone' });
    expect((await videoOf(videoId)).captions_url).toBeNull();
    const first = await save(videoId, HARBOUR);
    const url = `/media/videos/${videoId}/captions.vtt?v=${first.version}`;
    expect((await videoOf(videoId)).captions_url).toBe(url);
    expect((await videoOf(videoId, stranger)).captions_url).toBe(url);
    const own: { id: string; captions_url: string }[] = (await send('GET', '/api/video/userVideos?limit=100')).json();
    expect(own.find(({ id }) => id === videoId)?.captions_url).toBe(url);
    expect((await send('GET', url, {}, stranger)).statusCode).toBe(200);
    const { version } = await save(videoId, HARBOUR.slice(1), first.version);
    expect((await videoOf(videoId)).captions_url).toBe(`/media/videos/${videoId}/captions.vtt?v=${version}`);
    await send('DELETE', `${urlOf(videoId)}?version=${version}`);
    expect((await videoOf(videoId)).captions_url).toBeNull();
    expect((await vtt(videoId)).statusCode).toBe(404);
  });
});

describe('GET /api/captions/search', () => {
  const search = async (q: string, who = owner): Promise<CaptionHit[]> => {
    const answer = await send('GET', `/api/captions/search?q=${encodeURIComponent(q)}`, {}, who);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  it("[ROUTE-12] finds the caller's videos in which all the words are said, with the caption and its time", async () => {
    const teller = await loginAs(server);
    const say = async (texts: readonly string[], minutesAgo: number) => {
      const id = await storedVideo(server, teller.id, { createdAt: new Date(Date.now() - minutesAgo * 60_000) });
      const cues = texts.map((text, i) => ({ start: i * 10, end: i * 10 + 5, text }));
      const answer = await send('PUT', urlOf(id), { payload: { version: null, cues } }, teller);
      expect(answer.statusCode).toBe(200);
      return id;
    };
    const harbour = await say(['We lived on a farm.', 'The Harbour was grey.', 'We moved to the harbour.'], 1);
    const ship = await say(['A ship left the harbour of Ålesund.', '100% of it_was rain \\ snow'], 2);
    const others = await say(['我们搬到了港口。', 'انتَقَلنا إلى الميناء', 'Ёлка у моря', '바다로 갔다'], 3);
    const other = await loginAs(server);
    const foreign = await storedVideo(server, other.id, { permission: 'everyone' });
    await send('PUT', urlOf(foreign), { payload: { version: null, cues: HARBOUR } }, other);

    expect(await search('harbour', teller)).toEqual([
      { video_id: harbour, start: 10, text: 'The Harbour was grey.', marks: [[4, 11]] },
      { video_id: ship, start: 0, text: 'A ship left the harbour of Ålesund.', marks: [[16, 23]] },
    ]);
    const ids = async (q: string) => (await search(q, teller)).map((hit) => hit.video_id);
    expect((await search('moved HARBOUR', teller))[0]).toMatchObject({
      start: 20,
      marks: [
        [3, 8],
        [16, 23],
      ],
    });
    expect(await ids('farm grey moved')).toEqual([harbour]);
    // Six words are enough, each once.
    expect(await ids('farm farm grey moved lived on zebra')).toEqual([harbour]);
    expect(await ids('farm grey moved lived on zebra')).toEqual([]);
    expect(await ids('farm ship')).toEqual([]);
    expect(await ids('alesund')).toEqual([ship]);
    for (const q of ['港口', '港', 'الميناء', 'انتقلنا', 'елка', '바다']) expect(await ids(q), q).toEqual([others]);
    for (const q of ['100%', 'it_was', '\\']) expect(await ids(q), q).toEqual([ship]);
    for (const q of ['', ' ', '%', '_w', 'zebra', '\u0000', "'; drop table captions; --"]) {
      expect(
        (await ids(q)).filter((id) => id !== ship),
        q,
      ).toEqual([]);
    }
    // The search covers only the caller's own videos.
    expect((await search('harbour', other)).map((hit) => hit.video_id)).toEqual([foreign]);
    expect(await search('farm', stranger)).toEqual([]);
    expect((await send('GET', `/api/captions/search?q=${'x'.repeat(101)}`)).statusCode).toBe(400);
    expect((await send('GET', '/api/captions/search')).statusCode).toBe(400);
  });

  it('[ROUTE-12] reflects each change, and searches two hundred videos without delay', async () => {
    const teller = await loginAs(server);
    const { db } = server.deps;
    const ids: string[] = [];
    for (let i = 0; i < 200; i += 1) ids.push(newId());
    await db
      .insertInto('videos')
      .values(
        ids.map((id) => ({
          id,
          owner_id: teller.id,
          prompt_id: 26,
          permission: 'invite-only' as const,
          status: 'ready' as const,
          duration_ms: null,
          width: null,
          height: null,
        })),
      )
      .execute();
    const cues = Array.from({ length: 200 }, (_, i) => ({ start: i, end: i + 1, text: `line ${i} of a long story` }));
    await db
      .insertInto('captions')
      .values(
        ids.map((id, i) => ({
          video_id: id,
          cues: JSON.stringify([...cues, { start: 900, end: 901, text: `the pear tree n${i}` }]),
          search_text: [...cues.map(({ text }) => text), `the pear tree n${i}`].join('\n'),
          source: 'person' as const,
          version: newId(),
        })),
      )
      .execute();
    expect((await search('pear tree', teller)).map((hit) => hit.video_id)).toEqual(ids.toSorted().reverse());
    expect(await findSpoken(db, teller.id, ['pear'], 3)).toHaveLength(3);
    expect((await search('pear n137', teller)).map((hit) => hit.start)).toEqual([900]);

    const [id = ''] = ids;
    const url = urlOf(id);
    const { version } = (await send('GET', url, {}, teller)).json();
    const payload = { version, cues: [{ start: 1, end: 2, text: 'quince' }] };
    expect((await send('PUT', url, { payload }, teller)).statusCode).toBe(200);
    expect(await search('pear tree', teller)).toHaveLength(199);
    expect(await search('quince', teller)).toMatchObject([{ video_id: id, start: 1 }]);
  });
});

describe('captions of a part', () => {
  it('[ROUTE-12] are searched and edited only within the trim', async () => {
    const { db } = server.deps;
    await fresh();
    const say = (start: number, text: string) => ({ start, end: start + 10, text });
    await save(videoId, [say(0, 'apple'), say(10, 'berry one'), say(20, 'berry two cherry'), say(30, 'damson')]);
    const found = async (...words: string[]) =>
      (await findSpoken(db, owner.id, words, 10)).map(({ cue }) => cue.start).filter((start) => start !== 42);
    expect(await found('apple', 'damson')).toEqual([0]);
    await db
      .updateTable('videos')
      .set({ trim_start_ms: 10_000, trim_end_ms: 30_000, whole_ms: 40_000, duration_ms: 20_000 })
      .where('id', '=', videoId)
      .execute();
    // Cues outside the trim that touch its start or end.
    for (const cut of ['apple', 'damson']) expect(await found(cut)).toEqual([]);
    expect([await found('berry'), await found('cherry'), await found('berry', 'damson')]).toEqual([[10], [20], []]);
    expect(await found('cherry', 'berry')).toEqual([20]);

    // Trimmed captions are not in the editor.
    const { version, cues } = await read(videoId);
    const texts = async () => (await read(videoId)).cues.map(({ text }) => text);
    expect(await texts()).toEqual(['berry one', 'berry two cherry']);
    await save(videoId, cues.slice(1), version);
    const whole = { trim_start_ms: null, trim_end_ms: null, duration_ms: 40_000 };
    await db.updateTable('videos').set(whole).where('id', '=', videoId).execute();
    expect(await texts()).toEqual(['apple', 'berry two cherry', 'damson']);
  });

  it('[VID-05] become stale when a draft is published concurrently, only for this video', async () => {
    const { db } = server.deps;
    const other = await fresh();
    const before = await save(other, HARBOUR);
    await db.insertInto('caption_drafts').values({ video_id: other, failure_code: null }).execute();
    await db
      .insertInto('caption_drafts')
      .values({ video_id: await fresh(), failure_code: null })
      .execute();
    const draft = toStored(HARBOUR, 'draft');
    const [published, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const publishing = db.transaction().execute(async (tx) => {
      await publishDraft(tx, videoId, draft);
      published.resolve();
      await waiting.promise;
    });
    await published.promise;
    const again = db.transaction().execute((tx) => startCaptionsAgain(tx, videoId));
    await expect.poll(() => somebodyWaits(db)).toBe(true);
    waiting.resolve();
    await Promise.all([publishing, again]);
    const now = await read(videoId);
    expect(now).toMatchObject({ cues: HARBOUR, source: 'draft', version: expect.any(String) });
    expect(now.version).not.toBe(draft.version);
    expect((await read(other)).version).toBe(before.version);
    expect((await requests()).map((row) => row.video_id)).toEqual([other]);
    await db.transaction().execute((tx) => startCaptionsAgain(tx, other));
    expect(await requests()).toEqual([]);
    expect((await read(other)).version).not.toBe(before.version);
  });
});

describe('drafts of captions', () => {
  const deps = () => ({
    ...server.deps,
    config: { ...server.deps.config, speechToText: { command: 'none', model: 'none' } },
  });
  const request = (person = owner) => requestDraft(deps(), videoId, person.id);
  /** The videos of the enqueued jobs. */
  async function enqueued(): Promise<string[]> {
    const found: string[] = [];
    await server.deps.jobs.drain([
      { job: draftCaptionsJob, concurrency: 1, run: async (payload) => void found.push(payload.videoId) },
    ]);
    return found;
  }
  const stateOf = async (id: string) => (await requests()).find((row) => row.video_id === id);
  beforeEach(() => server.deps.db.deleteFrom('caption_drafts').execute());

  it('[VID-05] are made for ready videos of the caller without own captions, if the installation has a program', async () => {
    await fresh();
    await expect(requestDraft(server.deps, videoId, owner.id)).rejects.toMatchObject({ code: 'captions.no_drafts' });
    await expect(request(stranger)).rejects.toMatchObject({ code: 'video.missing' });
    await fresh({ status: 'processing' });
    await expect(request()).rejects.toMatchObject({ code: 'video.not_ready' });
    await fresh();
    await save(videoId, HARBOUR);
    await expect(request()).rejects.toMatchObject({ code: 'captions.written' });
    expect([await requests(), await enqueued()]).toEqual([[], []]);
  });

  it('[VID-05] are requested once, and again after a failure', async () => {
    const { db } = server.deps;
    const other = await fresh();
    await request();
    await fresh();
    expect(await request()).toMatchObject({ draft: 'working' });
    expect(await request()).toMatchObject({ draft: 'working' });
    expect((await enqueued()).sort()).toEqual([other, videoId].sort());
    await failDraft(db, videoId, 'no_speech');
    await failDraft(db, videoId, 'other');
    expect([(await stateOf(other))?.failure_code, (await stateOf(videoId))?.failure_code]).toEqual([null, 'no_speech']);
    const requested_at = new Date(0);
    const params = { failure_params: JSON.stringify({ n: 1 }), requested_at };
    await db.updateTable('caption_drafts').set(params).execute();
    expect(await request()).toMatchObject({ draft: 'working' });
    expect(await stateOf(videoId)).toMatchObject({ failure_code: null });
    expect((await stateOf(videoId))?.failure_params).toEqual({});
    expect((await stateOf(videoId))?.requested_at.getTime()).toBeGreaterThan(0);
    expect((await stateOf(other))?.requested_at.getTime()).toBe(0);
    expect(await enqueued()).toEqual([videoId]);
  });

  it('[VID-05] that failed for a reason outside the video can be retried', async () => {
    const { db } = server.deps;
    const restart = () => db.transaction().execute((tx) => restartDraft(server.deps, tx, videoId));
    const other = await fresh();
    await fresh();
    const old = { failure_params: JSON.stringify({ n: 1 }), requested_at: new Date(0) };
    await db
      .insertInto('caption_drafts')
      .values([
        { video_id: other, failure_code: 'other', ...old },
        { video_id: videoId, failure_code: 'no_speech', ...old },
      ])
      .execute();
    await restart();
    expect(await enqueued()).toEqual([]);
    await db.updateTable('caption_drafts').set({ failure_code: 'other' }).execute();
    await restart();
    expect(await enqueued()).toEqual([videoId]);
    expect(await stateOf(videoId)).toMatchObject({ failure_code: null });
    expect((await stateOf(videoId))?.failure_params).toEqual({});
    expect((await stateOf(videoId))?.requested_at.getTime()).toBeGreaterThan(0);
    expect(await stateOf(other)).toMatchObject({ failure_code: 'other' });
  });

  it('[VID-05] are no longer reported as failed once a person has written captions', async () => {
    const { db } = server.deps;
    const [other, wanted] = [await fresh(), await fresh()];
    await fresh();
    await db
      .insertInto('caption_drafts')
      .values([
        { video_id: other, failure_code: 'other' },
        { video_id: wanted, failure_code: null },
        { video_id: videoId, failure_code: 'other' },
      ])
      .execute();
    await save(videoId, HARBOUR);
    await save(wanted, HARBOUR);
    expect((await requests()).map((row) => row.video_id)).toEqual([other, wanted].sort());
  });

  it('[VID-05] are published only while requested, and never over captions that a person has written', async () => {
    const { db } = server.deps;
    const publish = (id: string, text: string) =>
      db.transaction().execute((tx) => publishDraft(tx, id, toStored([{ start: 0, end: 1, text }], 'draft')));
    const want = (id: string, failure_code: 'other' | null = null) =>
      db.insertInto('caption_drafts').values({ video_id: id, failure_code }).execute();
    const other = await fresh();
    await want(other);
    await fresh();
    await publish(videoId, 'not wanted');
    await want(videoId, 'other');
    await publish(videoId, 'failed');
    expect((await read(videoId)).cues).toEqual([]);
    await db.deleteFrom('caption_drafts').where('video_id', '=', videoId).execute();
    for (const text of ['first', 'second']) {
      await want(videoId);
      await db
        .updateTable('captions')
        .set({ updated_at: new Date(0) })
        .where('video_id', '=', videoId)
        .execute();
      await publish(videoId, text);
      // A draft is for its owner only.
      expect((await vtt(videoId)).statusCode).toBe(404);
      const { cues, updated_at } = await read(videoId);
      expect(cues).toMatchObject([{ text }]);
      expect(Date.parse(updated_at ?? '')).toBeGreaterThan(0);
    }
    expect((await requests()).map((row) => row.video_id)).toEqual([other]);
    const { version } = await read(videoId);
    await db
      .updateTable('captions')
      .set({ updated_at: new Date(0) })
      .execute();
    expect(Date.parse((await save(videoId, HARBOUR, version)).updated_at ?? '')).toBeGreaterThan(0);
    await want(videoId);
    await publish(videoId, 'too late');
    expect((await read(videoId)).cues).toEqual(HARBOUR);
  });

  it('[VID-05] are made from the playback file of a ready video with a request', async () => {
    const { db } = server.deps;
    const input = () => findDraftInput(db, videoId);
    const other = await fresh();
    await request();
    await fresh();
    expect(await input()).toBeUndefined();
    await request();
    expect(await input()).toMatchObject({ key: `videos/${videoId}/playback` });
    await db.updateTable('videos').set({ status: 'processing' }).where('id', '=', videoId).execute();
    expect(await input()).toBeUndefined();
    await db.updateTable('videos').set({ status: 'ready' }).where('id', '=', videoId).execute();
    await failDraft(db, videoId, 'other');
    expect(await input()).toBeUndefined();
    expect(await findDraftInput(db, other)).toMatchObject({ key: `videos/${other}/playback` });
  });
});
