import type { SharedWithMeVideo, User, Video } from '@kinreel/contracts';
import { repeatable } from '../support/measure.ts';
import type { Row } from '../support/row.ts';
import { CALLER, SHARED_WITH_ME, VIDEOS_OF_PERSON } from '../support/statements.ts';
import type { World } from '../support/world.ts';
import { type Call, manyAtOnce, oneAtATime } from './calls.ts';

const random = repeatable(2);

/** @throws Error unless the response has the same rows as the limit, in the same order */
function sameIds(ids: readonly string[], rows: readonly Record<string, unknown>[]): void {
  const expected = rows.map(({ id }) => id).slice(0, 50);
  if (ids.length === 0 || ids.join() !== expected.join()) {
    throw new Error(`The response has other rows than the limit: ${ids.join()} instead of ${expected.join()}`);
  }
}

const videosOf: Call = {
  next({ owners, viewer }) {
    const owner = owners[Math.floor(random() * owners.length)] ?? '';
    return { path: `/api/video/user/${owner}`, values: [viewer.user.id, owner] };
  },
  statement: VIDEOS_OF_PERSON,
  limit: 'the same rows by one statement',
  check: (body, rows) =>
    sameIds(
      (body as Video[]).map(({ id }) => id),
      rows,
    ),
};

const sharedWithMe: Call = {
  next: ({ viewer }) => ({ path: '/api/video/sharedwithme', values: [viewer.user.id] }),
  statement: SHARED_WITH_ME,
  limit: 'the same rows by one statement',
  check: (body, rows) =>
    sameIds(
      (body as SharedWithMeVideo[]).map(({ id }) => id),
      rows,
    ),
};

const ownProfile: Call = {
  next({ viewer }) {
    const claims = JSON.parse(Buffer.from(viewer.token.split('.')[1] ?? '', 'base64url').toString());
    return { path: '/api/user', values: ['kinreel', claims.sub] };
  },
  statement: CALLER,
  limit: 'the row by one statement',
  check: (body, rows) => sameIds([(body as User).id], rows),
};

/** The path of the plainest list. */
export const nextVideosOf = (world: World) => ({ path: videosOf.next(world).path });

export const lists: Row[] = [
  oneAtATime("a person's videos", videosOf, { ratio: 3 }),
  manyAtOnce("a person's videos", videosOf, { ratio: 0.35 }),
  oneAtATime('the logged-in person', ownProfile, { ratio: 3 }),
  manyAtOnce('the logged-in person', ownProfile, { ratio: 0.4 }),
  oneAtATime('shared with me, a page of 200 shares', sharedWithMe, { ratio: 3 }),
  manyAtOnce('shared with me, a page of 200 shares', sharedWithMe, null),
];
