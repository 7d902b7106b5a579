import { randomBytes } from 'node:crypto';
import {
  type AccessReason,
  audienceResponse,
  PERMISSIONS,
  type Permission,
  RELATIONSHIPS,
  type Relationship,
  type SharedWithMeVideo,
  STEWARD_RULES,
  type StewardRule,
  VIDEO_STATUSES,
  type VideoStatus,
  videosResponse,
} from '@kinreel/contracts';
import type { Arbitrary } from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import fc from '../../testing/property.ts';
import {
  storedContent,
  storedFragments,
  storedRenditions,
  storedVideo,
  storedVideoRow,
} from '../../testing/stored-video.ts';
import { accessesOf, audienceSummaryFor } from './audience.policy.ts';
import { isBlocked, isLeaving, isMutuallyHidden, isMutuallyHiddenFromOne } from './blocking.policy.ts';
import {
  isLookingAfter,
  keptAmongVisible,
  keptBy,
  stewardedBy,
  visibleTo,
  visibleVideosOf,
} from './visibility.policy.ts';

/** Compares the server with a second implementation of the rules of VID-05, in memory instead of SQL. */
let server: TestServer;
let people: TestPerson[];
const PEOPLE = 4;

beforeAll(async () => {
  server = await startTestServer();
  people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => loginAs(server, { firstName: nameOf(n) })));
});
afterAll(() => server?.stop());

const nameOf = (person: number) => `Ada ${String.fromCharCode(65 + person)}`;

const person = fc.nat(PEOPLE - 1);
const LINK_STATES = ['permanent', 'expires later', 'expired', 'revoked'] as const;

interface World {
  videos: {
    owner: number;
    permission: Permission;
    status: VideoStatus;
    opens: 'open' | 'later' | 'opened';
    rule: StewardRule;
    trimmed: boolean;
    /** Hour in which it was created. Several can have the same. */
    at: number;
  }[];
  /** Here and below, `at` is the hour from which it gives access. */
  connections: {
    a: number;
    b: number;
    relationship: Relationship;
    accepted: boolean;
    ending: boolean;
    at: number;
  }[];
  blocks: { by: number; who: number }[];
  shares: { video: number; to: number; at: number }[];
  links: { video: number; state: (typeof LINK_STATES)[number]; visitor: number; at: number }[];
  /** Only for people with a connection. */
  stewards: { owner: number; steward: number; begun: boolean; at: number }[];
  gifts: { video: number; to: number; given: boolean; at: number }[];
  /** People whose accounts will be deleted; they cannot send requests. */
  leaving: number[];
}

const VIDEOS = 6;
const hour = fc.nat(3);
const often = fc.constantFrom(true, true, true, false);
const video = fc.nat(VIDEOS - 1);
const world: Arbitrary<World> = fc.record({
  videos: fc.array(
    fc.record({
      owner: person,
      permission: fc.constantFrom(...PERMISSIONS),
      opens: fc.oneof({ weight: 4, arbitrary: fc.constant('open' as const) }, fc.constantFrom('later', 'opened')),
      rule: fc.constantFrom('watch', 'give', ...STEWARD_RULES),
      status: fc.oneof({ weight: 4, arbitrary: fc.constant('ready' as const) }, fc.constantFrom(...VIDEO_STATUSES)),
      trimmed: fc.boolean(),
      at: hour,
    }),
    { minLength: VIDEOS, maxLength: VIDEOS },
  ),
  connections: fc.uniqueArray(
    fc.record({
      a: person,
      b: person,
      relationship: fc.constantFrom(...RELATIONSHIPS),
      accepted: often,
      // One of the two has requested the other relationship.
      ending: fc.boolean(),
      at: hour,
    }),
    { selector: ({ a, b }) => [a, b].sort().join(), minLength: 2, maxLength: 6 },
  ),
  // Inserted without the other effects of a block: the rule must not rely on them.
  blocks: fc.uniqueArray(fc.record({ by: person, who: person }), {
    selector: ({ by, who }) => `${by},${who}`,
    maxLength: 2,
  }),
  shares: fc.uniqueArray(fc.record({ video, to: person, at: hour }), {
    selector: ({ video, to }) => `${video},${to}`,
    maxLength: 6,
  }),
  links: fc.array(fc.record({ video, state: fc.constantFrom(...LINK_STATES), visitor: person, at: hour }), {
    maxLength: 6,
  }),
  stewards: fc.uniqueArray(fc.record({ owner: person, steward: person, begun: often, at: hour }), {
    selector: ({ owner, steward }) => `${owner},${steward}`,
    minLength: 2,
    maxLength: 6,
  }),
  gifts: fc.uniqueArray(fc.record({ video, to: person, given: often, at: hour }), {
    selector: ({ video, to }) => `${video},${to}`,
    minLength: 2,
    maxLength: 6,
  }),
  leaving: fc.constant([]),
});
/** A world with people who may be leaving. */
const worldOfRules = fc
  .record({ w: world, leaving: fc.subarray([...Array(PEOPLE).keys()], { maxLength: 1 }) })
  .map(({ w, leaving }): World => ({ ...w, leaving }));

