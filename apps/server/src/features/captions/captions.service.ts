import { randomUUID } from 'node:crypto';
import {
  type CaptionHit,
  type Captions,
  type Cue,
  MAX_CAPTION_HITS,
  type SaveCaptionsRequest,
  writeWebVtt,
} from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { searchKey } from '../profile/name-keys.table.ts';
import { draftCaptionsJob } from './captions.job-definition.ts';
import { presentCaptions, presentHit } from './captions.presenter.ts';
import {
  deleteCaptions,
  deleteFailedDraft,
  findOwnCaptions,
  findSource,
  findSpoken,
  findVisibleCaptions,
  holdOwnVideo,
  insertCaptions,
  insertDraftRequest,
  replaceCaptions,
  type StoredCaptions,
} from './captions.queries.ts';

/** Words of a search text that are looked at. */
const MAX_WORDS = 6;

/** @throws DomainError video.missing unless it is the person's own */
export async function readCaptions(deps: Pick<Deps, 'config' | 'db'>, videoId: string, personId: string) {
  return read(deps, deps.db, videoId, personId);
}

async function read(deps: Pick<Deps, 'config'>, db: Db, videoId: string, personId: string): Promise<Captions> {
  const row = await findOwnCaptions(db, videoId, personId);
  if (!row) throw new DomainError('video.missing');
  return presentCaptions(row, deps.config.speechToText !== null);
}

/**
 * Put these lines in the place of those of `version`.
 * @throws DomainError video.missing unless it is the person's own, captions.changed if there are others by now
 */
export function saveCaptions(
  deps: Pick<Deps, 'config' | 'db'>,
  videoId: string,
  personId: string,
  { version, cues }: SaveCaptionsRequest,
): Promise<Captions> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await holdOwnVideo(tx, videoId, personId))) throw new DomainError('video.missing');
    const captions = toStored(cues, 'person');
    const saved =
      version === null
        ? await insertCaptions(tx, videoId, captions)
        : await replaceCaptions(tx, videoId, version, captions);
    if (!saved) throw new DomainError('captions.changed');
    await deleteFailedDraft(tx, videoId);
    return read(deps, tx, videoId, personId);
  });
}

/** @throws DomainError video.missing unless it is the person's own, captions.changed if there are others by now */
export function removeCaptions(deps: Deps, videoId: string, personId: string, version: string): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await holdOwnVideo(tx, videoId, personId))) throw new DomainError('video.missing');
    if (!(await deleteCaptions(tx, videoId, version))) throw new DomainError('captions.changed');
  });
}

/**
 * Have the computer draft captions, where a person has written none. Asked again while it works, nothing changes.
 * @throws DomainError video.missing, video.not_ready, captions.no_drafts, captions.written
 */
export function requestDraft(deps: Deps, videoId: string, personId: string): Promise<Captions> {
  return deps.db.transaction().execute(async (tx) => {
    const video = await holdOwnVideo(tx, videoId, personId);
    if (!video) throw new DomainError('video.missing');
    if (!deps.config.speechToText) throw new DomainError('captions.no_drafts');
    if (video.status !== 'ready') throw new DomainError('video.not_ready');
    if ((await findSource(tx, videoId)) === 'person') throw new DomainError('captions.written');
    if (await insertDraftRequest(tx, videoId)) await deps.jobs.enqueue(tx, draftCaptionsJob, { videoId });
    return read(deps, tx, videoId, personId);
  });
}

/** Captions as the viewer may have them at this very moment. @throws DomainError video.missing */
export async function openCaptionsFor(db: Db, videoId: string, viewerId: string) {
  const row = await findVisibleCaptions(db, videoId, viewerId);
  if (!row) throw new DomainError('video.missing');
  return { webVtt: writeWebVtt(row.cues), etag: `"${row.version}"` };
}

/** The person's own videos in which all the words of a text are said, newest first. */
export async function searchCaptions(db: Db, personId: string, text: string): Promise<CaptionHit[]> {
  const words = [...new Set(searchKey(text).split(' ', MAX_WORDS).filter(Boolean))];
  if (words.length === 0) return [];
  const rows = await findSpoken(db, personId, words, MAX_CAPTION_HITS);
  return rows.map((row) => presentHit(row, words));
}

/** Lines as they are stored, under a version of their own. */
export function toStored(cues: readonly Cue[], source: StoredCaptions['source']): StoredCaptions {
  // A searchKey() has no line ends: each line of the text is that of one cue.
  const searchText = cues.map(({ text }) => searchKey(text)).join('\n');
  return { cues, searchText, source, version: randomUUID() };
}
