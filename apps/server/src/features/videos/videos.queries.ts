import type { Permission } from '@kinreel/contracts';
import { sql } from 'kysely';
import { builtQuery } from '../../platform/db/built-query.ts';
import type { Db } from '../../platform/db/database.ts';
import { isBlocked } from '../visibility/blocking.policy.ts';
import { isOpen, ownedBy, visibleTo, visibleVideosOf } from '../visibility/visibility.policy.ts';
import { selectVideos, type VideoRow } from './videos.table.ts';

/** Videos among `ids` that the viewer may see, unordered. @param withAudience false if none is the viewer's own */
export function findVisibleVideos(
  db: Db,
  viewerId: string,
  ids: readonly string[],
  withAudience = true,
): Promise<VideoRow[]> {
  return selectVisible(db, { viewerId, ids, withAudience });
}

const selectVisible = builtQuery<
  { viewerId: string; ids: readonly string[]; withAudience: boolean },
  { withAudience: boolean },
  VideoRow
>({
  shape: ({ withAudience }) => ({ withAudience }),
  build(db, { withAudience }, given) {
    const viewer = sql<string>`${given(({ viewerId }) => viewerId)}::uuid`;
    return selectVideos(db, viewer, withAudience)
      .where('v.id', '=', sql<string>`any(${given(({ ids }) => ids)}::uuid[])`)
      .where(visibleTo(viewer))
      .compile();
  },
});

/** The owner's videos that the viewer may see, newest first. */
export function listVisibleVideos(db: Db, ownerId: string, viewerId: string, window: PageWindow): Promise<VideoRow[]> {
  return selectList(db, { ownerId, viewerId, ...window });
}

type List = PageWindow & { ownerId: string; viewerId: string };
type ListShape = { isOwn: boolean; goesOn: boolean; hasException: boolean; limit: number };

const selectList = builtQuery<List, ListShape, VideoRow>({
  shape: ({ ownerId, viewerId, after, except, limit }) => ({
    isOwn: ownerId === viewerId,
    goesOn: after !== null,
    hasException: except !== null,
    limit,
  }),
  build(db, { isOwn, goesOn, hasException, limit }, given) {
    const owner = sql<string>`${given(({ ownerId }) => ownerId)}::uuid`;
    const viewer = isOwn ? owner : sql<string>`${given(({ viewerId }) => viewerId)}::uuid`;
    const listed = visibleVideosOf(owner, isOwn ? null : viewer, {
      after: goesOn ? { at: given(({ after }) => after?.at), id: given(({ after }) => after?.id) } : null,
      except: hasException ? given(({ except }) => except) : null,
      limit,
    });
    const videos = selectVideos(db, viewer, isOwn);
    if (isOwn) {
      // The limit forces a look-up per video; with the audience counts, the planner would pick a sequential scan of all
      // videos.
      const video = videos.where('v.id', '=', sql.ref<string>('listed.id')).limit(sql.lit(1));
      return sql<VideoRow>`
        select video.* from ${listed} listed cross join lateral ${video} video
        order by video.created_at desc, video.id desc`.compile(db);
    }
    return (
      videos
        // As an array: with more than eight joins, PostgreSQL would execute this one last, after reading all videos.
        .where('v.id', '=', sql<string>`any(array(select id from ${listed} listed))`)
        .orderBy('v.created_at', 'desc')
        .orderBy('v.id', 'desc')
        .compile()
    );
  },
});

/** A page of a list: at most `limit` videos after `after`, without `except`. */
export interface PageWindow {
  after: { at: string; id: string } | null;
  except: string | null;
  limit: number;
}

/** Permission of a person's own video. */
export function findPermission(db: Db, videoId: string, personId: string) {
  return db
    .selectFrom('videos as v')
    .select(['v.id', 'v.permission'])
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .executeTakeFirst();
}

/** @returns undefined unless the video is the person's own */
export function updatePermission(db: Db, videoId: string, personId: string, permission: Permission) {
  return db
    .updateTable('videos as v')
    .set({ permission })
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .returning(['v.id', 'v.permission'])
    .executeTakeFirst();
}

/**
 * Also deletes shares, links and rows of files, by foreign keys.
 * @returns the video's id; null unless it is the person's own
 */
export async function deleteOwnVideo(db: Db, videoId: string, personId: string): Promise<string | null> {
  const row = await db
    .deleteFrom('videos as v')
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .returning('v.id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The ids of all videos of a person. */
export async function listVideoIds(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db.selectFrom('videos as v').select('v.id').where(ownedBy(ownerId)).orderBy('v.id').execute();
  return rows.map(({ id }) => id);
}

/** Recipients of a ready and open video, without people who are mutually hidden with its owner, and its prompt. */
export function listRecipients(db: Db, videoId: string) {
  return db
    .selectFrom('shares')
    .innerJoin('videos', 'videos.id', 'shares.video_id')
    .select(['shares.recipient_id', 'videos.prompt_id'])
    .where('shares.video_id', '=', videoId)
    .where('videos.status', '=', 'ready')
    .where(isOpen('videos'))
    .where(sql<boolean>`not ${isBlocked(sql.ref('shares.owner_id'), sql.ref('shares.recipient_id'))}`)
    .execute();
}

export async function videoExists(db: Db, videoId: string): Promise<boolean> {
  return (await db.selectFrom('videos').select('id').where('id', '=', videoId).executeTakeFirst()) !== undefined;
}