/** Whether one of the two has blocked the other. */
function modelBlocked(w: World, one: number, other: number): boolean {
  return w.blocks.some(({ by, who }) => by !== who && ((by === one && who === other) || (by === other && who === one)));
}

/** Whether the two are not visible to each other. */
function modelHidden(w: World, one: number, other: number): boolean {
  return modelBlocked(w, one, other) || w.leaving.includes(one) || w.leaving.includes(other);
}

/** Whether there is a connection, or a request for one. */
function isBond(w: World, one: number, other: number): boolean {
  return one !== other && w.connections.some(({ a, b }) => (a === one && b === other) || (a === other && b === one));
}

const isActive = ({ state }: World['links'][number]) => state === 'permanent' || state === 'expires later';

/** Why a person other than the owner is let in to a video when it is ready and open, and the latest hour since when. */
function modelReasons(w: World, viewer: number, index: number): Map<AccessReason, number> {
  const reasons = new Map<AccessReason, number>();
  const add = (reason: AccessReason, at: number) => reasons.set(reason, Math.max(at, reasons.get(reason) ?? 0));
  const video = w.videos[index];
  if (!video || video.owner === viewer || modelHidden(w, viewer, video.owner)) return reasons;
  const { owner, permission, rule } = video;
  for (const { a, b, relationship, accepted, ending, at } of w.connections) {
    const isBetween = (a === viewer && b === owner) || (a === owner && b === viewer);
    const isSame = relationship === permission && !(ending && relationship === 'family');
    if (isBetween && accepted && isSame) add(relationship, at);
  }
  for (const { video: about, to, at } of w.shares) if (about === index && to === viewer) add('share', at);
  for (const link of w.links)
    if (link.video === index && link.visitor === viewer && isActive(link)) add('link', link.at);
  if (!isBond(w, owner, viewer)) return reasons;
  for (const one of w.stewards) {
    const isSteward = one.begun && one.owner === owner && one.steward === viewer;
    if (isSteward && (rule === 'watch' || rule === 'give')) add('steward', one.at);
  }
  for (const { video: about, to, given, at } of w.gifts) {
    if (about === index && to === viewer && given && rule === 'give') add('given', at);
  }
  return reasons;
}

/** People who are not let in by the permission but by another rule, newest first. */
function modelOthers(w: World, index: number): number[] {
  const permission = w.videos[index]?.permission;
  if (permission === 'everyone') return [];
  const keyOf = (viewer: number) => {
    const reasons = modelReasons(w, viewer, index);
    return reasons.size > 0 && !reasons.has(permission as AccessReason)
      ? `${timeOf(Math.max(...reasons.values())).toISOString()} ${idOf(viewer)}`
      : '';
  };
  return [...people.keys()].filter(keyOf).sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}

/** Whether the video is visible to other people who are let in. */
function modelShown(w: World, viewer: number, { owner, opens, status }: World['videos'][number]): boolean {
  return opens !== 'later' && status === 'ready' && !modelHidden(w, viewer, owner);
}

/** Whether a person sees a video as a steward of its owner. @param lives as below */
function modelStewarded(w: World, viewer: number, index: number, lives: boolean): boolean {
  const video = w.videos[index];
  return !lives && !!video && modelShown(w, viewer, video) && modelReasons(w, viewer, index).has('steward');
}

/**
 * VID-07, decision 0035: the original is for the owner, and for stewards unless it was trimmed.
 * @param lives as below
 */
function mayKeep(w: World, viewer: number, index: number, lives: boolean): boolean {
  const video = w.videos[index];
  return video?.owner === viewer || (modelStewarded(w, viewer, index, lives) && !video?.trimmed);
}

