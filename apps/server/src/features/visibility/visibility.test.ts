import { randomBytes } from 'node:crypto';
import {
  audienceResponse,
  PERMISSIONS,
  type Permission,
  RELATIONSHIPS,
  type SharedWithMeVideo,
  STEWARD_RULES,
  type StewardRule,
  VIDEO_STATUSES,
  type VideoStatus,
  videosResponse,
} from '@kinreel/contracts';
import type { Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import fc from '../../testing/property.ts';
import { storedContent, storedFragments, storedRenditions, storedVideo } from '../../testing/stored-video.ts';

/** The rule of VID-05 again, in memory instead of SQL, to compare the server with it. */
let server: TestServer;
let people: TestPerson[];
const PEOPLE = 4;

beforeAll(async () => {
  server = await startTestServer();
  people = await Promise.all(Array.from({ length: PEOPLE }, () => loginAs(server)));
});
afterAll(() => server?.stop());

const person = fc.nat(PEOPLE - 1);
const LINK_STATES = ['permanent', 'expires later', 'expired', 'revoked'] as const;

interface World {
  videos: {
    owner: number;
    permission: Permission;
    status: VideoStatus;
    opens: 'open' | 'later' | 'opened';
    rule: StewardRule;
  }[];
  connections: { a: number; b: number; relationship: 'friend' | 'family'; accepted: boolean; ending: boolean }[];
  blocks: { by: number; who: number }[];
  shares: { video: number; to: number }[];
  links: { video: number; state: (typeof LINK_STATES)[number]; visitor: number }[];
  /** Only of people with a connection. */
  stewards: { owner: number; steward: number; begun: boolean }[];
  gifts: { video: number; to: number; given: boolean }[];
}

const VIDEOS = 6;
const world: Arbitrary<World> = fc.record({
  videos: fc.array(
    fc.record({
      owner: person,
      permission: fc.constantFrom(...PERMISSIONS),
      opens: fc.oneof({ weight: 4, arbitrary: fc.constant('open' as const) }, fc.constantFrom('later', 'opened')),
      rule: fc.oneof({ weight: 2, arbitrary: fc.constant('give' as const) }, fc.constantFrom(...STEWARD_RULES)),
      status: fc.oneof({ weight: 4, arbitrary: fc.constant('ready' as const) }, fc.constantFrom(...VIDEO_STATUSES)),
    }),
    { minLength: VIDEOS, maxLength: VIDEOS },
  ),
  connections: fc.uniqueArray(
    fc.record({
      a: person,
      b: person,
      relationship: fc.constantFrom(...RELATIONSHIPS),
      accepted: fc.boolean(),
      // One of them has asked for the other relationship.
      ending: fc.boolean(),
    }),
    { selector: ({ a, b }) => [a, b].sort().join(), maxLength: 6 },
  ),
  // Without ending anything: the rule does not rely on what else a block does.
  blocks: fc.uniqueArray(fc.record({ by: person, who: person }), {
    selector: ({ by, who }) => `${by},${who}`,
    maxLength: 2,
  }),
  shares: fc.uniqueArray(fc.record({ video: fc.nat(VIDEOS - 1), to: person }), {
    selector: ({ video, to }) => `${video},${to}`,
    maxLength: 6,
  }),
  links: fc.array(fc.record({ video: fc.nat(VIDEOS - 1), state: fc.constantFrom(...LINK_STATES), visitor: person }), {
    maxLength: 6,
  }),
  stewards: fc.uniqueArray(fc.record({ owner: person, steward: person, begun: fc.boolean() }), {
    selector: ({ owner, steward }) => `${owner},${steward}`,
    maxLength: 6,
  }),
  gifts: fc.uniqueArray(fc.record({ video: fc.nat(VIDEOS - 1), to: person, given: fc.boolean() }), {
    selector: ({ video, to }) => `${video},${to}`,
    maxLength: 6,
  }),
});

/** Whether one of the two has blocked the other. */
function isApart(w: World, one: number, other: number): boolean {
  return w.blocks.some(({ by, who }) => (by === one && who === other) || (by === other && who === one));
}

/** Whether there is a connection, or a request for one. */
function isBond(w: World, one: number, other: number): boolean {
  return one !== other && w.connections.some(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

/** Others than the owner may see it, if they are let in. */
function isShown(w: World, viewer: number, { owner, opens, status }: World['videos'][number]): boolean {
  return opens !== 'later' && status === 'ready' && !isApart(w, viewer, owner);
}

/** VID-07, decision 0035: the owner and stewards have the original. @param lives as below */
function mayKeep(w: World, viewer: number, index: number, lives: boolean): boolean {
  const video = w.videos[index];
  if (!video) return false;
  const { owner, rule } = video;
  if (owner === viewer) return true;
  const looksAfter = w.stewards.some((one) => one.begun && one.steward === viewer && one.owner === owner);
  const isLetIn = looksAfter && (rule === 'watch' || rule === 'give') && isBond(w, owner, viewer);
  return !lives && isLetIn && isShown(w, viewer, video);
}

/**
 * VID-05. Stewards see what its owner lets them see, and others what stewards gave them, until the owner shows life.
 * @param lives whether the owner of the video has sent a request
 */
function maySee(w: World, viewer: number, index: number, lives: boolean): boolean {
  const video = w.videos[index];
  if (!video) return false;
  if (video.owner === viewer) return true;
  if (!isShown(w, viewer, video)) return false;
  const bond = w.connections.find(
    ({ a, b, accepted }) => accepted && [a, b].includes(viewer) && [a, b].includes(video.owner),
  );
  switch (video.permission) {
    case 'everyone':
      return true;
    case 'friend':
    case 'family':
      if (bond?.relationship === video.permission && !(bond.ending && bond.relationship === 'family')) return true;
  }
  const { owner, rule } = video;
  const wasGiven = w.gifts.some((gift) => gift.video === index && gift.to === viewer && gift.given);
  if (!lives && isBond(w, owner, viewer) && wasGiven && rule === 'give') return true;
  if (mayKeep(w, viewer, index, lives)) return true;
  return (
    w.shares.some((share) => share.video === index && share.to === viewer) ||
    w.links.some(
      (link) =>
        link.video === index &&
        link.visitor === viewer &&
        (link.state === 'permanent' || link.state === 'expires later'),
    )
  );
}

const idOf = (index: number) => (people[index] as TestPerson).id;

/** Writes a world into the database. @returns ids of the videos */
async function build(w: World): Promise<string[]> {
  const { db } = server.deps;
  await db.deleteFrom('videos').execute();
  await db.deleteFrom('connections').execute();
  await db.deleteFrom('blocks').execute();
  for (const { by, who } of w.blocks) {
    if (by === who) continue;
    await db
      .insertInto('blocks')
      .values({ blocker_id: idOf(by), blocked_id: idOf(who) })
      .execute();
  }
  const ids: string[] = [];
  for (const { owner, permission, status, opens, rule } of w.videos) {
    const id = await storedVideo(server, idOf(owner), { permission, status });
    await db.updateTable('videos').set({ steward_rule: rule }).where('id', '=', id).execute();
    if (opens !== 'open') {
      const opens_at = new Date(Date.now() + (opens === 'later' ? 3600_000 : -1000));
      await db.updateTable('videos').set({ opens_at }).where('id', '=', id).execute();
    }
    await storedRenditions(server, id);
    await storedFragments(server, id, { ended: status === 'ready' });
    const cues = JSON.stringify([{ start: 0, end: 1, text: `said in ${id}` }]);
    await db
      .insertInto('captions')
      .values({ video_id: id, cues, search_text: '', source: 'person', version: newId() })
      .execute();
    ids.push(id);
  }
  const bonds = new Map<string, string>();
  for (const { a, b, relationship, accepted, ending } of w.connections) {
    if (a === b) continue;
    const id = newId();
    for (const pair of [`${a},${b}`, `${b},${a}`]) bonds.set(pair, id);
    const [user_lo = '', user_hi = ''] = [idOf(a), idOf(b)].sort();
    await db
      .insertInto('connections')
      .values({
        id,
        user_lo,
        user_hi,
        requester_id: idOf(a),
        relationship,
        status: accepted ? 'accepted' : 'pending',
        ...(accepted && ending
          ? { asked_relationship: relationship === 'family' ? 'friend' : 'family', asked_by: idOf(b) }
          : {}),
      })
      .execute();
  }
  const begun = new Date(Date.now() - 1000);
  for (const { owner, steward, begun: hasBegun } of w.stewards) {
    const connection_id = bonds.get(`${owner},${steward}`);
    if (!connection_id) continue;
    await db
      .insertInto('stewards')
      .values({
        ...{ id: newId(), owner_id: idOf(owner), steward_id: idOf(steward), connection_id, waiting_days: 30 },
        ...{ asked_at: begun, starts_at: begun, started_at: hasBegun ? begun : null },
      })
      .execute();
  }
  for (const { video, to, given } of w.gifts) {
    const owner = w.videos[video]?.owner ?? 0;
    const connection_id = bonds.get(`${owner},${to}`);
    if (!connection_id) continue;
    await db
      .insertInto('video_gifts')
      .values({
        ...{ video_id: ids[video] ?? '', owner_id: idOf(owner), recipient_id: idOf(to), connection_id },
        given_at: given ? begun : null,
      })
      .execute();
  }
  for (const { video, to } of w.shares) {
    const owner = w.videos[video]?.owner ?? 0;
    if (owner === to) continue;
    await db
      .insertInto('shares')
      .values({ video_id: ids[video] ?? '', owner_id: idOf(owner), recipient_id: idOf(to) })
      .execute();
  }
  for (const { video, state, visitor } of w.links) {
    const id = newId();
    const isPermanent = state === 'permanent';
    await db
      .insertInto('short_links')
      .values({
        id,
        video_id: ids[video] ?? '',
        owner_id: idOf(w.videos[video]?.owner ?? 0),
        code_hash: randomBytes(32),
        // a video may have only one link that never expires
        expires_at:
          isPermanent || state === 'expires later' ? new Date(Date.now() + 3600_000) : new Date(Date.now() - 1000),
        revoked_at: state === 'revoked' ? new Date() : null,
        asked_at: new Date(),
      })
      .execute();
    await db
      .insertInto('link_redemptions')
      .values({ link_id: id, user_id: idOf(visitor) })
      .execute();
  }
  return ids;
}

async function get(viewer: number, url: string) {
  return server.app.inject({ url, headers: (people[viewer] as TestPerson).headers });
}

const idsIn = (body: string) => (JSON.parse(body) as { id: string }[]).map((entry) => entry.id).sort();

test('[VID-05][API-07][API-08][API-11] lists, single reads and every byte follow the same rule', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (w) => {
      const ids = await build(w);
      for (let viewer = 0; viewer < PEOPLE; viewer += 1) {
        // People before this one have sent requests.
        const lives = (index: number) => (w.videos[index]?.owner ?? 0) < viewer;
        const may = (index: number) => maySee(w, viewer, index, lives(index));
        const visible = ids.filter((_, index) => may(index));
        for (let owner = 0; owner < PEOPLE; owner += 1) {
          const listed = await get(viewer, `/api/video/user/${idOf(owner)}`);
          const expected = visible.filter((id) => w.videos[ids.indexOf(id)]?.owner === owner);
          expect(idsIn(listed.body), `list of ${owner} for ${viewer}`).toEqual(expected.sort());
          const page = await get(viewer, `/api/search/${idOf(owner)}`);
          const apart = owner !== viewer && isApart(w, owner, viewer);
          expect(page.statusCode, `page of ${owner} for ${viewer}`).toBe(apart ? 404 : 200);
        }
        const given = visible
          .filter((id) => w.videos[ids.indexOf(id)]?.owner !== viewer)
          .filter((id) => w.shares.some(({ video, to }) => ids[video] === id && to === viewer));
        const byLink = visible
          .filter((id) => w.videos[ids.indexOf(id)]?.owner !== viewer && !given.includes(id))
          .filter((id) =>
            w.links.some(
              ({ video, state, visitor }) =>
                ids[video] === id && visitor === viewer && (state === 'permanent' || state === 'expires later'),
            ),
          );
        const listed = (await get(viewer, '/api/video/sharedwithme')).json() as SharedWithMeVideo[];
        const via = (way: string) => listed.filter((one) => one.via === way).map((one) => one.id);
        expect(via('share').sort()).toEqual(given.sort());
        expect(via('link').sort()).toEqual(byLink.sort());
        expect(listed.every((one) => (one.email === null) === (one.via === 'link'))).toBe(true);
        for (const [index, id] of ids.entries()) {
          const isVisible = may(index);
          const isKept = mayKeep(w, viewer, index, lives(index));
          const where = `video ${index} for ${viewer}`;
          expect((await get(viewer, `/api/video/${id}`)).statusCode, where).toBe(isVisible ? 200 : 404);
          expect((await get(viewer, `/api/video/${id}/position`)).statusCode, `position in ${where}`).toBe(
            isVisible ? 200 : 404,
          );
          const captions = await get(viewer, `/media/videos/${id}/captions.vtt`);
          expect(captions.statusCode, `captions of ${where}`).toBe(isVisible ? 200 : 404);
          expect(captions.body.includes(`said in ${id}`), `captions of ${where}`).toBe(isVisible);
          for (const kind of ['playback', 'poster', 'original'] as const) {
            const bytes = await get(viewer, `/media/videos/${id}/${kind}`);
            const allowed = kind === 'original' ? isKept : isVisible;
            expect(bytes.statusCode, `${kind} of ${where}`).toBe(allowed ? 200 : 404);
            expect(bytes.body.includes(storedContent(kind, id)), `${kind} of ${where}`).toBe(allowed);
          }
          for (const [path, content] of [
            ['hls.m3u8', '#EXT-X-STREAM-INF'],
            ['hls/480.m3u8', '#EXT-X-MAP'],
            ['renditions/480.mp4', storedContent('rendition', id)],
            ['preview.vtt', 'WEBVTT'],
            ['preview', storedContent('preview', id)],
            [`growing/${id}/list.m3u8`, '#EXT-X-MAP'],
            [`growing/${id}/1.mp4`, storedContent('fragment 1', id)],
          ] as const) {
            const answer = await get(viewer, `/media/videos/${id}/${path}`);
            expect(answer.statusCode, `${path} of ${where}`).toBe(isVisible ? 200 : 404);
            expect(answer.body.includes(content), `${path} of ${where}`).toBe(isVisible);
          }
        }
      }
    }),
    { numRuns: 10 },
  );
});

