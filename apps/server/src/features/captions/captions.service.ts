import { randomUUID } from 'node:crypto';
import {
  type CaptionHit,
  type Captions,
  type Cue,
  MAX_CAPTION_HITS,
  type SaveCaptionsRequest,
  writeWebVtt,
} from '@kinreel/contracts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { searchKey } from '../profile/name-keys.table.ts';
import { trimOf } from '../videos/trim.policy.ts';
import { draftCaptionsJob } from './captions.job-definition.ts';
import { presentCaptions, presentHit } from './captions.presenter.ts';
import {
  deleteCaptions,
  deleteDraftRequest,
  deleteFailedDraft,
  findCues,
  findOwnCaptions,
  findSource,
  findSpoken,
  findVisibleCaptions,
  insertCaptions,
  insertDraftRequest,
  lockOwnVideo,
  renewVersion,
  replaceCaptions,
  restartFailedDraft,
  type StoredCaptions,
} from './captions.queries.ts';
import { cuesWithin, versionWithoutCaptions, withHiddenCues } from './trimmed-cues.policy.ts';

/** Maximum number of words in a search. */
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
 * Replaces the captions with version `version`.
 * @throws DomainError video.missing unless it is the person's own, captions.changed if the version is not current
 */
export function saveCaptions(
  deps: Pick<Deps, 'config' | 'db'>,
  videoId: string,
  personId: string,
  { version, cues }: SaveCaptionsRequest,
): Promise<Captions> {
  return deps.db.transaction().execute(async (tx) => {
    const video = await lockOwnVideo(tx, videoId, personId);
    if (!video) throw new DomainError('video.missing');
    const trim = trimOf(video);
    const all = withHiddenCues((await findCues(tx, videoId)) ?? [], cues, trim);
    const captions = toStored(all, 'person');
    const saved =
      version === versionWithoutCaptions(trim)
        ? await insertCaptions(tx, videoId, captions)
        : version !== null && (await replaceCaptions(tx, videoId, version, captions));
    if (!saved) throw new DomainError('captions.changed');
    await deleteFailedDraft(tx, videoId);
    return read(deps, tx, videoId, personId);
  });
}

/** @throws DomainError video.missing unless it is the person's own, captions.changed if the version is not current */
export function removeCaptions(deps: Deps, videoId: string, personId: string, version: string): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await lockOwnVideo(tx, videoId, personId))) throw new DomainError('video.missing');
    if (!(await deleteCaptions(tx, videoId, version))) throw new DomainError('captions.changed');
  });
}

/**
 * Requests a draft of captions. A repeated call has no effect while the job runs.
 * @throws DomainError video.missing, video.not_ready, captions.no_drafts, captions.written
 */
export function requestDraft(deps: Deps, videoId: string, personId: string): Promise<Captions> {
  return deps.db.transaction().execute(async (tx) => {
    const video = await lockOwnVideo(tx, videoId, personId);
    if (!video) throw new DomainError('video.missing');
    if (!deps.config.speechToText) throw new DomainError('captions.no_drafts');
    if (video.status !== 'ready') throw new DomainError('video.not_ready');
    if ((await findSource(tx, videoId)) === 'person') throw new DomainError('captions.written');
    if (await insertDraftRequest(tx, videoId)) await deps.jobs.enqueue(tx, draftCaptionsJob, { videoId });
    return read(deps, tx, videoId, personId);
  });
}

/** Retries a failed draft, unless it failed because of the video. */
export async function restartDraft({ jobs }: Pick<Deps, 'jobs'>, tx: Tx, videoId: string): Promise<void> {
  if (await restartFailedDraft(tx, videoId)) await jobs.enqueue(tx, draftCaptionsJob, { videoId });
}

/** Captions that the viewer may see now. @throws DomainError video.missing */
export async function openCaptionsFor(db: Db, videoId: string, viewerId: string) {
  const row = await findVisibleCaptions(db, videoId, viewerId);
  if (!row) throw new DomainError('video.missing');
  return { webVtt: writeWebVtt(cuesWithin(row.cues, trimOf(row))), etag: `"${row.version}"` };
}

/**
 * Called when the trim of a video changes. Open editors become stale, and a requested draft is dropped because its
 * playback file is deleted. Written captions are kept, including the trimmed ones.
 */
export async function startCaptionsAgain(tx: Tx, videoId: string): Promise<void> {
  // Delete the request first: without it, no draft can be published afterwards.
  await deleteDraftRequest(tx, videoId);
  await renewVersion(tx, videoId);
}

/** The person's own videos whose captions contain all the words, newest first. */
export async function searchCaptions(db: Db, personId: string, text: string): Promise<CaptionHit[]> {
  const words = [...new Set(searchKey(text).split(' ', MAX_WORDS).filter(Boolean))];
  if (words.length === 0) return [];
  const rows = await findSpoken(db, personId, words, MAX_CAPTION_HITS);
  return rows.map((row) => presentHit(row, words));
}

/** Converts cues for storing, with a new version. */
export function toStored(cues: readonly Cue[], source: StoredCaptions['source']): StoredCaptions {
  // A searchKey() has no line breaks, so each line is one cue.
  const searchText = cues.map(({ text }) => searchKey(text)).join('\n');
  return { cues, searchText, source, version: randomUUID() };
}