/**
 * VID-05. Stewards see what the owner allows, and others what stewards gave them, until the owner's sign of life.
 * @param lives whether the owner of the video has sent a request
 */
function maySee(w: World, viewer: number, index: number, lives: boolean): boolean {
  const video = w.videos[index];
  if (!video) return false;
  if (video.owner === viewer) return true;
  if (!modelShown(w, viewer, video)) return false;
  const reasons = [...modelReasons(w, viewer, index).keys()];
  const holds = (reason: AccessReason) => !(lives && (reason === 'steward' || reason === 'given'));
  return video.permission === 'everyone' || reasons.some(holds);
}

const idOf = (index: number) => (people[index] as TestPerson).id;

const timeOf = (at: number) => new Date(Date.UTC(2020, 0, 1, at));

/** Inserts a world into the database. @returns ids of the videos */
async function build(w: World, { withFiles = true } = {}): Promise<string[]> {
  const { db } = server.deps;
  for (const table of ['videos', 'connections', 'blocks'] as const) await db.deleteFrom(table).execute();
  const leaves = sql<Date | null>`case when id = any(${w.leaving.map(idOf)}::uuid[]) then now() end`;
  await db.updateTable('users').set({ delete_at: leaves, deletion_asked_at: leaves }).execute();
  for (const { by, who } of w.blocks) {
    if (by === who) continue;
    await db
      .insertInto('blocks')
      .values({ blocker_id: idOf(by), blocked_id: idOf(who) })
      .execute();
  }
  const ids: string[] = [];
  for (const { owner, permission, status, opens, rule, trimmed, at } of w.videos) {
    const options = { permission, status, createdAt: timeOf(at) };
    const id = withFiles
      ? await storedVideo(server, idOf(owner), options)
      : await storedVideoRow(server, idOf(owner), options);
    const opens_at = new Date(Date.now() + (opens === 'later' ? 3600_000 : -1000));
    await db
      .updateTable('videos')
      .set({
        steward_rule: rule,
        opens_at: opens === 'open' ? null : opens_at,
        ...(trimmed && { trim_start_ms: 0, trim_end_ms: 1500, whole_ms: 2000 }),
      })
      .where('id', '=', id)
      .execute();
    ids.push(id);
    if (!withFiles) continue;
    await storedRenditions(server, id);
    await storedFragments(server, id, { ended: status === 'ready' });
    const cues = JSON.stringify([{ start: 0, end: 1, text: `said in ${id}` }]);
    await db
      .insertInto('captions')
      .values({ video_id: id, cues, search_text: '', source: 'person', version: newId() })
      .execute();
  }
  const bonds = new Map<string, string>();
  for (const { a, b, relationship, accepted, ending, at } of w.connections) {
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
        created_at: timeOf(0),
        accepted_at: accepted ? timeOf(at) : null,
        ...(accepted && ending
          ? { asked_relationship: relationship === 'family' ? 'friend' : 'family', asked_by: idOf(b) }
          : {}),
      })
      .execute();
  }
  for (const { owner, steward, begun, at } of w.stewards) {
    const connection_id = bonds.get(`${owner},${steward}`);
    if (!connection_id) continue;
    await db
      .insertInto('stewards')
      .values({
        id: newId(),
        owner_id: idOf(owner),
        steward_id: idOf(steward),
        connection_id,
        waiting_days: 30,
        asked_at: timeOf(0),
        starts_at: timeOf(0),
        started_at: begun ? timeOf(at) : null,
      })
      .execute();
  }
  for (const { video, to, given, at } of w.gifts) {
    const owner = w.videos[video]?.owner ?? 0;
    const connection_id = bonds.get(`${owner},${to}`);
    if (!connection_id) continue;
    await db
      .insertInto('video_gifts')
      .values({
        video_id: ids[video] ?? '',
        owner_id: idOf(owner),
        recipient_id: idOf(to),
        connection_id,
        given_at: given ? timeOf(at) : null,
      })
      .execute();
  }
  for (const { video, to, at } of w.shares) {
    const owner = w.videos[video]?.owner ?? 0;
    if (owner === to) continue;
    await db
      .insertInto('shares')
      .values({ video_id: ids[video] ?? '', owner_id: idOf(owner), recipient_id: idOf(to), created_at: timeOf(at) })
      .execute();
  }
  for (const { video, state, visitor, at } of w.links) {
    const id = newId();
    await db
      .insertInto('short_links')
      .values({
        id,
        video_id: ids[video] ?? '',
        owner_id: idOf(w.videos[video]?.owner ?? 0),
        code_hash: randomBytes(32),
        // a video can have only one link without expiry
        expires_at: new Date(Date.now() + (state === 'expired' ? -1000 : 3600_000)),
        revoked_at: state === 'revoked' ? new Date() : null,
        asked_at: new Date(),
      })
      .execute();
    await db
      .insertInto('link_redemptions')
      .values({ link_id: id, user_id: idOf(visitor), last_visit_at: timeOf(at) })
      .execute();
  }
  return ids;
}

