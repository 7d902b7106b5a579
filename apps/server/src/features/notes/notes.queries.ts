import { MAX_LISTED_HEARTS, type NotesVisibility } from '@kinreel/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { cursorTimestamp } from '../../platform/http/paging.ts';
import { PERSON_COLUMNS } from '../profile/profile.table.ts';
import { isReachable } from '../visibility/blocking.policy.ts';
import { ownedBy, visibleTo } from '../visibility/visibility.policy.ts';

/** A note with its writer; the presenter's input. */
export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number];

const VIDEO_COLUMNS = ['v.id', 'v.owner_id', 'v.notes_visibility'] as const;

/** The video, if the viewer may see it. */
export function findVisible(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .select(VIDEO_COLUMNS)
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** findVisible(), and until the transaction ends the video cannot be deleted or changed. */
export function lockVisible(tx: Tx, videoId: string, viewerId: string) {
  return tx
    .selectFrom('videos as v')
    .select([...VIDEO_COLUMNS, 'v.trim_start_ms'])
    .where('v.id', '=', videoId)
    .where(visibleTo(viewerId))
    .forShare('v')
    .executeTakeFirst();
}

/**
 * Condition on `videos as v`: the viewer sees what this person gave the video. Their own always. That of others if the
 * owner lets them see it, and the person exists for the viewer and for the owner.
 * @param person column with the writer or giver
 */
function isShownTo(viewerId: string, person: 'n.writer_id' | 'h.giver_id'): RawBuilder<boolean> {
  return sql`(${sql.ref(person)} = ${viewerId} or (
    (v.notes_visibility = 'viewers' or ${ownedBy(viewerId)})
    and ${isReachable(person, viewerId)} and ${isReachable(person, sql.ref<string>('v.owner_id'))}))`;
}

/** A page of the notes of a video that the viewer sees, newest first. Does not check whether they see the video. */
export function listNotes(
  db: Db,
  videoId: string,
  viewerId: string,
  after: { at: string; id: string } | null,
  limit: number,
) {
  return db
    .selectFrom('notes as n')
    .innerJoin('videos as v', 'v.id', 'n.video_id')
    .innerJoin('users', 'users.id', 'n.writer_id')
    .select(PERSON_COLUMNS)
    .select(['n.id as note_id', 'n.text', 'n.at_ms', 'n.created_at', 'v.trim_start_ms', 'v.duration_ms'])
    .select(cursorTimestamp('n.created_at').as('cursor_at'))
    .where('n.video_id', '=', videoId)
    .where(isShownTo(viewerId, 'n.writer_id'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(n.created_at, n.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .execute();
}

/** Who gave the video a heart that the viewer sees: the viewer first, then the latest. */
export function listGivers(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('hearts as h')
    .innerJoin('videos as v', 'v.id', 'h.video_id')
    .innerJoin('users', 'users.id', 'h.giver_id')
    .select(PERSON_COLUMNS)
    .where('h.video_id', '=', videoId)
    .where(isShownTo(viewerId, 'h.giver_id'))
    .orderBy(sql`h.giver_id = ${viewerId}`, 'desc')
    .orderBy('h.created_at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(MAX_LISTED_HEARTS)
    .execute();
}

export async function insertNote(
  tx: Tx,
  note: { id: string; video_id: string; writer_id: string; text: string; at_ms: number | null },
): Promise<void> {
  await tx.insertInto('notes').values(note).execute();
}

/** Deletes a note of the person, or of one of their videos. @returns whether there was one */
export async function deleteNote(db: Db, noteId: string, personId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('notes as n')
    .using('videos as v')
    .whereRef('v.id', '=', 'n.video_id')
    .where('n.id', '=', noteId)
    .where((eb) => eb.or([eb('n.writer_id', '=', personId), ownedBy(personId)]))
    .returning('n.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns false if the person has given one before */
export async function insertHeart(tx: Tx, heart: { id: string; video_id: string; giver_id: string }): Promise<boolean> {
  const row = await tx
    .insertInto('hearts')
    .values(heart)
    .onConflict((conflict) => conflict.columns(['video_id', 'giver_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteHeart(db: Db, videoId: string, giverId: string): Promise<void> {
  await db.deleteFrom('hearts').where('video_id', '=', videoId).where('giver_id', '=', giverId).execute();
}

/** @returns whether the video is the person's own */
export async function setVisibility(
  db: Db,
  videoId: string,
  ownerId: string,
  visibility: NotesVisibility,
): Promise<boolean> {
  const row = await db
    .updateTable('videos as v')
    .set({ notes_visibility: visibility })
    .where('v.id', '=', videoId)
    .where(ownedBy(ownerId))
    .returning('v.id')
    .executeTakeFirst();
  return row !== undefined;
}
