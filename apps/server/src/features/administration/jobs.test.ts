import type { SiteJobs } from '@kinreel/contracts';
import { JOB_KINDS } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { JOB_DEFINITIONS } from '../../app/jobs.ts';
import { KeysUnavailableError } from '../../platform/auth/identity-keys.ts';
import { LockTimeoutError } from '../../platform/db/locks.ts';
import { MediaToolError } from '../../platform/ffmpeg/run.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { failureOf } from '../../platform/jobs/failed-jobs.ts';
import { PictureError } from '../../platform/pictures/decode-picture.ts';
import { StorageMissingError, StorageUnavailableError } from '../../platform/storage/storage.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { runHere } from '../../testing/run-command.ts';
import { storedKeys, storedVideo } from '../../testing/stored-video.ts';
import { draftCaptionsJob } from '../captions/captions.job-definition.ts';
import { sweepJob } from '../operations/maintenance/sweep.job-definition.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { enqueuePreparation } from '../videos/video-work.service.ts';
import { deleteObjectsJob, encodePieceJob, makeRenditionsJob } from '../videos/videos.job-definition.ts';

let server: TestServer;
let owner: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  owner = await loginAs(server, { firstName: 'Odalie' });
  bea = await loginAs(server, { firstName: 'Bea' });
  await makeOwner(server.deps.db, owner.email);
  await server.drainJobs();
});
afterAll(() => server?.stop());

const call = (by: TestPerson, method: 'GET' | 'POST', url: string) =>
  server.app.inject({ method, url, headers: by.headers });
const read = async (): Promise<SiteJobs> => (await call(owner, 'GET', '/api/admin/jobs')).json();

/** Runs all jobs, including those scheduled for a later attempt. */
async function drain(): Promise<void> {
  do await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(server.deps.db);
  while ((await server.drainJobs()) > 0);
}

/** Makes jobs fail because the storage is unavailable. */
function storeAway() {
  const away = new StorageUnavailableError('https://store.example/videos/IMG_0001.MOV', { cause: null });
  const spies = (['stagingFolder', 'list', 'materialize'] as const).map((name) =>
    vi.spyOn(server.deps.storage, name).mockImplementation(() => {
      throw away;
    }),
  );
  return { back: () => spies.forEach((spy) => void spy.mockRestore()) };
}

const enqueue = (job: typeof deleteObjectsJob, videoId = newId()) =>
  server.deps.jobs.enqueue(server.deps.db, job, { videoId });

test('the list shows what failed and why, without personal data; retrying a video restarts its preparation', async () => {
  const { db, jobs } = server.deps;
  const videoId = await storedVideo(server, bea.id, { status: 'processing' });
  const statusOf = () =>
    db.selectFrom('videos').select(['status', 'status_code', 'preparation']).where('id', '=', videoId);
  await db.transaction().execute((tx) => enqueuePreparation(jobs, tx, videoId, 1));
  const store = storeAway();
  await drain();
  store.back();
  expect(await statusOf().executeTakeFirst()).toMatchObject({ status: 'failed', status_code: 'other' });

  expect((await call(bea, 'GET', '/api/admin/jobs')).json().code).toBe('owner.only');
  const { jobs: failed, ...counts } = await read();
  expect(counts).toEqual({ waiting: 0, failed: 1 });
  expect(failed).toEqual([
    {
      id: expect.any(String),
      kind: 'prepare-video',
      failed_at: expect.any(String),
      attempts: 5,
      failure: 'storage',
    },
  ]);
  const id = failed[0]?.id ?? '';
  expect((await call(owner, 'GET', '/api/admin/overview')).json().jobs).toEqual(counts);

  const both = await Promise.all([1, 2].map(() => call(owner, 'POST', `/api/admin/jobs/${id}/retry`)));
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404]);
  expect(both.find(({ statusCode }) => statusCode === 404)?.json().code).toBe('job.missing');
  expect(await statusOf().executeTakeFirst()).toMatchObject({
    status: 'processing',
    status_code: null,
    preparation: 2,
  });
  expect(await read()).toEqual({ waiting: 1, failed: 0, jobs: [] });
  const { rows } = await sql<{ data: object }>`select data from pgboss.job where state = 'created'`.execute(db);
  expect(rows).toMatchObject([{ data: { payload: { videoId, preparation: 2 }, failures: 0, ownerId: bea.id } }]);
  // Files of the earlier preparation are deleted.
  expect(await storedKeys(server, `videos/${videoId}/`)).toEqual([`videos/${videoId}/original`]);
  // The file is not a video: the preparation runs, and its owner is notified.
  await drain();
  expect(await statusOf().executeTakeFirst()).toMatchObject({ status: 'failed', status_code: 'damaged' });
  expect(await read()).toEqual({ waiting: 0, failed: 0, jobs: [] });
});