async function get(viewer: number, url: string) {
  return server.app.inject({ url, headers: (people[viewer] as TestPerson).headers });
}

const idsIn = (body: string) => (JSON.parse(body) as { id: string }[]).map((entry) => entry.id).sort();

/** Sorts newest first, as in every list. @returns the indexes of the videos */
function newestFirst(w: World, ids: readonly string[]): number[] {
  const keyOf = (index: number) => `${w.videos[index]?.at} ${ids[index]}`;
  return [...w.videos.keys()].sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1));
}

test('[VID-05][VID-08] each condition and query of the policies agrees with the model, also for people who are leaving', {
  timeout: 240_000,
}, async () => {
  const { db } = server.deps;
  const everyone = [...people.keys()];
  const page = fc.record({
    viewers: fc.array(person, { minLength: PEOPLE, maxLength: PEOPLE }),
    limit: fc.nat(2),
    except: video,
  });
  await fc.assert(
    fc.asyncProperty(worldOfRules, page, async (w, { viewers, limit, except }) => {
      const ids = await build(w, { withFiles: false });
      const indexOf = (id: string) => people.findIndex((one) => one.id === id);
      const [one, other] = [sql.ref<string>('one.id'), sql.ref<string>('other.id')];

      const between = await sql<Record<string, unknown>>`
        select one.id as one, other.id as other, ${isBlocked(one, other)} as blocked, ${isLeaving(one)} as leaving,
          ${isMutuallyHidden(one, other)} as hidden, ${isMutuallyHiddenFromOne(one, other)} as hidden_from_one
        from users one cross join users other`.execute(db);
      expect(between.rows).toHaveLength(PEOPLE ** 2);
      for (const { one: oneId, other: otherId, ...found } of between.rows) {
        const pair = [indexOf(String(oneId)), indexOf(String(otherId))] as const;
        const hidden = modelHidden(w, ...pair);
        const leaving = w.leaving.includes(pair[0]);
        const expected = { blocked: modelBlocked(w, ...pair), leaving, hidden, hidden_from_one: hidden };
        expect(found, `people ${pair}`).toEqual(expected);
      }

      const asked = await sql<Record<string, unknown>>`
        select v.id as video, one.id as viewer, ${visibleTo(one)} as visible, ${stewardedBy(one)} as stewarded,
          ${keptBy(one)} as kept, ${visibleTo(one)} and ${keptAmongVisible(one)} as kept_among_visible,
          ${audienceSummaryFor(one)} -> 'others' as others, ${audienceSummaryFor(one, 0)} -> 'others' as any_other,
          ${audienceSummaryFor(one, 0)} ->> 'first_name' as newest_other
        from videos v cross join users one`.execute(db);
      expect(asked.rows).toHaveLength(PEOPLE * VIDEOS);
      for (const { video: id, viewer: viewerId, ...found } of asked.rows) {
        const [index, viewer] = [ids.indexOf(String(id)), indexOf(String(viewerId))];
        const kept = mayKeep(w, viewer, index, false);
        const isOwn = w.videos[index]?.owner === viewer;
        const others = isOwn ? modelOthers(w, index) : [];
        const [first] = others;
        expect(found, `video ${index} for ${viewer}`).toEqual({
          visible: maySee(w, viewer, index, false),
          stewarded: modelStewarded(w, viewer, index, false),
          kept,
          kept_among_visible: kept,
          others: isOwn ? others.length : null,
          any_other: isOwn ? Math.min(others.length, 1) : null,
          newest_other: first === undefined ? null : nameOf(first),
        });
      }

      const accesses = await sql<{ id: string; viewer_id: string; reason: AccessReason; since: Date }>`
        select v.id, access.* from videos v cross join lateral ${accessesOf(sql.ref('v.owner_id'))} access`.execute(db);
      const told = (index: number, viewer: number, reason: string, since: Date) =>
        `${index} for ${viewer}: ${reason} since ${since?.toISOString()}`;
      const expected = ids.flatMap((_, index) =>
        everyone.flatMap((viewer) =>
          [...modelReasons(w, viewer, index)].map(([reason, at]) => told(index, viewer, reason, timeOf(at))),
        ),
      );
      const found = accesses.rows.map((row) =>
        told(ids.indexOf(row.id), indexOf(row.viewer_id), row.reason, row.since),
      );
      expect(found.sort()).toEqual(expected.sort());

      const lookingAfter = await sql<{ owner: string; steward: string }>`
        select st.owner_id as owner, st.steward_id as steward from stewards as st where ${isLookingAfter}`.execute(db);
      const pairs = w.stewards.filter(
        ({ owner, steward, begun }) => begun && isBond(w, owner, steward) && !modelHidden(w, owner, steward),
      );
      expect(lookingAfter.rows.map((row) => `${indexOf(row.owner)} ${indexOf(row.steward)}`).sort()).toEqual(
        pairs.map(({ owner, steward }) => `${owner} ${steward}`).sort(),
      );

      for (const [owner, viewer] of viewers.entries()) {
        const listed: number[] = [];
        for (let last: number | undefined; ; last = listed.at(-1)) {
          const { rows } = await sql<{ id: string }>`${visibleVideosOf(
            sql`${idOf(owner)}::uuid`,
            viewer === owner ? null : sql`${idOf(viewer)}::uuid`,
            {
              after: last === undefined ? null : { at: sql`${timeOf(w.videos[last]?.at ?? 0)}`, id: sql`${ids[last]}` },
              except: except < 3 ? sql`${ids[except]}` : null,
              limit: limit + 1,
            },
          )}`.execute(db);
          listed.push(...rows.map(({ id }) => ids.indexOf(id)));
          if (rows.length < limit + 1 || listed.length > VIDEOS) break;
        }
        const isListed = (index: number) =>
          w.videos[index]?.owner === owner && maySee(w, viewer, index, false) && (index !== except || except >= 3);
        expect(listed, `videos of ${owner} for ${viewer}`).toEqual(newestFirst(w, ids).filter(isListed));
      }
    }),
    { numRuns: 30 },
  );
});

