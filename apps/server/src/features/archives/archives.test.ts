import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Archive, archiveResponse, PRODUCT_NAME } from '@kinreel/contracts';
import { mails as mailTexts } from '@kinreel/messages/en/mails';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { GoneError } from '../../platform/jobs/jobs.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { checkBag, unpackBag } from '../../testing/read-bag.ts';
import { storedContent, storedKeys, storedVideo } from '../../testing/stored-video.ts';
import { sweepHandler } from '../operations/maintenance/sweep.jobs.ts';
import { makeArchiveFailedHandler, makeArchiveHandler } from './archives.jobs.ts';
import {
  deleteAllAbout,
  deleteArchiveOf,
  findArchive,
  setFailed,
  setMaking,
  setProgress,
  setReady,
} from './archives.queries.ts';
import { PROGRESS_INTERVAL_MS, restartArchive, runMakeArchive, writeArchiveMail } from './archives.service.ts';

let server: TestServer;
let odalie: TestPerson;
let tavi: TestPerson;
let scratch: string;

beforeAll(async () => {
  server = await startTestServer();
  [odalie, tavi] = await Promise.all([
    loginAs(server, { firstName: 'Odalie' }),
    loginAs(server, { firstName: 'Tavi', lastName: 'O’Hara' }),
  ]);
  await connect(server, odalie, tavi, 'family');
  scratch = await mkdtemp(join(tmpdir(), 'kinreel-archive-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(scratch, { recursive: true });
});
beforeEach(async () => {
  await server.deps.db.deleteFrom('videos').execute();
  await server.deps.db.deleteFrom('archives').execute();
  for (const key of await objects()) await server.deps.storage.delete(key);
});

const signal = new AbortController().signal;

function call(
  person: TestPerson | null,
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE',
  url: string,
  headers: object = {},
) {
  return server.app.inject({ method, url, headers: { ...person?.headers, ...headers } });
}
const state = async (person: TestPerson): Promise<Archive | null> =>
  archiveResponse.parse((await call(person, 'GET', '/api/archive')).json()).archive;
const objects = () => storedKeys(server, 'archives/');
const staged = () => readdir(join(server.dataDir, 'media', 'staging')).catch(() => []);
const kinds = async (person: TestPerson) =>
  (await call(person, 'GET', '/api/notifications')).json().map(({ kind }: { kind: string }) => kind);

async function make(person: TestPerson): Promise<Archive> {
  expect((await call(person, 'POST', '/api/archive')).statusCode).toBe(202);
  await server.drainJobs();
  const archive = await state(person);
  expect(archive?.status).toBe('ready');
  return archive as Archive;
}

/** Downloads an archive, checks it and unpacks it. @returns its folder */
async function unpack({ id }: Archive): Promise<string> {
  const zip = join(scratch, `${id}.zip`);
  await writeFile(zip, (await call(odalie, 'GET', `/media/archives/${id}`)).rawPayload);
  return unpackBag(zip, join(scratch, id));
}

/** Damages a copy of a bag with a shell command, and expects the check to find it. */
async function expectNoBag(folder: string, command: string, found: RegExp): Promise<void> {
  const copy = await mkdtemp(join(scratch, 'no-bag-'));
  await promisify(execFile)('sh', ['-c', `cp -r "$0/." . && ${command}`, folder], { cwd: copy });
  await expect(checkBag(copy)).rejects.toThrow(found);
}

describe('the archive of a person', () => {
  it('is a valid bag with originals, playback files, captions, data and a page', async () => {
    const { db, storage } = server.deps;
    const first = await storedVideo(server, odalie.id, { createdAt: new Date('2024-05-06') });
    const failed = await storedVideo(server, odalie.id, { status: 'failed' });
    await db.deleteFrom('video_files').where('video_id', '=', failed).where('kind', '<>', 'original').execute();
    const words = '</script><img src=x onerror=alert(1)> & "Fritz"';
    await db
      .insertInto('captions')
      .values({
        video_id: first,
        search_text: '',
        source: 'person',
        version: newId(),
        cues: JSON.stringify([{ start: 0, end: 1.5, text: words }]),
      })
      .execute();
    await db.insertInto('shares').values({ video_id: first, owner_id: odalie.id, recipient_id: tavi.id }).execute();
    const headers = odalie.headers;
    await server.app.inject({ method: 'PUT', url: `/api/stewards/${tavi.id}`, headers, payload: { waiting_days: 60 } });
    await server.app.inject({
      method: 'PUT',
      url: `/api/video/${first}/steward-rule`,
      headers,
      payload: { rule: 'give', user_ids: [tavi.id] },
    });
    const toRelatives = { method: 'POST', url: '/api/invitation/relatives', headers } as const;
    const invited = await server.app.inject({ ...toRelatives, payload: { relationship: 'family' } });
    await db.updateTable('users').set({ invitation_id: invited.json().id }).where('id', '=', tavi.id).execute();
    await db.updateTable('users').set({ about_me: words }).where('id', '=', odalie.id).execute();
    const foreign = await storedVideo(server, tavi.id, { promptId: 27 });
    const account = db.selectFrom('users').select('subject').where('id', '=', odalie.id);
    await server.deps.identity.accounts.resetLink((await account.executeTakeFirstOrThrow()).subject);

    const folder = await unpack(await make(odalie));
    const read = (path: string) => readFile(join(folder, path), 'utf8');
    const data = JSON.parse(await read('data/kinreel.json'));
    expect(data.profile).toMatchObject({ first_name: 'Odalie', email: odalie.email, about_me: words });
    expect(data.connections).toMatchObject([{ name: 'Tavi O’Hara', relationship: 'family', status: 'accepted' }]);
    expect(data.invitations).toMatchObject([{ email: null, relationship: 'family', max_people: 20, joined: 1 }]);
    expect(data.stewards).toMatchObject([{ name: 'Tavi O’Hara', waiting_days: 60, declined_at: null }]);
    expect(data.problems).toEqual([]);
    expect(data.activity.slice(0, 2)).toMatchObject([
      { kind: 'connected', person: 'Tavi O’Hara', detail: 'family' },
      { kind: 'shared', person: 'Tavi O’Hara', question: 'What was your first job?' },
    ]);
    // The archive contains entries of the identity service, too.
    expect(data.activity.map(({ kind }: { kind: string }) => kind)).toContain('reset-link-made');
    const videoFolder = 'videos/001-what-was-your-first-job';
    expect(data.videos).toMatchObject([
      {
        question: 'What was your first job?',
        created_at: '2024-05-06T00:00:00.000Z',
        original: { path: `${videoFolder}/original.mov`, name: 'IMG_0001.MOV' },
        playback: { path: `${videoFolder}/playback.mp4`, type: 'video/mp4' },
        captions: `${videoFolder}/captions.vtt`,
        shared_with: [{ name: 'Tavi O’Hara' }],
        if_i_no_longer_can: 'give',
        give_to: ['Tavi O’Hara'],
      },
      { status: 'failed', playback: null, poster: null, captions: null },
    ]);
    for (const kind of ['original', 'playback'] as const) {
      expect(await read(`data/${data.videos[0][kind].path}`)).toBe(storedContent(kind, first));
    }
    expect(await read(`data/${data.videos[1].original.path}`)).toBe(storedContent('original', failed));
    expect(await read(`data/${videoFolder}/captions.vtt`)).toContain('00:00:00.000 --> 00:00:01.500');

    const page = await read('index.html');
    expect(page).toContain(`src="data/${videoFolder}/playback.mp4"`);
    expect(page).toContain(`href="data/${videoFolder}/original.mov"`);
    expect(page).toMatch(/<track default kind="captions" srclang="en" src="data:text\/vtt;charset=utf-8;base64,/);
    expect(page).not.toMatch(/<(script|img src=x)/);
    expect(page).toContain("default-src 'none'");
    expect(await read('data/kinreel.json')).not.toContain(foreign);
    expect(await readdir(join(folder, 'data/videos'))).toHaveLength(2);
    await storage.delete(`videos/${foreign}/original`);

    // The validator finds each defect: one payload file or tag file too many, one missing, changed bytes, a changed
    // size.
    await expectNoBag(folder, 'touch data/extra', /extra/);
    await expectNoBag(folder, 'touch extra', /extra/);
    await expectNoBag(folder, 'rm data/kinreel.json', /kinreel\.json/);
    await expectNoBag(folder, 'echo >> data/kinreel.json', /kinreel\.json/);
    await expectNoBag(folder, 'sed -i 1d manifest-sha256.txt; sha256sum [bim]*.* > tagmanifest-sha256.txt', /data\//);
    const resized = 's/^Payload-Oxum: /&1/';
    await expectNoBag(folder, `sed -i '${resized}' bag-info.txt; sha256sum [bim]*.* > tagmanifest-sha256.txt`, /Oxum/);
  });

  it('can be downloaded only by its person, also by range', async () => {
    await storedVideo(server, odalie.id);
    const { id, size } = await make(odalie);
    const url = `/media/archives/${id}`;
    const whole = await call(odalie, 'GET', url);
    expect(whole.headers['content-disposition']).toMatch(/^attachment; filename=kinreel-\d{4}-\d\d-\d\d\.zip$/);
    expect([whole.headers['content-type'], whole.rawPayload.length]).toEqual(['application/zip', size]);
    const start = await call(odalie, 'GET', url, { range: 'bytes=0-99' });
    const rest = await call(odalie, 'GET', url, { range: 'bytes=100-', 'if-range': whole.headers.etag });
    expect([start.statusCode, rest.statusCode]).toEqual([206, 206]);
    expect(Buffer.concat([start.rawPayload, rest.rawPayload]).equals(whole.rawPayload)).toBe(true);
    const hash = createHash('sha256').update(whole.rawPayload).digest('hex');
    expect(whole.headers.etag).toBe(`"${hash}"`);
    for (const method of ['GET', 'HEAD'] as const) expect((await call(tavi, method, url)).statusCode).toBe(404);
    expect((await call(null, 'GET', url)).statusCode).toBe(401);
    expect(await state(tavi)).toBeNull();
  });

  it('is announced by a notification and a mail without an attachment', async () => {
    const { id, expires_at } = await make(odalie);
    expect(await kinds(odalie)).toContain('archive-ready');
    const written = await writeArchiveMail(server.deps, id);
    if (!written || written === 'later' || !('accountOf' in written)) throw new Error('There is no mail.');
    const { text } = await written.content('Odalie');
    const until = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
    const intro = { product: PRODUCT_NAME, date: until.format(new Date(expires_at ?? '')) };
    expect(text).toContain(mailTexts.archiveIntro(intro));
    expect(text).toContain(mailTexts.greeting({ recipient: 'Odalie' }));
    expect(text).toContain(`/user/${odalie.id}/edit?tab=account`);
    const { dir } = server.deps.config.mail;
    const mails = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
    const own = mails.filter((mail) => mail.includes(`To: ${odalie.email}`) && mail.includes('your file is ready'));
    expect(own.length).toBeGreaterThan(0);
    expect(own.join()).not.toContain('/media/');
    await call(odalie, 'DELETE', '/api/archive');
    expect(await kinds(odalie)).not.toContain('archive-ready');
    expect(await writeArchiveMail(server.deps, id), 'a delayed mail').toBeNull();
  });

  it('omits only missing or damaged files, and lists them', async () => {
    const { storage } = server.deps;
    const [lost, damaged] = [await storedVideo(server, odalie.id), await storedVideo(server, odalie.id)];
    await storage.delete(`videos/${lost}/original`);
    const staging = await storage.stagingFolder();
    await writeFile(join(staging, 'file'), 'something else');
    await storage.put(`videos/${damaged}/original`, join(staging, 'file'));
    const folder = await unpack(await make(odalie));
    const { problems, videos } = JSON.parse(await readFile(join(folder, 'data/kinreel.json'), 'utf8'));
    expect(problems).toEqual([
      { path: 'videos/001-what-was-your-first-job/original.mov', problem: 'missing' },
      { path: 'videos/002-what-was-your-first-job/original.mov', problem: 'damaged' },
    ]);
    expect(videos[0].original).toBeNull();
    expect(await readFile(join(folder, `data/${videos[0].playback.path}`), 'utf8')).toBe(
      storedContent('playback', lost),
    );
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toContain('original.mov: it is damaged');
  });

  it('has no names of people who are no longer visible to the person', async () => {
    const { db } = server.deps;
    const video = await storedVideo(server, odalie.id);
    const [sam, sender] = [await loginAs(server, { firstName: 'Sam' }), await loginAs(server, { firstName: 'Rolf' })];
    const theirs = await storedVideo(server, sender.id);
    await db
      .insertInto('shares')
      .values([
        { video_id: video, owner_id: odalie.id, recipient_id: sam.id },
        { video_id: theirs, owner_id: sender.id, recipient_id: odalie.id },
      ])
      .execute();
    const names = async () => {
      const folder = await unpack(await make(odalie));
      const text = await readFile(join(folder, 'data/kinreel.json'), 'utf8');
      return ['Sam', 'Rolf'].filter((name) => text.includes(name));
    };
    expect(await names()).toEqual(['Sam', 'Rolf']);
    await db
      .insertInto('blocks')
      .values([sam, sender].map(({ id }) => ({ blocker_id: id, blocked_id: odalie.id })))
      .execute();
    expect(await names()).toEqual([]);
  });
});

describe('making it', () => {
  it('happens once for repeated requests, and a later archive replaces it', async () => {
    const before = await staged();
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(odalie, 'POST', '/api/archive')));
    expect(new Set(answers.map((answer) => answer.json().archive.id)).size).toBe(1);
    expect(answers[0]?.json().archive).toMatchObject({ status: 'making', progress: 0, size: null });
    await server.drainJobs();
    const [key] = await objects();
    expect(await objects()).toHaveLength(1);
    const { id } = await make(odalie);
    const now = await objects();
    expect(now).toHaveLength(1);
    expect(now).not.toContain(key);
    await runMakeArchive(server.deps, id, signal);
    expect(await objects(), 'made once more').toEqual(now);
    expect(await staged()).toEqual(before);
  });

  it('each state change affects one archive, and only in the right state', async () => {
    const { db } = server.deps;
    const file = (key: string) => ({ key, size: 1, sha256: 'a' });
    const begin = async (person: TestPerson) =>
      (await call(person, 'POST', '/api/archive')).json().archive.id as string;
    const [own, other] = [await begin(odalie), await begin(tavi)];
    const states = async () =>
      (await Promise.all([own, other].map((id) => findArchive(db, id)))).map(
        (row) => row && [row.status, row.progress],
      );
    await setProgress(db, own, 40);
    expect(await states()).toEqual([
      ['making', 40],
      ['making', 0],
    ]);
    await setFailed(db, own);
    expect(await states()).toEqual([
      ['failed', 40],
      ['making', 0],
    ]);
    await setMaking(db, own);
    expect(await states()).toEqual([
      ['making', 0],
      ['making', 0],
    ]);
    await setReady(db, own, file('archives/first.zip'));
    expect(await setReady(db, own, file('archives/late.zip'))).toBeUndefined();
    expect(await setMaking(db, own)).toBeUndefined();
    expect(await states()).toEqual([
      ['ready', 100],
      ['making', 0],
    ]);
    expect(await deleteAllAbout(db, odalie.id)).toEqual(['archives/first.zip']);
    await deleteArchiveOf(db, { userId: odalie.id, stewardRowId: null });
    expect(await states()).toEqual([undefined, ['making', 0]]);
  });

  it('leaves nothing behind if it is cancelled or its worker stops', async () => {
    await storedVideo(server, odalie.id);
    const handler = makeArchiveHandler(server.deps);
    const begin = async () => (await call(odalie, 'POST', '/api/archive')).json().archive.id as string;
    const archiveId = await begin();
    await expect(
      handler.run({ archiveId }, { signal: AbortSignal.abort(new Error('the worker ends')) }),
    ).rejects.toThrow('the worker ends');
    expect(await state(odalie)).toMatchObject({ status: 'making' });
    const put = async () => Promise.reject(new Error('the disk is full'));
    const storage = Object.assign(Object.create(server.deps.storage), { put });
    await expect(makeArchiveHandler({ ...server.deps, storage }).run({ archiveId }, { signal })).rejects.toThrow(
      'full',
    );
    expect(await state(odalie)).toMatchObject({ status: 'making' });
    const run = handler.run({ archiveId }, { signal });
    expect((await call(odalie, 'DELETE', '/api/archive')).statusCode).toBe(204);
    // The job notices at its start or while running.
    await run.catch((error) => expect(error).toBeInstanceOf(GoneError));
    await server.drainJobs();
    expect(await state(odalie)).toBeNull();
    await sweepHandler(server.deps, { orphanAgeMs: 0, stagingAgeMs: 0 }).run({}, { signal });
    expect(await objects()).toEqual([]);
    expect(await staged()).toEqual([]);
  });

  it('its progress is saved at intervals, and is 100 only when it is ready', async () => {
    await storedVideo(server, odalie.id);
    const archiveId = (await call(odalie, 'POST', '/api/archive')).json().archive.id as string;
    const progress = async () => (await findArchive(server.deps.db, archiveId))?.progress;
    const opened: (number | undefined)[] = [];
    const open = async (key: string) => {
      if (opened.length === 1) await expect.poll(progress).toBe(33);
      opened.push(await progress());
      if (opened.length === 3) vi.setSystemTime(Date.now() + PROGRESS_INTERVAL_MS);
      return server.deps.storage.open(key);
    };
    const put = async () => Promise.reject(new Error('the disk is full'));
    const storage = Object.assign(Object.create(server.deps.storage), { open, put });
    vi.useFakeTimers({ toFake: ['Date'] });
    const run = makeArchiveHandler({ ...server.deps, storage }).run({ archiveId }, { signal });
    await expect(run.finally(() => vi.useRealTimers())).rejects.toThrow('full');
    expect(opened).toEqual([0, 33, 33]);
    await expect.poll(progress).toBe(99);
    await server.drainJobs();
    await setProgress(server.deps.db, archiveId, 50);
    expect(await state(odalie)).toMatchObject({ status: 'ready', progress: 100 });
  });

  it('two concurrent attempts publish one archive', async () => {
    await storedVideo(server, odalie.id);
    const archiveId = (await call(odalie, 'POST', '/api/archive')).json().archive.id as string;
    const handler = makeArchiveHandler(server.deps);
    const attempts = [handler.run({ archiveId }, { signal }), handler.run({ archiveId }, { signal })];
    const ended = await Promise.allSettled(attempts);
    expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    await server.drainJobs();
    await sweepHandler(server.deps, { orphanAgeMs: 0, stagingAgeMs: 0 }).run({}, { signal });
    expect(await objects()).toHaveLength(1);
    expect((await call(odalie, 'GET', `/media/archives/${archiveId}`)).statusCode).toBe(200);
  });

  it('notifies the person of a failure, and can be tried again', async () => {
    const archiveId = (await call(odalie, 'POST', '/api/archive')).json().archive.id as string;
    const failed = makeArchiveFailedHandler(server.deps);
    await failed.run({ archiveId }, { signal });
    expect(await state(odalie)).toMatchObject({ id: archiveId, status: 'failed' });
    expect(await kinds(odalie)).toContain('archive-failed');
    expect(await writeArchiveMail(server.deps, archiveId)).toBeNull();
    await server.deps.db.transaction().execute((tx) => restartArchive(server.deps, tx, archiveId));
    expect(await kinds(odalie), 'it is made again').not.toContain('archive-failed');
    await failed.run({ archiveId }, { signal });
    const again = await make(odalie);
    await failed.run({ archiveId: again.id }, { signal });
    expect((await state(odalie))?.status, 'a late failure changes nothing').toBe('ready');
  });

  it('an expired archive is deleted with its file', async () => {
    const { id } = await make(odalie);
    const { db } = server.deps;
    await db
      .updateTable('archives')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute();
    expect((await call(odalie, 'GET', `/media/archives/${id}`)).statusCode).toBe(404);
    await sweepHandler(server.deps).run({}, { signal });
    expect(await state(odalie)).toBeNull();
    expect(await objects()).toEqual([]);
  });
});