test('other jobs are enqueued again with the same payload and group, and succeed', async () => {
  const { db, jobs } = server.deps;
  const store = storeAway();
  await enqueue(deleteObjectsJob);
  await jobs.enqueue(db, makeRenditionsJob, { videoId: newId() }, { workload: { ownerId: bea.id, seconds: 90 } });
  await sql`update pgboss.job set state = 'failed', completed_on = now(), output = '{"value": {"message": "job heartbeat timeout"}}', retry_count = 120
    where name = 'make-renditions'`.execute(db);
  await drain();
  store.back();
  const failed = await read();
  expect(failed.jobs.map(({ kind, attempts, failure }) => [kind, attempts, failure])).toEqual([
    ['delete-objects', 5, 'storage'],
    ['make-renditions', 121, 'worker'],
  ]);
  expect((await call(bea, 'POST', '/api/admin/jobs/retry')).json().code).toBe('owner.only');
  expect((await call(owner, 'POST', '/api/admin/jobs/retry')).json()).toEqual({ retried: 2 });
  const { rows } = await sql<{ name: string; data: object; group_id: string | null }>`
    select name, data, group_id from pgboss.job where state = 'created' order by name`.execute(db);
  expect(rows).toMatchObject([
    { name: 'delete-objects', data: { failures: 0 }, group_id: null },
    { name: 'make-renditions', data: { ownerId: bea.id, work: 90, failures: 0 }, group_id: 'long' },
  ]);
  await drain();
  expect(await read()).toEqual({ waiting: 0, failed: 0, jobs: [] });
});

