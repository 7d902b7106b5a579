import type { CaptionsSource, Cue, DraftFailure } from '@kinreel/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { ownedBy, visibleTo } from '../visibility/visibility.policy.ts';

/** The captions of a person's own video and the state of their draft; the presenter's input. */
export type CaptionsRow = NonNullable<Awaited<ReturnType<typeof findOwnCaptions>>>;

/** Captions as stored. */
export interface StoredCaptions {
  cues: readonly Cue[];
  searchText: string;
  source: CaptionsSource;
  version: string;
}

/** @returns undefined unless the video is this person's own; nulls without captions */
export function findOwnCaptions(db: Db, videoId: string, personId: string) {
  return db
    .selectFrom('videos as v')
    .leftJoin('captions as c', 'c.video_id', 'v.id')
    .leftJoin('caption_drafts as d', 'd.video_id', 'v.id')
    .select([
      'v.trim_start_ms',
      'v.trim_end_ms',
      'c.cues',
      'c.version',
      'c.source',
      'c.updated_at',
      'd.requested_at as draft_requested_at',
      'd.failure_code as draft_code',
      'd.failure_params as draft_params',
    ])
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .executeTakeFirst();
}

/** A person's own video, locked against deletion until the transaction ends; undefined if it is not their own. */
export function lockOwnVideo(tx: Db, videoId: string, personId: string) {
  return tx
    .selectFrom('videos as v')
    .select(['v.id', 'v.status', 'v.trim_start_ms', 'v.trim_end_ms'])
    .where('v.id', '=', videoId)
    .where(ownedBy(personId))
    .forKeyShare()
    .executeTakeFirst();
}

/** Captions that a person has written, if the viewer may see the video. */
export function findVisibleCaptions(db: Db, videoId: string, viewerId: string) {
  return db
    .selectFrom('videos as v')
    .innerJoin('captions as c', 'c.video_id', 'v.id')
    .select(['v.trim_start_ms', 'v.trim_end_ms', 'c.cues', 'c.version'])
    .where('v.id', '=', videoId)
    .where('c.source', '=', 'person')
    .where(visibleTo(viewerId))
    .executeTakeFirst();
}

/** @returns false if the video has captions already */
export async function insertCaptions(tx: Db, videoId: string, captions: StoredCaptions): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('captions')
    .values({ video_id: videoId, ...columns(captions) })
    .onConflict((conflict) => conflict.column('video_id').doNothing())
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** @returns false if `version` is not the current version */
export async function replaceCaptions(
  tx: Db,
  videoId: string,
  version: string,
  captions: StoredCaptions,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('captions')
    .set({ ...columns(captions), updated_at: sql`now()` })
    .where('video_id', '=', videoId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function columns({ cues, searchText, source, version }: StoredCaptions) {
  return { cues: JSON.stringify(cues), search_text: searchText, source, version };
}

/** @returns false if `version` is not the current version */
export async function deleteCaptions(tx: Db, videoId: string, version: string): Promise<boolean> {
  await tx.deleteFrom('captions').where('video_id', '=', videoId).where('version', '=', version).execute();
  return (await findSource(tx, videoId)) === null;
}

/** The source of a video's captions; null without any. */
export async function findSource(db: Db, videoId: string): Promise<CaptionsSource | null> {
  const row = await db.selectFrom('captions').select('source').where('video_id', '=', videoId).executeTakeFirst();
  return row?.source ?? null;
}

/** Saves the request for a draft. @returns false if there already is one */
export async function insertDraftRequest(tx: Db, videoId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('caption_drafts')
    .values({ video_id: videoId, failure_code: null })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ failure_code: null, failure_params: '{}', requested_at: sql`now()` })
        .where('caption_drafts.failure_code', 'is not', null),
    )
    .executeTakeFirst();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Requests a failed draft again, unless it failed because of the video. @returns false, without a change, otherwise */