test('[VID-05][VID-08] who may see a video agrees with what each person may see', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (w) => {
      const ids = await build(w);
      for (const [index, { owner, permission, status, opens }] of w.videos.entries()) {
        const id = ids[index] ?? '';
        const answer = await get(owner, `/api/video/${id}/audience`);
        const audience = audienceResponse.parse(answer.json());
        expect(audience.opens_at !== null).toBe(opens === 'later');
        // The rules hold as soon as the video is ready and open.
        const shown = { owner, permission, status: 'ready', opens: 'open', rule: 'watch' } as const;
        const ready: World = { ...w, videos: w.videos.with(index, shown) };
        const others = [...people.keys()].filter((viewer) => viewer !== owner);
        const expected = others.filter((viewer) => maySee(ready, viewer, index, true)).map(idOf);
        const found = audience.people.map((one) => one.id);
        if (permission === 'everyone') expect(expected).toEqual(expect.arrayContaining(found));
        else expect(found.sort()).toEqual(expected.sort());
        expect(audience.total).toBe(found.length);

        const { summary } = audience;
        const counted = permission === 'everyone' ? 0 : expected.length;
        expect(summary.connections + summary.others, `video ${index}`).toBe(counted);
        expect(summary.first_name !== null).toBe(summary.others > 0);
        expect(summary.blocked).toBe(w.blocks.filter(({ by, who }) => by === owner && who !== owner).length);
        const active = ({ state }: World['links'][number]) => state === 'permanent' || state === 'expires later';
        expect(summary.link).toBe(w.links.some((link) => link.video === index && active(link)));
        for (let viewer = 0; viewer < PEOPLE; viewer += 1) {
          const seen = await get(viewer, `/api/video/${id}`);
          const expectedStatus =
            viewer === owner || (status === 'ready' && opens !== 'later' && expected.includes(idOf(viewer)))
              ? 200
              : 404;
          expect(seen.statusCode, `video ${index} for ${viewer}`).toBe(expectedStatus);
          if (seen.statusCode !== 200) continue;
          expect(videosResponse.parse(seen.json())[0]?.audience).toEqual(viewer === owner ? summary : null);
        }
        expect((await get((owner + 1) % PEOPLE, `/api/video/${id}/audience`)).statusCode).toBe(404);
        const listed = videosResponse.parse((await get(owner, '/api/video/userVideos')).json());
        expect(listed.find((video) => video.id === id)?.audience).toEqual(summary);
      }
    }),
    { numRuns: 8 },
  );
});

