import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveResponse, captionSearchResponse, captions, type Video } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { somebodyWaits } from '../../testing/lock-waits.ts';
import { openResponse } from '../../testing/open-response.ts';
import { unpackBag } from '../../testing/read-bag.ts';
import {
  largeVideo,
  storedContent,
  storedFragments,
  storedKeys,
  storedPieces,
  storedRenditions,
  storedVideo,
} from '../../testing/stored-video.ts';
import { toStored } from '../captions/captions.service.ts';
import { publishVideo } from '../videos/video-lifecycle.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;
let video: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bea] = await Promise.all([loginAs(server, { firstName: 'Ada' }), loginAs(server, { firstName: 'Bea' })]);
  await connect(server, ada, bea, 'friend');
  video = await storedVideo(server, ada.id, { permission: 'friend' });
  await server.deps.db.updateTable('videos').set({ duration_ms: 60_000 }).where('id', '=', video).execute();
});

const call = (by: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
const trim = (payload: object, by = ada, id = video) => call(by, 'PUT', `/api/video/${id}/trim`, payload);
const undo = (by = ada) => call(by, 'DELETE', `/api/video/${video}/trim`);
const read = async (by: TestPerson): Promise<Video | undefined> =>
  (await call(by, 'GET', `/api/video/${video}`)).json()[0];
const rowOf = () => server.deps.db.selectFrom('videos').selectAll().where('id', '=', video).executeTakeFirstOrThrow();

/** Simulates the end of the preparation: new files with the expected duration. */
async function prepared(): Promise<void> {
  const { duration_ms: durationMs, preparation } = await rowOf();
  const folder = await server.deps.storage.stagingFolder();
  const key = `videos/${video}/${newId()}.mp4`;
  const sha256 = createHash('sha256').update('a part').digest('hex');
  await writeFile(join(folder, 'file'), 'a part');
  await server.deps.storage.put(key, join(folder, 'file'));
  await rm(folder, { recursive: true });
  const file = { kind: 'playback' as const, contentType: 'video/mp4', key, size: 6, sha256 };
  const facts = { durationMs, missingMs: null, notes: [], loudness: null, width: 10, height: 10, thumbhash: null };
  await server.deps.db
    .transaction()
    .execute((tx) => publishVideo(server.deps, tx, { videoId: video, preparation }, [file], facts));
}
async function trimmed(part = { start: 10, end: 40 }): Promise<void> {
  expect((await trim(part)).statusCode).toBe(200);
  await prepared();
}

describe('a trim', () => {
  it('deletes all delivered files immediately, and only its owner sees the video until it is ready again', async () => {
    await storedRenditions(server, video);
    await storedFragments(server, video, { ended: true });
    await storedPieces(server, video);
    expect(await read(bea)).toMatchObject({ trim: null, duration: 60 });
    const answer = await trim({ start: 10, end: 40 });
    expect(answer.json()).toMatchObject({
      status: 'processing',
      progress: 0,
      trim: { start: 10, end: 40, whole: 60 },
      duration: 30,
      url: null,
      hls_url: null,
      growing: null,
      poster_url: null,
      preview_url: null,
      notes: [],
      original_url: expect.any(String),
    });
    expect(await storedKeys(server, `videos/${video}/`)).toEqual([`videos/${video}/original`]);
    expect(await read(bea)).toBeUndefined();
    expect(await rowOf()).toMatchObject({ thumbhash: null, loudness_lufs: null, sound_measured: false });
    await prepared();
    expect(await read(bea)).toMatchObject({ status: 'ready', trim: null, duration: 30, original_url: null });
    expect(await read(ada)).toMatchObject({ trim: { start: 10, end: 40, whole: 60 } });
  });

  it('can be changed and undone; the times are always those of the whole video', async () => {
    await trimmed();
    await trimmed({ start: 0, end: 59.96 });
    expect((await read(ada))?.trim).toEqual({ start: 0, end: 59.96, whole: 60 });
    // The same trim again causes no work.
    expect((await trim({ start: 0, end: 59.96 })).json()).toMatchObject({ status: 'ready' });
    expect((await undo()).json()).toMatchObject({ status: 'processing', trim: null, duration: 60 });
    await prepared();
    expect(await read(bea)).toMatchObject({ duration: 60 });
    expect((await undo()).json()).toMatchObject({ status: 'ready', trim: null });
  });

  it('may be one second long, and end with the video or within the tolerance', async () => {
    for (const [part, end] of [
      [{ start: 10, end: 11 }, 11],
      [{ start: 10, end: 60 }, 60],
      [{ start: 20, end: 60.1 }, 60],
    ] as const) {
      await trimmed(part);
      expect((await read(ada))?.trim).toEqual({ ...part, end, whole: 60 });
    }
  });

  it('waits for a concurrent trim of the same video, and moves watch positions once', async () => {
    const { db } = server.deps;
    const [locked, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = db.transaction().execute(async (tx) => {
      await tx.updateTable('videos').set({ status: 'processing' }).where('id', '=', video).execute();
      locked.resolve();
      await waiting.promise;
    });
    await locked.promise;
    const second = trim({ start: 10, end: 40 });
    await expect.poll(() => somebodyWaits(db)).toBe(true);
    waiting.resolve();
    await first;
    expect((await second).json()).toMatchObject({ code: 'trim.preparing' });
  });

  it('is rejected outside the video, for less than a second, during preparation, and for a failed video', async () => {
    for (const [part, code] of [
      [{ start: 40, end: 10 }, 'trim.range'],
      [{ start: 10, end: 10 }, 'trim.range'],
      [{ start: 10, end: 60.2 }, 'trim.range'],
      [{ start: 0, end: 60 }, 'trim.range'],
      [{ start: 10, end: 10.9 }, 'trim.too_short'],
      [{ start: -1, end: 10 }, 'request.invalid'],
      [{ start: 10 }, 'request.invalid'],
    ] as const) {
      expect((await trim(part)).json(), JSON.stringify(part)).toMatchObject({ code });
    }
    for (const answer of [await trim({ start: 1, end: 9 }, bea), await undo(bea)]) {
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'video.missing']);
    }
    expect((await read(ada))?.status).toBe('ready');
    const length = (duration_ms: number | null) =>
      server.deps.db.updateTable('videos').set({ duration_ms }).where('id', '=', video).execute();
    await length(null);
    for (const answer of [await trim({ start: 10, end: 40 }), await undo()]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'video.not_ready']);
    }
    await length(60_000);
    await trim({ start: 10, end: 40 });
    for (const answer of [await trim({ start: 1, end: 9 }), await undo()]) {
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'trim.preparing']);
    }
    const fail = () =>
      server.deps.db.updateTable('videos').set({ status: 'failed', status_code: 'other' }).where('id', '=', video);
    await fail().execute();
    expect((await undo()).json()).toMatchObject({ status: 'processing', status_code: null, trim: null });
    await fail().execute();
    expect((await trim({ start: 10, end: 40 })).json()).toMatchObject({ code: 'video.not_ready' });
  });

  it('closes open downloads, even if the video is ready again immediately', async () => {
    const origin = await server.listen();
    const large = await largeVideo(server, ada.id, { permission: 'friend' });
    const open = await openResponse(origin, `/media/videos/${large}/playback`, bea.headers);
    // The row of this kind has another file now.
    const files = server.deps.db.updateTable('video_files').set({ key: `videos/${large}/other` });
    await files.where('video_id', '=', large).where('kind', '=', 'playback').execute();
    await expect.poll(() => open.isOpen).toBe(false);
  });

  it('[WATCH-02] moves all watch positions; those outside the trim are reset', async () => {
    const at = async (by: TestPerson) => (await call(by, 'GET', `/api/video/${video}/position`)).json().seconds;
    const opened = (await read(bea))?.preparation;
    const stop = (by: TestPerson, seconds: number, preparation = opened) =>
      call(by, 'PUT', `/api/video/${video}/position`, { seconds, preparation });
    await stop(ada, 25);
    await stop(bea, 50);
    await trimmed();
    // A page that was opened before the trim counts from the old start.
    for (const late of [30, 59]) expect((await stop(ada, late)).json()).toMatchObject({ seconds: 15, finished: false });
    expect([await at(ada), await at(bea)]).toEqual([15, 0]);
    await trimmed({ start: 20, end: 40 });
    expect(await at(ada)).toBe(5);
    await stop(ada, 7, (await read(ada))?.preparation);
    expect(await at(ada)).toBe(7);
    await stop(ada, 5, (await read(ada))?.preparation);
    await undo();
    expect(await at(ada)).toBe(25);
  });
});

