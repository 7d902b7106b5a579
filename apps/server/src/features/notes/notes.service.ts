import type { Note, NoteRequest, NotesResponse, NotesVisibility, PageQuery } from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { decodeTimeCursor, type Page, toPage } from '../../platform/http/paging.ts';
import { newId } from '../../platform/ids.ts';
import { notify } from '../notifications/notifications.service.ts';
import { presentPerson } from '../profile/profile.presenter.ts';
import { presentNote } from './notes.presenter.ts';
import {
  deleteHeart,
  deleteNote,
  findVisible,
  insertHeart,
  insertNote,
  listGivers,
  listNotes,
  lockVisible,
  setVisibility,
} from './notes.queries.ts';

/**
 * The hearts of a video, and a page of its notes, newest first. None if its owner shows them to nobody.
 * @throws DomainError video.missing if the viewer may not see the video
 */
export async function readNotes(
  db: Db,
  videoId: string,
  viewerId: string,
  query: PageQuery,
): Promise<Pick<Page<Note>, 'next'> & { response: NotesResponse }> {
  const after = decodeTimeCursor(query.cursor);
  const video = await findVisible(db, videoId, viewerId);
  if (!video) throw new DomainError('video.missing');
  const visibility = video.notes_visibility;
  if (visibility === 'nobody') return { response: { visibility, hearts: [], notes: [] }, next: null };
  const rows = await listNotes(db, videoId, viewerId, after, query.limit + 1);
  const page = toPage(rows, query.limit, (row) => [row.cursor_at, row.note_id]);
  const hearts = (await listGivers(db, videoId, viewerId)).map(presentPerson);
  return { response: { visibility, hearts, notes: page.rows.map(presentNote) }, next: page.next };
}

/**
 * Writes a note, and notifies the owner of the video.
 * @throws DomainError video.missing if the writer may not see the video, notes.off
 */
export async function writeNote(
  deps: Pick<Deps, 'db' | 'jobs'>,
  videoId: string,
  writerId: string,
  { text, at = null }: NoteRequest,
): Promise<{ id: string }> {
  return deps.db.transaction().execute(async (tx) => {
    const video = await requireOpen(tx, videoId, writerId);
    const id = newId();
    const at_ms = at === null ? null : Math.round(at * 1000) + (video.trim_start_ms ?? 0);
    await insertNote(tx, { id, video_id: videoId, writer_id: writerId, text, at_ms });
    if (video.owner_id !== writerId) {
      await notify(deps, tx, { kind: 'note', userId: video.owner_id, actorId: writerId, videoId, noteId: id });
    }
    return { id };
  });
}

/** @throws DomainError note.missing unless the person wrote it, or it is about their video */
export async function removeNote(db: Db, noteId: string, personId: string): Promise<void> {
  if (!(await deleteNote(db, noteId, personId))) throw new DomainError('note.missing');
}

/**
 * Gives the video a heart, and notifies its owner. Repeating it has no effect.
 * @throws DomainError video.missing if the giver may not see the video, notes.off
 */
export async function giveHeart(deps: Pick<Deps, 'db' | 'jobs'>, videoId: string, giverId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { owner_id: ownerId } = await requireOpen(tx, videoId, giverId);
    const id = newId();
    const isNew = await insertHeart(tx, { id, video_id: videoId, giver_id: giverId });
    if (isNew && ownerId !== giverId) {
      await notify(deps, tx, { kind: 'heart', userId: ownerId, actorId: giverId, videoId, heartId: id });
    }
  });
}

/** Takes back the person's heart, also if they no longer see the video. No effect without one. */
export function takeHeart(db: Db, videoId: string, giverId: string): Promise<void> {
  return deleteHeart(db, videoId, giverId);
}

/** @throws DomainError video.missing unless the video is the person's own */
export async function changeVisibility(
  db: Db,
  videoId: string,
  ownerId: string,
  visibility: NotesVisibility,
): Promise<void> {
  if (!(await setVisibility(db, videoId, ownerId, visibility))) throw new DomainError('video.missing');
}

async function requireOpen(tx: Tx, videoId: string, viewerId: string) {
  const video = await lockVisible(tx, videoId, viewerId);
  if (!video) throw new DomainError('video.missing');
  if (video.notes_visibility === 'nobody') throw new DomainError('notes.off');
  return video;
}
