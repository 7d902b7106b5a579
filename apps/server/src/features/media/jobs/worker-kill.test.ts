import { type ChildProcess, fork } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { MediaTools } from '../../../platform/ffmpeg/tools.ts';
import { newId } from '../../../platform/ids.ts';
import { countWorkers } from '../../../platform/jobs/workers.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { createMediaFiles, type MediaFiles, picture, tone } from '../../../testing/media-test-files.ts';
import { describeWithFfmpeg, tools } from '../../../testing/media-tools.ts';
import { PROCESS_ENV } from '../../../testing/process-env.ts';
import { storedKeys } from '../../../testing/stored-video.ts';
import { sweep } from '../../operations/maintenance/sweep.service.ts';
import { deleteOldFragments } from '../../videos/growing-videos.service.ts';
import { prepareVideoJob } from '../../videos/videos.job-definition.ts';

/** How many workers are killed; KILLS=100 for a long run. */
const KILLS = Number(process.env.KILLS || 4);

/**
 * Maximum time between the start of a job and the kill of its worker, in milliseconds: about the duration of one job.
 */
const LONGEST_LIFE_MS = 1_500;

describeWithFfmpeg(`${KILLS} workers killed during their work`, () => {
  let server: TestServer;
  let files: MediaFiles;
  let owner: TestPerson;
  let clip: string;
  beforeAll(async () => {
    const env = { FFMPEG_PATH: process.env.FFMPEG_PATH ?? '' };
    [server, files] = await Promise.all([startTestServer(env), createMediaFiles(tools as MediaTools)]);
    owner = await loginAs(server);
    // A high bit rate like that of an old camera, otherwise there would be fewer sizes.
    const codecs = ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le', '-ac', '2'];
    clip = await files.make('clip.avi', ...picture(9, '600x600', 5), ...tone(9), ...codecs);
  });
  afterAll(async () => {
    await server.stop();
    await files.remove();
  });

  async function waiting(original = clip): Promise<string> {
    const { db, storage, jobs } = server.deps;
    const id = newId();
    const key = `videos/${id}/original`;
    const copy = join(files.folder, id);
    await copyFile(original, copy);
    await storage.put(key, copy);
    await db.insertInto('videos').values({ id, owner_id: owner.id, prompt_id: 1, permission: 'invite-only' }).execute();
    await db
      .insertInto('video_files')
      .values({ video_id: id, kind: 'original', key, content_type: 'video/x-msvideo', size: 1, sha256: '', name: 'a' })
      .execute();
    await jobs.enqueue(db, prepareVideoJob, { videoId: id });
    return id;
  }

  function startWorker(): { process: ChildProcess; gone: Promise<unknown> } {
    const { config, appSecret } = server.deps;
    const worker = fork(join(import.meta.dirname, '../../../worker.ts'), {
      env: {
        ...PROCESS_ENV,
        DATABASE_URL: config.databaseUrl ?? '',
        DATA_DIR: server.dataDir,
        APP_SECRET: appSecret,
        PUBLIC_URL: config.publicUrl,
        IDENTITY_INTERNAL_URL: config.identity.internalUrl ?? '',
        FFMPEG_PATH: config.ffmpegPath ?? '',
        LOG_LEVEL: 'silent',
      },
      execArgv: [],
    });
    // A failing test must not leave a worker running.
    onTestFinished(() => void worker.kill('SIGKILL'));
    return { process: worker, gone: new Promise((resolve) => worker.once('exit', resolve)) };
  }

  /** Attempts of media jobs in one of these states, each with a unique name. */
  async function attempts(states: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ attempt: string }>`
      select id || '/' || retry_count as attempt from pgboss.job
      where name in ('prepare-video', 'make-renditions', 'encode-piece', 'encode-sizes-piece') and state = any(${states}::pgboss.job_state[])`.execute(
      server.deps.db,
    );
    return rows.map(({ attempt }) => attempt);
  }

  it('[UP-02] every video is published once, without leftovers', {
    timeout: 480_000 + KILLS * 30_000,
  }, async () => {
    const ids = await Promise.all(Array.from({ length: Math.max(3, Math.ceil(KILLS / 4)) }, () => waiting()));
    let abandoned = new Set<string>();
    let cutShort = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = startWorker();
      // Jobs started by this worker, not those that a killed one has left.
      const taken = async () => (await attempts(['active'])).some((attempt) => !abandoned.has(attempt));
      const idle = async () => (await attempts(['created', 'retry', 'active'])).length === 0;
      await expect.poll(async () => (await taken()) || (await idle()), { timeout: 90_000, interval: 25 }).toBe(true);
      // The kills are spread from early to late.
      await new Promise((resolve) => setTimeout(resolve, (kill / KILLS) * LONGEST_LIFE_MS));
      worker.process.kill('SIGKILL');
      await worker.gone;
      const left = await attempts(['active']);
      if (left.some((attempt) => !abandoned.has(attempt))) cutShort += 1;
      abandoned = new Set(left);
    }
    expect(cutShort, 'kills that interrupted a job').toBeGreaterThan(KILLS / 4);

    const last = startWorker();
    await expect
      .poll(() => attempts(['created', 'retry', 'active']), { timeout: 300_000 + KILLS * 15_000, interval: 250 })
      .toEqual([]);
    last.process.kill('SIGTERM');
    await last.gone;

    const { db } = server.deps;
    const videos = await db.selectFrom('videos').select(['id', 'status', 'status_code']).orderBy('id').execute();
    expect(videos).toEqual(ids.sort().map((id) => ({ id, status: 'ready', status_code: null })));
    const told = await db.selectFrom('notifications').select(['kind', 'video_id']).orderBy('video_id').execute();
    expect(told).toEqual(ids.map((id) => ({ kind: 'video-ready', video_id: id })));

    for (const id of ids) {
      // One of all attempts that made fragments remains: the one that became the whole video, without gaps.
      const growing = await db.selectFrom('growing_videos').selectAll().where('video_id', '=', id).execute();
      expect(growing).toMatchObject([{ ended_at: expect.any(Date) }]);
      const fragments = await db
        .selectFrom('fragments')
        .select(['number', 'seconds'])
        .where('video_id', '=', id)
        .orderBy('number')
        .execute();
      expect(fragments.map(({ number }) => number)).toEqual(fragments.map((_, i) => i));
      expect(fragments.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(growing[0]?.seconds ?? 0, 3);
    }
    await deleteOldFragments(db, Date.now() + 7 * 3600_000);
    await sweep(server.deps, { orphanAgeMs: -1_000, stagingAgeMs: -1_000 });
    expect(await readdir(join(server.dataDir, 'media/staging'))).toEqual([]);
    for (const id of ids) {
      const delivered = await db.selectFrom('video_files').select(['kind', 'key']).where('video_id', '=', id).execute();
      expect(delivered.map(({ kind }) => kind).sort()).toEqual(['original', 'playback', 'poster']);
      const renditions = await db.selectFrom('renditions').select(['name', 'key']).where('video_id', '=', id).execute();
      expect(renditions.map(({ name }) => name).sort()).toEqual(['240', '480', '600']);
      const previews = await db.selectFrom('previews').select('key').where('video_id', '=', id).execute();
      expect(previews).toHaveLength(1);
      // The playback file is also a rendition.
      const keys = [...delivered, ...renditions, ...previews].map(({ key }) => key);
      const named = [...new Set(keys)].sort();
      expect(await storedKeys(server, `videos/${id}/`)).toEqual(named);
    }
    console.info(`${KILLS} workers killed, ${cutShort} during a job: ${ids.length} videos published once each.`);
  });

  it('[UP-02] a video encoded in chunks loses only the chunk of a killed worker, and is published once', {
    timeout: 480_000 + KILLS * 30_000,
  }, async () => {
    const { db } = server.deps;
    // Three short chunks: from 0 to 62, to 122, and to the end.
    const seconds = 152;
    const codecs = ['-c:v', 'mjpeg', '-q:v', '2', '-pix_fmt', 'yuvj420p', '-c:a', 'pcm_s16le', '-ar', '8000'];
    const clip = await files.make('film.mov', ...picture(seconds, '480x480', 3), ...tone(seconds), ...codecs);
    let workers = [startWorker(), startWorker()];
    await expect.poll(() => countWorkers(db), { timeout: 120_000 }).toBe(2);
    const id = await waiting(clip);
    /** Encoded chunks and their keys: none of them must be encoded again. */
    const encoded = new Map<string, string>();
    const look = async () => {
      const rows = await db
        .selectFrom('pieces')
        .innerJoin('splits', 'splits.id', 'split_id')
        .select(['kind', 'number', 'key'])
        .where('key', 'is not', null)
        .execute();
      for (const { kind, number, key } of rows) {
        const name = `${kind} ${number}`;
        expect(encoded.get(name) ?? key, name).toBe(key);
        encoded.set(name, key ?? '');
      }
      return rows.length;
    };
    const idle = async () => (await attempts(['created', 'retry', 'active'])).length === 0;
    for (let kill = 0; kill < Math.ceil(KILLS / 2) && !(await idle()); kill += 1) {
      const before = encoded.size;
      await expect
        .poll(
          async () => {
            await look();
            return encoded.size > before || (await idle());
          },
          { timeout: 120_000, interval: 50 },
        )
        .toBe(true);
      // Kills each in turn: one of them joins the chunks.
      const [killed, other] = workers as [ReturnType<typeof startWorker>, ReturnType<typeof startWorker>];
      killed.process.kill('SIGKILL');
      await killed.gone;
      workers = [other, startWorker()];
    }
    await expect
      .poll(
        async () => {
          await look();
          return idle();
        },
        { timeout: 300_000, interval: 100 },
      )
      .toBe(true);
    expect(encoded.size).toBeGreaterThan(0);
    const { rows: jobs } = await sql`select name, state, count(*)::int as count from pgboss.job
      where name like 'encode-%' group by name, state order by name`.execute(db);
    // The job that joins the chunks encodes the first one.
    const all = { state: 'completed', count: 2 };
    expect(jobs).toEqual(['encode-piece', 'encode-sizes-piece'].map((name) => ({ name, ...all })));
    for (const worker of workers) {
      worker.process.kill('SIGTERM');
      await worker.gone;
    }
    const video = await db.selectFrom('videos').select(['status', 'duration_ms']).where('id', '=', id).execute();
    expect(video).toEqual([{ status: 'ready', duration_ms: expect.any(Number) }]);
    expect(Math.abs((video[0]?.duration_ms ?? 0) - seconds * 1_000)).toBeLessThan(100);
    const told = await db.selectFrom('notifications').select('kind').where('video_id', '=', id).execute();
    expect(told).toEqual([{ kind: 'video-ready' }]);
    expect(await db.selectFrom('splits').select('id').execute()).toEqual([]);
    await deleteOldFragments(db, Date.now() + 7 * 3600_000);
    await sweep(server.deps, { orphanAgeMs: -1_000, stagingAgeMs: -1_000 });
    expect(await readdir(join(server.dataDir, 'media/staging'))).toEqual([]);
    expect((await storedKeys(server, `videos/${id}/`)).filter((key) => key.endsWith('.nut'))).toEqual([]);
  });
});