describe('captions of a trimmed video', () => {
  const CUES = [
    { start: 2, end: 4, text: 'before the cut' },
    { start: 9, end: 11, text: 'over the start' },
    { start: 12, end: 14.5, text: 'in the middle' },
    { start: 39, end: 41, text: 'over the end' },
    { start: 50, end: 52, text: 'after the cut' },
  ];
  const webVtt = async (by = bea) => (await call(by, 'GET', `/media/videos/${video}/captions.vtt`)).body;
  const own = async () => captions.parse((await call(ada, 'GET', `/api/video/${video}/captions`)).json());
  const found = async (q: string) =>
    captionSearchResponse.parse((await call(ada, 'GET', `/api/captions/search?q=${encodeURIComponent(q)}`)).json());
  const save = (version: string | null, cues: object[]) =>
    call(ada, 'PUT', `/api/video/${video}/captions`, { version, cues });
  beforeEach(async () => {
    expect((await save(null, CUES)).statusCode).toBe(200);
  });

  it('viewers get the cues within the trim, with new times; the owner also edits overlapping ones; removing the trim restores all', async () => {
    const { version } = await own();
    await trimmed();
    const shown = await webVtt();
    expect(shown).toContain('00:00:02.000 --> 00:00:04.500\nin the middle');
    expect(shown).not.toMatch(/cut|over/);
    const edited = await own();
    expect(edited.cues).toEqual([
      { start: 0, end: 1, text: 'over the start' },
      { start: 2, end: 4.5, text: 'in the middle' },
      { start: 29, end: 30, text: 'over the end' },
    ]);
    // An editor opened before has other times.
    expect((await save(version, CUES)).json().code).toBe('captions.changed');
    expect(
      (await save(edited.version, [{ start: 0, end: 1, text: 'mended' }, ...edited.cues.slice(1)])).statusCode,
    ).toBe(200);
    expect(await webVtt()).toContain('00:00:00.000 --> 00:00:01.000\nmended');
    await undo();
    expect((await own()).cues).toEqual([
      CUES[0],
      { start: 10, end: 11, text: 'mended' },
      CUES[2],
      { start: 39, end: 40, text: 'over the end' },
      CUES[4],
    ]);
  });

  it('[VID-05] an editor opened before a trim cannot save cues with old times, also if there were none', async () => {
    const cues = [{ start: 2, end: 4, text: 'said at once' }];
    const remove = async () => call(ada, 'DELETE', `/api/video/${video}/captions?version=${(await own()).version}`);
    expect((await remove()).statusCode).toBe(204);
    const whole = await own();
    expect(whole).toMatchObject({ version: null, starts_at: 0 });
    await trimmed();
    const part = await own();
    expect(part).toMatchObject({ cues: [], starts_at: 10 });
    const refused = await save(whole.version, cues);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'captions.changed']);
    expect((await own()).cues).toEqual([]);
    expect((await save(part.version, cues)).statusCode).toBe(200);
    // Edited for a trim, and saved for another trim or the whole video.
    expect((await remove()).statusCode).toBe(204);
    expect((await own()).version).toBe(part.version);
    await trimmed({ start: 10, end: 30 });
    expect((await save(part.version, cues)).statusCode).toBe(409);
    await undo();
    expect((await save(part.version, cues)).statusCode).toBe(409);
    expect((await save(null, cues)).statusCode).toBe(200);
  });

  it('are found at their new times, and not outside the trim', async () => {
    expect(await found('before')).toMatchObject([{ start: 2 }]);
    await trimmed();
    expect(await found('middle')).toMatchObject([{ start: 2 }]);
    expect(await found('before')).toEqual([]);
    expect(await found('middle after')).toEqual([]);
  });

  it('a draft being made is cancelled, and a new one has the times of the whole video', async () => {
    const { db } = server.deps;
    await db.deleteFrom('captions').where('video_id', '=', video).execute();
    await db.insertInto('caption_drafts').values({ video_id: video, failure_code: null }).execute();
    await trimmed();
    expect((await own()).draft).not.toBe('working');
    await db
      .insertInto('captions')
      .values({ video_id: video, ...columnsOf([{ start: 12, end: 14, text: 'said' }]) })
      .execute();
    expect((await own()).cues).toEqual([{ start: 2, end: 4, text: 'said' }]);
    // Only its owner sees a draft.
    expect((await call(bea, 'GET', `/media/videos/${video}/captions.vtt`)).statusCode).toBe(404);
  });

  const columnsOf = (cues: { start: number; end: number; text: string }[]) => {
    const { searchText, source, version } = toStored(cues, 'draft');
    return { cues: JSON.stringify(cues), search_text: searchText, source, version };
  };

  describe('archives of a trimmed video', () => {
    let scratch: string;
    beforeAll(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'kinreel-trim-'));
    });
    afterAll(() => rm(scratch, { recursive: true }));
    /** @returns the data of an archive, and a way to read its files */
    async function archiveOf(by: TestPerson, url: string) {
      expect((await call(by, 'POST', url)).statusCode).toBe(202);
      await server.drainJobs();
      const { archive } = archiveResponse.parse((await call(by, 'GET', url)).json());
      const zip = join(scratch, `${archive?.id}.zip`);
      await writeFile(zip, (await call(by, 'GET', `/media/archives/${archive?.id}`)).rawPayload);
      const folder = await unpackBag(zip, join(scratch, archive?.id ?? ''));
      const text = (path: string) => readFile(join(folder, 'data', path), 'utf8');
      return { video: JSON.parse(await text('kinreel.json')).videos[0], text };
    }

    it("[VID-07] the owner's archive contains the whole original and the trim", async () => {
      await trimmed();
      const { video: own, text } = await archiveOf(ada, '/api/archive');
      expect(own.trim).toEqual({ start_seconds: 10, end_seconds: 40 });
      expect(await text(own.original.path)).toBe(storedContent('original', video));
      expect(await text(own.captions)).not.toContain('cut');
      expect(await text(own.original_captions)).toContain('00:00:50.000 --> 00:00:52.000\nafter the cut');
    });

    it("[VID-07] a steward's archive contains neither the original nor captions outside the trim", async () => {
      await trimmed();
      const [id, begun] = [newId(), new Date(Date.now() - 1000)];
      const between = await server.deps.db
        .selectFrom('connections')
        .select('id')
        .where((eb) => eb.or([eb('user_lo', '=', ada.id), eb('user_hi', '=', ada.id)]))
        .executeTakeFirstOrThrow();
      await server.deps.db
        .insertInto('stewards')
        .values({
          id,
          owner_id: ada.id,
          steward_id: bea.id,
          connection_id: between.id,
          waiting_days: 30,
          asked_at: begun,
          starts_at: begun,
          started_at: begun,
        })
        .execute();
      const { video: kept, text } = await archiveOf(bea, `/api/stewardships/${ada.id}/archive`);
      expect(kept).toMatchObject({ original: null, original_captions: null, duration_seconds: 30 });
      expect(kept).not.toHaveProperty('trim');
      expect(await text(kept.playback.path)).toBe('a part');
      expect(await text(kept.captions)).toContain('in the middle');
      expect(await text(kept.captions)).not.toMatch(/cut|over/);
      expect((await call(bea, 'GET', `/media/videos/${video}/original`)).statusCode).toBe(404);
      expect(await read(bea)).toMatchObject({ original_url: null });
      expect((await call(ada, 'GET', `/media/videos/${video}/original`)).body).toBe(storedContent('original', video));
    });
  });
});