describe('revoked access ends with the next byte', () => {
  /** Requests a range of the playback file and of a rendition; playlists and images follow the same rule. */
  async function nextByte(viewer: TestPerson, videoId: string): Promise<number> {
    const [status = 0, ...others] = await Promise.all(
      ['playback', 'renditions/480.mp4', 'hls.m3u8', 'hls/480.m3u8', 'preview', 'preview.vtt'].map(async (path) => {
        const answer = await server.app.inject({
          url: `/media/videos/${videoId}/${path}`,
          headers: { ...viewer.headers, range: 'bytes=3-5', 'if-none-match': '"x"' },
        });
        return answer.statusCode;
      }),
    );
    expect(others.slice(0, 1), 'a size').toEqual([status]);
    for (const other of others) expect(other < 300, 'everything else').toBe(status < 300);
    return status;
  }

  async function call(caller: TestPerson, method: 'POST' | 'PUT' | 'DELETE' | 'GET', url: string, payload?: object) {
    const answer = await server.app.inject({ method, url, headers: caller.headers, ...(payload ? { payload } : {}) });
    expect(answer.statusCode, `${method} ${url} ${answer.body}`).toBeLessThan(300);
    return answer;
  }

  let owner: TestPerson;
  let viewer: TestPerson;
  let videoId: string;
  beforeAll(async () => {
    owner = await loginAs(server);
    viewer = await loginAs(server);
  });

  async function fresh(permission: Permission): Promise<void> {
    videoId = await storedVideo(server, owner.id, { permission });
    await storedRenditions(server, videoId);
  }

  test('[VID-05][API-19] the permission', async () => {
    await fresh('everyone');
    expect(await nextByte(viewer, videoId)).toBe(206);
    await call(owner, 'PUT', `/api/permission/${videoId}`, { permission: 'invite-only' });
    expect(await nextByte(viewer, videoId)).toBe(404);
  });

  test('[VID-05][API-17][CONN-04] the connection', async () => {
    await fresh('family');
    expect(await nextByte(viewer, videoId)).toBe(404);
    const connectionId = await connect(server, owner, viewer, 'family');
    expect(await nextByte(viewer, videoId)).toBe(206);
    await call(viewer, 'DELETE', `/api/connections/${connectionId}`);
    expect(await nextByte(viewer, videoId)).toBe(404);
  });

  test('[VID-05][API-13] the share, removed by its recipient, by the owner, and with the connection', async () => {
    await fresh('invite-only');
    const connectionId = await connect(server, owner, viewer, 'friend');
    const share = () => call(owner, 'POST', '/api/share', { user_id: [viewer.id], video_id: videoId });
    await share();
    expect(await nextByte(viewer, videoId)).toBe(206);
    await call(viewer, 'DELETE', `/api/video/shared/${videoId}`);
    expect(await nextByte(viewer, videoId)).toBe(404);
    await share();
    expect(await nextByte(viewer, videoId)).toBe(206);
    await call(owner, 'DELETE', `/api/share/${videoId}/${viewer.id}`);
    expect(await nextByte(viewer, videoId)).toBe(404);
    await share();
    expect(await nextByte(viewer, videoId)).toBe(206);
    await call(owner, 'DELETE', `/api/connections/${connectionId}`);
    expect(await nextByte(viewer, videoId)).toBe(404);
  });

  test('[VID-05][SHARE-05] the link, when it is revoked and when it expires', async () => {
    await fresh('invite-only');
    const url = `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${videoId}`;
    for (const end of ['revoked', 'expired'] as const) {
      const expires_at = end === 'expired' ? new Date(Date.now() + 3600_000).toISOString() : undefined;
      const made = await call(owner, 'POST', '/api/link', { url, expires_at });
      const code = made.body.split('/s/')[1];
      expect(await nextByte(viewer, videoId)).toBe(404);
      await call(viewer, 'POST', '/api/link/redeem', { code });
      expect(await nextByte(viewer, videoId)).toBe(206);
      if (end === 'revoked') {
        const [link] = (await call(owner, 'GET', `/api/link?video_id=${videoId}`)).json();
        await call(owner, 'DELETE', `/api/link/${link.id}`);
      } else {
        const expired = { expires_at: new Date() };
        await server.deps.db.updateTable('short_links').set(expired).where('video_id', '=', videoId).execute();
      }
      expect(await nextByte(viewer, videoId)).toBe(404);
    }
  });

  test('[VID-05][API-10] the video', async () => {
    await fresh('everyone');
    expect(await nextByte(viewer, videoId)).toBe(206);
    await call(owner, 'DELETE', `/api/video/${videoId}`);
    expect(await nextByte(viewer, videoId)).toBe(404);
    expect(await nextByte(owner, videoId)).toBe(404);
  });
});
