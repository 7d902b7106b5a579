import { MOST_COUNTED_OTHERS, permissionResponse, videosResponse } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { readPages } from '../../testing/pages.ts';
import { countRowsRead, inventedPeople, rolledBack } from '../../testing/rolled-back.ts';
import { storedKeys, storedVideo } from '../../testing/stored-video.ts';
import { listVisibleVideos } from './videos.queries.ts';

let server: TestServer;
let owner: TestPerson;
let viewer: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [owner, viewer, stranger] = await Promise.all([loginAs(server), loginAs(server), loginAs(server)]);
  await connect(server, owner, viewer, 'friend');
});
afterAll(() => server?.stop());
beforeEach(() => server.deps.db.deleteFrom('videos').execute());

async function call(
  person: TestPerson | null,
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) {
  return server.app.inject({ method, url, headers: person?.headers ?? {}, ...(payload ? { payload } : {}) });
}

/** All pages of a list, by the Link header. */
async function pages(person: TestPerson, url: string): Promise<string[][]> {
  const found: string[][] = [];
  for await (const page of readPages(url, (next) => call(person, 'GET', next))) {
    found.push(videosResponse.parse(page.json()).map((video) => video.id));
  }
  return found;
}

describe('lists', () => {
  test("[API-06] lists the caller's videos, newest first, whatever their status", async () => {
    const old = await storedVideo(server, owner.id, { status: 'failed' });
    const recent = await storedVideo(server, owner.id, { status: 'processing' });
    await storedVideo(server, viewer.id);
    const answer = await call(owner, 'GET', '/api/video/userVideos');
    const videos = videosResponse.parse(answer.json());
    expect(videos.map(({ id }) => id)).toEqual([recent, old]);
    expect(videos[0]).toMatchObject({
      prompt: 'What was your first job?',
      permission: 'invite-only',
      url: expect.stringMatching(`^/media/videos/${recent}/playback\\?v=[0-9a-f]{8}$`),
      original_url: expect.stringMatching(`/original\\?v=`),
      user_id: owner.id,
    });
    expect(answer.headers.link).toBeUndefined();
  });

  test('[API-07] other people see visible videos, without permission and original', async () => {
    const open = await storedVideo(server, owner.id, { permission: 'friend' });
    await storedVideo(server, owner.id, { permission: 'family' });
    const [video, ...more] = videosResponse.parse((await call(viewer, 'GET', `/api/video/user/${owner.id}`)).json());
    expect(more).toEqual([]);
    expect(video).toMatchObject({ id: open, permission: '', original_url: null, status_reason: null });
    const note = { kind: 'black', seconds: 7.5 };
    const loud = { loudness_lufs: -27.42, loudness_range_lu: 5, true_peak_db: -3.18 };
    await server.deps.db
      .updateTable('videos')
      .set({ missing_ms: 12_400, notes: JSON.stringify([note]), sound_measured: true, ...loud })
      .where('id', '=', open)
      .execute();
    const read = async (person: TestPerson) =>
      videosResponse.parse((await call(person, 'GET', `/api/video/${open}`)).json());
    expect((await read(viewer))[0]).toMatchObject({
      missing_seconds: null,
      notes: [],
      loudness: { lufs: -27.4, peak_db: -3.2 },
    });
    expect((await read(owner))[0]).toMatchObject({ missing_seconds: 12.4, notes: [note] });
  });

  test("[VID-01] every video has an H.264 source; a source in the original's codec comes first only if it is smaller", async () => {
    const { db } = server.deps;
    const id = await storedVideo(server, owner.id);
    const types = async () => {
      const [video] = videosResponse.parse((await call(owner, 'GET', `/api/video/${id}`)).json());
      return video?.sources.map(({ type }) => type);
    };
    const [hls, mp4, webm] = ['application/vnd.apple.mpegurl', 'video/mp4', 'video/webm'];
    const file = (change: { content_type?: string; size?: number }) =>
      db.updateTable('video_files').set(change).where('video_id', '=', id).where('kind', '=', 'playback').execute();
    const rendition = (name: string, size: number) =>
      db
        .insertInto('renditions')
        .values({
          video_id: id,
          name,
          size,
          width: 320,
          height: 240,
          bandwidth: 1,
          average_bandwidth: 1,
          codecs: 'avc1',
          key: `videos/${id}/${name}`,
          sha256: 'ab',
          fragments: '{"initBytes":1,"firstByte":1,"segments":[]}',
        })
        .execute();
    await file({ content_type: 'video/mp4', size: 100 });
    expect(await types()).toEqual([mp4]);
    await rendition('240', 200);
    expect(await types()).toEqual([hls, mp4]);
    await file({ content_type: 'video/webm' });
    expect(await types()).toEqual([webm, hls]);
    await file({ size: 300 });
    expect(await types()).toEqual([hls, webm]);
    await file({ size: 100 });
    await rendition('480', 400);
    expect(await types(), 'several renditions').toEqual([hls, webm]);
    await db.deleteFrom('videos').where('id', '=', id).execute();
  });

  test('[API-26] pages have no gaps or duplicates, also with equal timestamps', async () => {
    const createdAt = new Date('2026-02-03T04:05:06.789Z');
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const permission = (['everyone', 'friend'] as const)[n % 2];
      ids.push(await storedVideo(server, owner.id, { permission, createdAt: n < 5 ? createdAt : undefined }));
    }
    const newestFirst = [...ids].reverse();
    for (const [person, url] of [
      [owner, '/api/video/userVideos?limit=2'],
      [viewer, `/api/video/user/${owner.id}?limit=2`],
    ] as const) {
      const found = await pages(person, url);
      expect(found.map((page) => page.length)).toEqual([2, 2, 2, 1]);
      expect(found.flat()).toEqual(newestFirst);
    }
  });

  test('[SHARE-04][API-07] the autoplay video comes first and only once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await storedVideo(server, owner.id, { permission: 'everyone' }));
    const [oldest = ''] = ids;
    const found = await pages(viewer, `/api/video/user/${owner.id}?limit=2&autoplay=${oldest}`);
    expect(found[0]?.[0]).toBe(oldest);
    expect(found.every((page) => page.length <= 2)).toBe(true);
    expect(found.flat().slice(1)).toEqual(ids.slice(1).reverse());
  });

  test('[SHARE-04] an id alone gives no access', async () => {
    const hidden = await storedVideo(server, owner.id);
    const elsewhere = await storedVideo(server, viewer.id, { permission: 'everyone' });
    const open = await storedVideo(server, owner.id, { permission: 'everyone' });
    for (const autoplay of [hidden, elsewhere, newId()]) {
      const answer = await call(stranger, 'GET', `/api/video/user/${owner.id}?autoplay=${autoplay}`);
      expect(answer.json().map(({ id }: { id: string }) => id)).toEqual([open]);
    }
    expect((await call(stranger, 'GET', `/api/video/${hidden}`)).statusCode).toBe(404);
  });

  test.each([
    '/api/video/userVideos?limit=0',
    '/api/video/userVideos?limit=101',
    '/api/video/userVideos?limit=x',
    '/api/video/userVideos?cursor=x',
    `/api/video/userVideos?cursor=${Buffer.from('["2026-02-30T00:00:00.000000Z","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    `/api/video/userVideos?cursor=${Buffer.from('["0000-01-01T00:00:00.000000Z","00000000-0000-7000-8000-000000000000"]').toString('base64url')}`,
    `/api/video/userVideos?cursor=${Buffer.from('[1,"x"]').toString('base64url')}`,
    '/api/video/user/1',
    '/api/video/not-an-id',
    '/api/video/11',
    '/api/permission/10',
  ])('[API-26] rejects %s with a message', async (url) => {
    const answer = await call(owner, 'GET', url);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'request.invalid', message: expect.stringMatching(/\w+/) });
  });

  test.each(['viewer', 'owner'] as const)('[API-07] a list reads only its own rows: for the %s', async (who) => {
    const listed = await storedVideo(server, owner.id, { permission: 'friend' });
    const { db } = server.deps;
    // 3,000 videos of another person, in this test only.
    const count = await rolledBack(db, async (tx) => {
      await sql`
        with others as (
          insert into videos (id, owner_id, prompt_id, permission, status)
          select gen_random_uuid(), ${stranger.id}, prompt_id, 'everyone', 'ready'
          from videos, generate_series(1, 3000) where id = ${listed} returning id)
        insert into video_files (video_id, kind, key, content_type, size, sha256)
        select id, kind, 'videos/' || id || '/' || kind, 'video/mp4', 1, 'x'
        from others, unnest(array['original', 'playback', 'poster']) kind`.execute(tx);
      await sql`analyze videos, video_files`.execute(tx);
      const viewerId = { viewer, owner }[who].id;
      const window = { after: null, except: null, limit: 51 };
      return countRowsRead(tx, ['videos', 'video_files'], async () => {
        // Repeated until PostgreSQL uses a generic plan.
        for (let i = 0; i < 8; i++) {
          expect(await listVisibleVideos(tx, owner.id, viewerId, window)).toMatchObject([{ id: listed }]);
        }
      });
    });
    expect(count).toBeLessThan(8 * 40);
  });

  test('[VID-08] listing a video does not read all visits of its links', async () => {
    const listed = await storedVideo(server, owner.id, { permission: 'friend' });
    const { db } = server.deps;
    const count = await rolledBack(db, async (tx) => {
      await sql`
        with visitors as (
          ${inventedPeople(4000)}),
        link as (
          insert into short_links (id, video_id, owner_id, code_hash)
          values (gen_random_uuid(), ${listed}, ${owner.id}, 'x') returning id)
        insert into link_redemptions (link_id, user_id, last_visit_at)
        select link.id, visitors.id, now() - random() * interval '1 year' from link, visitors`.execute(tx);
      await sql`analyze users, short_links, link_redemptions`.execute(tx);
      return countRowsRead(tx, ['link_redemptions'], async () => {
        for (let i = 0; i < 8; i++) {
          const [video] = await listVisibleVideos(tx, owner.id, owner.id, { after: null, except: null, limit: 51 });
          expect(video).toMatchObject({ id: listed, audience: { others: MOST_COUNTED_OTHERS + 1, first_name: 'Ada' } });
        }
      });
    });
    expect(count).toBeLessThan(8 * 300);
  });

  test('[API-07] a list reads neither videos that are hidden from the viewer, nor all shared ones', async () => {
    const shared = await storedVideo(server, owner.id);
    const listed = await storedVideo(server, owner.id, { permission: 'everyone' });
    const { db } = server.deps;
    const counts = await rolledBack(db, async (tx) => {
      // Most people have few videos, so PostgreSQL expects few of everybody. Many timestamps are equal.
      await sql`
        with others as (
          ${inventedPeople(2000)}),
        owners as (
          select id, 3 as videos, 'everyone' as permission from others
          union all select ${owner.id}::uuid, 3000, 'invite-only')
        insert into videos (id, owner_id, prompt_id, permission, status, created_at)
        select gen_random_uuid(), owners.id, prompt_id, owners.permission, 'ready', now() - (n / 40 + 1) * interval '1 minute'
        from owners, generate_series(1, owners.videos) n, (select prompt_id from videos where id = ${listed}) prompt`.execute(
        tx,
      );
      await sql`
        insert into shares (video_id, recipient_id, owner_id)
        select id, case id when ${shared} then ${viewer.id}::uuid else ${stranger.id}::uuid end, owner_id
        from videos where owner_id = ${owner.id} and permission = 'invite-only'`.execute(tx);
      await sql`analyze users, videos, shares`.execute(tx);
      const page = { after: null, except: null, limit: 51 };
      const hidden = await countRowsRead(tx, ['videos'], async () => {
        for (let i = 0; i < 8; i++) {
          const videos = await listVisibleVideos(tx, owner.id, viewer.id, page);
          expect(videos).toMatchObject([{ id: listed }, { id: shared }]);
        }
      });
      const newest = await tx
        .selectFrom('shares')
        .innerJoin('videos', 'videos.id', 'shares.video_id')
        .select(['videos.id', cursorTimestamp('videos.created_at').as('at')])
        .where('recipient_id', '=', stranger.id)
        .orderBy('videos.created_at', 'desc')
        .orderBy('videos.id', 'desc')
        .execute();
      const idsAfter = async (place: number) => {
        const after = newest[place - 1] ?? null;
        return (await listVisibleVideos(tx, owner.id, stranger.id, { ...page, after })).map(({ id }) => id);
      };
      const all = await countRowsRead(tx, ['videos'], async () => {
        for (let i = 0; i < 8; i++) {
          expect(await idsAfter(0)).toEqual([listed, ...newest.slice(0, 50).map(({ id }) => id)]);
          expect(await idsAfter(2500)).toEqual(newest.slice(2500, 2551).map(({ id }) => id));
        }
      });
      return { hidden, all };
    });
    expect(counts.hidden).toBeLessThan(8 * 40);
    expect(counts.all).toBeLessThan(8 * 2 * 500);
  });
});

test('[ROUTE-11][API-08] the demo video needs no login', async () => {
  const answer = await call(null, 'GET', '/api/video/10');
  const [video] = videosResponse.parse(answer.json());
  expect(video).toMatchObject({
    id: '10',
    prompt: 'What was your first job?',
    url: '/media/demo/video.mp4',
    status: 'ready',
  });
});

describe('permission', () => {
  test('[VID-03][API-18][API-19] can be read and changed by the owner', async () => {
    const id = await storedVideo(server, owner.id);
    const before = permissionResponse.parse((await call(owner, 'GET', `/api/permission/${id}`)).json());
    expect(before).toEqual([{ video_id: id, permission: 'invite-only' }]);
    for (const permission of ['everyone', 'friend', 'family', 'invite-only']) {
      const changed = await call(owner, 'PUT', `/api/permission/${id}`, { permission });
      expect(changed.json()).toEqual([{ video_id: id, permission }]);
      expect((await call(owner, 'GET', `/api/permission/${id}`)).json()).toEqual([{ video_id: id, permission }]);
    }
  });

  test.each([{ permission: '' }, { permission: 'public' }, { permission: null }, {}, { permission: ['friend'] }])(
    '[VID-03] rejects %j',
    async (body) => {
      const id = await storedVideo(server, owner.id);
      const answer = await call(owner, 'PUT', `/api/permission/${id}`, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().fields.permission).toBe('Please choose who may see this video.');
    },
  );
});

describe('deleting', () => {
  test('[API-10][VID-04] deletes rows, shares, links and files', async () => {
    const id = await storedVideo(server, owner.id, { permission: 'everyone' });
    await call(owner, 'POST', '/api/share', { user_id: [viewer.id], video_id: id });
    const url = `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${id}`;
    const short = new URL((await call(owner, 'POST', '/api/link', { url })).body);
    expect(await storedKeys(server, `videos/${id}/`)).toHaveLength(3);

    expect((await call(owner, 'DELETE', `/api/video/${id}`)).statusCode).toBe(204);
    expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
    expect((await call(viewer, 'GET', '/api/video/sharedwithme')).json()).toEqual([]);
    expect((await call(null, 'GET', short.pathname)).statusCode).toBe(404);
    expect((await call(owner, 'DELETE', `/api/video/${id}`)).statusCode).toBe(404);
  });

  test('[API-10][VID-04] an id in upper case deletes the same rows and files', async () => {
    const id = await storedVideo(server, owner.id);
    expect((await call(owner, 'DELETE', `/api/video/${id.toUpperCase()}`)).statusCode).toBe(204);
    expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
    expect(await server.deps.db.selectFrom('video_files').select('key').execute()).toEqual([]);
  });

  test('[VID-04] the job deletes files that the request did not delete', async () => {
    const id = await storedVideo(server, owner.id);
    await server.drainJobs();
    await server.deps.db.transaction().execute(async (tx) => {
      const { deleteObjectsJob } = await import('./videos.job-definition.ts');
      await tx.deleteFrom('videos').where('id', '=', id).execute();
      await server.deps.jobs.enqueue(tx, deleteObjectsJob, { videoId: id });
    });
    expect(await server.drainJobs()).toBe(1);
    expect(await storedKeys(server, `videos/${id}/`)).toEqual([]);
  });
});

test("[API-25][VID-05] with ids of other people's videos nothing can be read or changed", async () => {
  const id = await storedVideo(server, owner.id);
  await call(owner, 'POST', '/api/share', { user_id: [viewer.id], video_id: id });
  const url = `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${id}`;
  await call(owner, 'POST', '/api/link', { url });
  const [link] = (await call(owner, 'GET', `/api/link?video_id=${id}`)).json();
  const state = () =>
    Promise.all([
      server.deps.db.selectFrom('videos').selectAll().execute(),
      server.deps.db.selectFrom('shares').selectAll().execute(),
      server.deps.db.selectFrom('short_links').selectAll().execute(),
      storedKeys(server, 'videos/'),
    ]);
  const before = await state();
  const attempts = [
    ['GET', `/api/video/${id}`],
    ['DELETE', `/api/video/${id}`],
    ['GET', `/api/permission/${id}`],
    ['PUT', `/api/permission/${id}`, { permission: 'everyone' }],
    ['POST', `/api/video/${id}/retry`],
    ['POST', '/api/share', { user_id: [stranger.id], video_id: id }],
    ['POST', '/api/share', { user_id: [viewer.id], video_id: id }],
    ['GET', `/api/share/${id}`],
    ['DELETE', `/api/share/${id}/${viewer.id}`],
    ['DELETE', `/api/video/shared/${id}`],
    ['POST', '/api/link', { url }],
    ['POST', '/api/link', { url: url.replace(owner.id, stranger.id) }],
    ['GET', `/api/link?video_id=${id}`],
    ['DELETE', `/api/link/${link.id}`],
    ['GET', `/media/videos/${id}/original`],
    ['GET', `/media/videos/${id}/playback`],
    ['GET', `/media/videos/${id}/poster`],
  ] as const;
  for (const [method, path, payload] of attempts) {
    for (const person of [stranger, null]) {
      const answer = await call(person, method, path, payload);
      expect(answer.statusCode, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode, `${method} ${path}`).toBeLessThan(500);
      expect(answer.json().message).toMatch(/\w+/);
    }
  }
  expect(await state()).toEqual(before);
});