test('retrying an archive or a captions draft starts it over, unless it was deleted', async () => {
  const { db } = server.deps;
  const videoId = await storedVideo(server, bea.id);
  await db.insertInto('caption_drafts').values({ video_id: videoId, failure_code: null }).execute();
  await enqueue(draftCaptionsJob, videoId);
  await call(bea, 'POST', '/api/archive');
  await call(owner, 'POST', '/api/archive');
  const store = storeAway();
  await drain();
  store.back();
  const archives = () => db.selectFrom('archives').select(['user_id', 'status']).execute();
  const draft = () => db.selectFrom('caption_drafts').select('failure_code').where('video_id', '=', videoId).execute();
  expect((await archives()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  expect(await draft()).toEqual([{ failure_code: 'other' }]);
  await db.deleteFrom('archives').where('user_id', '=', owner.id).execute();
  const { jobs: failed } = await read();
  expect(failed.map(({ kind }) => kind).sort()).toEqual(['draft-captions', 'make-archive', 'make-archive']);
  expect((await call(owner, 'POST', '/api/admin/jobs/retry')).json()).toEqual({ retried: 3 });
  expect(await archives()).toEqual([{ user_id: bea.id, status: 'making' }]);
  expect(await draft()).toEqual([{ failure_code: null }]);
  expect((await read()).waiting).toBe(2);
  await drain();
  expect(await archives()).toEqual([{ user_id: bea.id, status: 'ready' }]);
});

test('the list omits jobs with a later successful run, and chunks of videos that were encoded as a whole', async () => {
  const { db, jobs } = server.deps;
  const store = storeAway();
  await jobs.enqueue(db, sweepJob, {});
  await drain();
  store.back();
  expect((await read()).jobs.map(({ kind, attempts }) => [kind, attempts])).toContainEqual(['sweep', 1]);
  await jobs.enqueue(db, sweepJob, {});
  await jobs.enqueue(db, encodePieceJob, { splitId: newId(), number: 1 });
  await sql`update pgboss.job set state = 'failed', completed_on = now() where name = 'encode-piece'`.execute(db);
  await drain();
  const { jobs: failed } = await read();
  expect(failed.filter(({ kind }) => kind === 'sweep')).toEqual([]);
  expect(JSON.stringify(failed)).not.toContain('encode-piece"');

  // Such a chunk and a job that has not failed stay in the queue. A job that is scheduled for later is not due.
  await jobs.enqueue(db, sweepJob, {}, { delaySeconds: 3600 });
  expect((await read()).waiting).toBe(0);
  const { rows } = await sql<{ id: string }>`
    select id from pgboss.job where name = 'encode-piece' or state = 'created'`.execute(db);
  expect(rows).toHaveLength(2);
  for (const { id } of rows) {
    expect((await call(owner, 'POST', `/api/admin/jobs/${id}/retry`)).json().code).toBe('job.missing');
  }
  await drain();
});

test('the operator lists and retries jobs by command', async () => {
  const store = storeAway();
  await enqueue(deleteObjectsJob);
  await drain();
  store.back();
  const { origin, publicUrl, apiClientSecret } = inject('identity');
  const env = {
    DATABASE_URL: server.deps.config.databaseUrl ?? '',
    DATA_DIR: server.dataDir,
    PUBLIC_URL: publicUrl,
    IDENTITY_INTERNAL_URL: origin,
    IDENTITY_API_CLIENT_SECRET: apiClientSecret,
    LOG_LEVEL: 'silent',
  };
  const run = (...args: string[]) => runHere(env, 'jobs', ...args);
  const [job] = (await read()).jobs;
  const listed = await run('list');
  expect(listed.code).toBe(0);
  expect(listed.output).toContain(
    `${job?.id}  ${job?.failed_at}  delete-objects, 5 attempts\n  reason: files could not`,
  );
  expect(listed.output).toMatch(/^0 waiting, \d+ failed\.$/m);
  expect(await run('retry')).toMatchObject({ code: 64 });
  expect(await run('retry', newId())).toMatchObject({ code: 1, errors: expect.stringContaining('no failed job') });
  expect(await run('retry', job?.id ?? '')).toMatchObject({ code: 0, output: '1 job will be retried.\n' });
  expect(await run('retry', job?.id ?? '')).toMatchObject({ code: 1 });
  expect((await run('retry', '--failed')).code).toBe(0);
  expect((await run('list')).output).toMatch(/^\d+ waiting, 0 failed\.$/m);
  await drain();
  expect((await read()).failed).toBe(0);
});

test('a list contains 500 jobs, newest first; the count includes all', async () => {
  const { db } = server.deps;
  await sql`
    insert into pgboss.job (name, data, state, completed_on, output)
    select 'delete-objects', jsonb_build_object('payload', jsonb_build_object('videoId', n), 'job', 'delete-objects', 'failures', 4),
      'failed', now() - make_interval(secs => n), '{"message": "IMG_0001.MOV"}' from generate_series(1, 501) as n`.execute(
    db,
  );
  const { failed, jobs } = await read();
  expect([failed, jobs.length]).toEqual([501, 500]);
  // Jobs of a version that stored no failure.
  expect(new Set(jobs.map(({ attempts, failure }) => `${attempts} ${failure}`))).toEqual(new Set(['5 other']));
  const times = jobs.map(({ failed_at }) => failed_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(JSON.stringify(jobs)).not.toContain('IMG_0001');
  // A dead letter that has failed at once still has the envelope of its job.
  await sql`delete from pgboss.job where state = 'failed'`.execute(db);
  await sql`
    insert into pgboss.job (name, data, state, completed_on, output) values ('make-archive-failed',
      '{"payload": {"archiveId": "x"}, "job": "make-archive", "failures": 4}', 'failed', now(), '{"message": "", "failure": "odd"}')`.execute(
    db,
  );
  expect((await read()).jobs).toMatchObject([{ kind: 'make-archive-failed', attempts: 1, failure: 'other' }]);
  await sql`delete from pgboss.job where state = 'failed'`.execute(db);
});

describe('why a job failed', () => {
  test('is one of a few codes, also read from the cause of the error', () => {
    expect(failureOf(new MediaToolError('machine', '/tmp/Grandma.mov'))).toBe('program');
    expect(failureOf(new Error('x', { cause: Object.assign(new Error('read'), { code: 'EIO' }) }))).toBe('storage');
    expect(failureOf(Object.assign(new Error('x'), { code: '57P01' }))).toBe('database');
    for (const code of ['EACCES', 'EPERM', 'EROFS', 'EIO', 'ESTALE', 'ENOTCONN']) {
      expect(failureOf(Object.assign(new Error('x'), { code }))).toBe('storage');
    }
    expect(failureOf(new StorageMissingError('videos/x'))).toBe('file');
    expect(failureOf(new PictureError('unreadable', '/tmp/Grandma.jpg'))).toBe('program');
    expect(failureOf(new KeysUnavailableError())).toBe('identity');
    expect(failureOf(new LockTimeoutError())).toBe('database');
    expect(failureOf(new DomainError('video.missing'))).toBe('other');
    expect(failureOf(new DomainError('identity.unavailable'))).toBe('identity');
    expect(failureOf(new DOMException('', 'TimeoutError'))).toBe('time');
    expect(failureOf('Grandma.mov')).toBe('other');
  });
});

test('each kind of job is in the list, except chunks of videos', () => {
  const pieces = ['encode-piece', 'encode-sizes-piece', 'early-work'];
  expect(new Set([...JOB_KINDS, ...pieces])).toEqual(new Set(JOB_DEFINITIONS.map(({ name }) => name)));
});