export async function restartFailedDraft(tx: Tx, videoId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('caption_drafts')
    .set({ failure_code: null, failure_params: '{}', requested_at: sql`now()` })
    .where('video_id', '=', videoId)
    .where('failure_code', '=', 'other')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a failed draft request. */
export async function deleteFailedDraft(tx: Db, videoId: string): Promise<void> {
  await tx.deleteFrom('caption_drafts').where('video_id', '=', videoId).where('failure_code', 'is not', null).execute();
}

/** The input of a requested draft; undefined without a request. */
export function findDraftInput(db: Db, videoId: string) {
  return db
    .selectFrom('caption_drafts as d')
    .innerJoin('videos as v', 'v.id', 'd.video_id')
    .innerJoin('video_files as f', (join) => join.onRef('f.video_id', '=', 'v.id').on('f.kind', '=', 'playback'))
    .select(['f.key', 'v.duration_ms', 'v.trim_start_ms', 'v.trim_end_ms'])
    .where('d.video_id', '=', videoId)
    .where('d.failure_code', 'is', null)
    .where('v.status', '=', 'ready')
    .executeTakeFirst();
}

/** The captions of a video; null without any. */
export async function findCues(db: Db, videoId: string): Promise<Cue[] | null> {
  const row = await db.selectFrom('captions').select('cues').where('video_id', '=', videoId).executeTakeFirst();
  return row?.cues ?? null;
}

/** Deletes the request for a draft. */
export async function deleteDraftRequest(tx: Tx, videoId: string): Promise<void> {
  await tx.deleteFrom('caption_drafts').where('video_id', '=', videoId).execute();
}

/** Changes the version, so that earlier reads of the captions become stale. */
export async function renewVersion(tx: Tx, videoId: string): Promise<void> {
  const version = sql<string>`gen_random_uuid()`;
  await tx.updateTable('captions').set({ version }).where('video_id', '=', videoId).execute();
}

/** Saves why the draft failed, if it is still requested. */
export async function failDraft(db: Db, videoId: string, code: DraftFailure): Promise<void> {
  await db
    .updateTable('caption_drafts')
    .set({ failure_code: code })
    .where('video_id', '=', videoId)
    .where('failure_code', 'is', null)
    .execute();
}

/** Inserts or replaces a draft, if it is still requested. Captions that a person has written are kept. */
export async function publishDraft(tx: Db, videoId: string, captions: StoredCaptions): Promise<void> {
  const requested = await tx
    .deleteFrom('caption_drafts')
    .where('video_id', '=', videoId)
    .where('failure_code', 'is', null)
    .returning('video_id')
    .executeTakeFirst();
  if (!requested) return;
  await tx
    .insertInto('captions')
    .values({ video_id: videoId, ...columns(captions) })
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet({ ...columns(captions), updated_at: sql`now()` })
        .where('captions.source', '=', 'draft'),
    )
    .execute();
}

/**
 * The newest of a person's own videos whose captions contain all the words, each with the caption that has most of
 * them.
 * @param words of a searchKey(), at least one
 */
export function findSpoken(db: Db, personId: string, words: readonly string[], limit: number) {
  // The searched text has one line per caption, see toStored(). Trimmed captions are not found.
  const line = sql<{ place: number }>`(
    with said as (
      select line, place from unnest(string_to_array(c.search_text, E'\n')) with ordinality as lines (line, place)
      where v.trim_start_ms is null
        or ((c.cues -> (place - 1)::int ->> 'start')::double precision * 1000 < v.trim_end_ms
          and (c.cues -> (place - 1)::int ->> 'end')::double precision * 1000 > v.trim_start_ms))
    select place from said
    where v.trim_start_ms is null or not exists (
      select from unnest(${words}::text[]) word
      where not exists (select from said other where position(word in other.line) > 0))
    order by (select count(*) from unnest(${words}::text[]) word where position(word in line) > 0) desc, place
    limit 1)`;
  return db
    .selectFrom('videos as v')
    .innerJoin('captions as c', 'c.video_id', 'v.id')
    .innerJoinLateral(line.as('best'), (join) => join.onTrue())
    .select([
      'v.id as video_id',
      'v.trim_start_ms',
      'v.trim_end_ms',
      sql<Cue>`c.cues -> (best.place - 1)::int`.as('cue'),
    ])
    .where(ownedBy(personId))
    .where((eb) => eb.and(words.map((word) => eb('c.search_text', 'like', `%${word.replace(/[\\%_]/g, '\\$&')}%`))))
    .orderBy('v.created_at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(limit)
    .execute();
}