test('[VID-05][API-07][API-08][API-11] lists, single reads and media requests agree with the model', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (w) => {
      const ids = await build(w);
      for (let viewer = 0; viewer < PEOPLE; viewer += 1) {
        // People with lower indexes have sent requests before.
        const lives = (index: number) => (w.videos[index]?.owner ?? 0) < viewer;
        const may = (index: number) => maySee(w, viewer, index, lives(index));
        const visible = ids.filter((_, index) => may(index));
        for (let owner = 0; owner < PEOPLE; owner += 1) {
          const listed = await get(viewer, `/api/video/user/${idOf(owner)}`);
          const expected = visible.filter((id) => w.videos[ids.indexOf(id)]?.owner === owner);
          expect(idsIn(listed.body), `list of ${owner} for ${viewer}`).toEqual(expected.sort());
          const page = await get(viewer, `/api/search/${idOf(owner)}`);
          expect(page.statusCode, `page of ${owner} for ${viewer}`).toBe(modelHidden(w, owner, viewer) ? 404 : 200);
        }
        const given = visible
          .filter((id) => w.videos[ids.indexOf(id)]?.owner !== viewer)
          .filter((id) => w.shares.some(({ video, to }) => ids[video] === id && to === viewer));
        const byLink = visible
          .filter((id) => w.videos[ids.indexOf(id)]?.owner !== viewer && !given.includes(id))
          .filter((id) => w.links.some((link) => ids[link.video] === id && link.visitor === viewer && isActive(link)));
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

test('[VID-05][VID-08] the audience of a video agrees with what each person may see', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (w) => {
      const ids = await build(w);
      for (const [index, video] of w.videos.entries()) {
        const { owner, permission, status, opens } = video;
        const id = ids[index] ?? '';
        const answer = await get(owner, `/api/video/${id}/audience`);
        const audience = audienceResponse.parse(answer.json());
        expect(audience.opens_at !== null).toBe(opens === 'later');
        // The audience is that of a ready and open video.
        const shown = { ...video, status: 'ready', opens: 'open' } as const;
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
        expect(summary.link).toBe(w.links.some((link) => link.video === index && isActive(link)));
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

describe('revoking access takes effect with the next byte', () => {
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
