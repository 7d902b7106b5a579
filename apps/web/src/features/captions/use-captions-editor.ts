import type { Captions } from '@kinreel/contracts/captions';
import { useDeferredValue, useEffect, useReducer, useRef, useState } from 'react';
import { type ApiError, isApiError } from '../../shared/api/api-error.ts';
import { useUnsavedWork } from '../../shared/unsaved-work.ts';
import {
  useDeleteCaptionsMutation,
  useDraftCaptionsMutation,
  useGetCaptionsQuery,
  useLazyGetCaptionsQuery,
  useSaveCaptionsMutation,
} from './captions.api.ts';
import { type CueList, countLost, createCueList, cueListReducer, shiftTimes, toCues } from './cue-list.ts';
import { clearUnsavedCaptions, readUnsavedCaptions, saveUnsavedCaptions } from './unsaved-captions.ts';

/** Polling interval while a draft is being created, in milliseconds. */
const POLL_MS = 3000;

/**
 * State of the caption editor. Unsaved edits are kept until they are saved or discarded, independent of later responses
 * of the server.
 */
export function useCaptionsEditor(videoId: string) {
  const [list, dispatch] = useReducer(cueListReducer, createCueList([]));
  const [server, setServer] = useState<Captions | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  /** The saved captions at the time of the last conflict. */
  const [theirs, setTheirs] = useState<Captions | null>(null);
  const query = useGetCaptionsQuery(videoId, {
    refetchOnMountOrArgChange: true,
    pollingInterval: server?.draft === 'working' ? POLL_MS : 0,
  });
  const [fetchLatest, fetching] = useLazyGetCaptionsQuery();
  const [saveCaptions, saving] = useSaveCaptionsMutation();
  const [deleteCaptions, deleting] = useDeleteCaptionsMutation();
  const [draftCaptions, requesting] = useDraftCaptionsMutation();
  const dirty = list.cues !== list.saved;

  const latest = useRef({ server, dirty, list });
  latest.current = { server, dirty, list };
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    const known = latest.current.server;
    const isNewer = data.version !== known?.version && (data.updated_at ?? '') > (known?.updated_at ?? '');
    if (!known || (isNewer && !latest.current.dirty)) {
      const unsaved = known ? null : readUnsavedCaptions(videoId);
      // Keep the version on which the edits are based, so that saving detects a conflict.
      setServer(unsaved ? { ...data, version: unsaved.version, starts_at: unsaved.startsAt } : data);
      dispatch({ type: 'reset', cues: data.cues });
      if (unsaved) dispatch({ type: 'load', cues: unsaved.cues, from: 'tab' });
    } else {
      // Keep the edits; saving detects a conflict.
      const { draft, draft_code, draft_params, draft_reason } = data;
      setServer({ ...known, draft, draft_code, draft_params, draft_reason });
    }
  }, [data, videoId]);

  const deferredList = useDeferredValue(list);
  const version = server?.version ?? null;
  const startsAt = server?.starts_at ?? 0;
  const known = server !== null;
  useEffect(() => {
    if (!known) return;
    if (deferredList.cues === deferredList.saved) clearUnsavedCaptions(videoId);
    else saveUnsavedCaptions(videoId, { version, startsAt, cues: toCues(deferredList) });
  }, [videoId, known, version, startsAt, deferredList]);

  // Ask before the tab is closed with unsaved edits.
  useUnsavedWork(dirty);

  /** Runs a request. @returns whether it succeeded; otherwise sets `failure` */
  async function run(request: () => Promise<void>): Promise<boolean> {
    setFailure(null);
    try {
      await request();
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailure(error);
      return false;
    }
  }

  /** @param before the captions to replace */
  async function store(list: CueList, before: Pick<Captions, 'version' | 'source'> | null): Promise<void> {
    const { cues } = list;
    const version = before?.version ?? null;
    if (cues.length > 0) {
      setServer(await saveCaptions({ videoId, version, cues: toCues(list) }).unwrap());
    } else {
      // A trimmed video has a version even without captions.
      if (version && before?.source) await deleteCaptions({ videoId, version }).unwrap();
      setServer(await fetchLatest(videoId).unwrap());
    }
    dispatch({ type: 'saved', cues });
  }

  /** Shifts the list to the current trim of the video. */
  function adoptTimes({ starts_at }: Captions): CueList {
    const mine = shiftTimes(latest.current.list, shiftBetween(latest.current.server, { starts_at }));
    dispatch({ type: 'replace', list: mine });
    // Keep the old version: until the person has chosen, saving is a conflict.
    setServer((before) => before && { ...before, starts_at });
    return mine;
  }

  /** @throws ApiError captions.changed if the person must choose; `theirs` are the saved captions then */
  async function save(): Promise<void> {
    try {
      await store(list, server);
    } catch (error) {
      const theirs = await readTheirs(error);
      // No choice is needed if neither side had captions and no line is lost: the video was only trimmed.
      const isFree = !server?.source && !theirs.source && countLost(list, shiftBetween(server, theirs)) === 0;
      if (!isFree) throw error;
      await store(adoptTimes(theirs), theirs);
    }
  }

  /** Overwrites the captions of the shown conflict. If they have changed again, throws a new conflict. */
  async function keepMine(): Promise<void> {
    if (!theirs) return;
    try {
      await store(adoptTimes(theirs), theirs);
    } catch (error) {
      await readTheirs(error);
      throw error;
    }
  }

  /** @throws `error` if it is not a conflict */
  async function readTheirs(error: unknown): Promise<Captions> {
    if (!isApiError(error) || error.code !== 'captions.changed') throw error;
    const theirs = await fetchLatest(videoId).unwrap();
    setTheirs(theirs);
    return theirs;
  }

  async function takeTheirs(): Promise<void> {
    const theirs = await fetchLatest(videoId).unwrap();
    adoptTimes(theirs);
    setServer(theirs);
    dispatch({ type: 'load', cues: theirs.cues, from: 'server' });
  }

  return {
    list,
    dispatch,
    dirty,
    /** The saved captions; null while loading. */
    server,
    query,
    failure,
    /** The conflict, if the captions or the trim were changed elsewhere since they were loaded; otherwise null. */
    conflict:
      theirs && failure?.code === 'captions.changed'
        ? {
            /**
             * Whether there are other captions to choose, or these were deleted. False if the video was only trimmed.
             */
            hasOthers: theirs.source !== null || server?.source != null,
            /** Number of lines that would be lost in the cut-off part. */
            lost: countLost(list, shiftBetween(server, theirs)),
          }
        : null,
    busy: saving.isLoading || deleting.isLoading || fetching.isFetching,
    isRequestingDraft: requesting.isLoading,
    save: () => run(save),
    /** Resolves a conflict: overwrites the saved captions with these. */
    keepMine: () => run(keepMine),
    /** Resolves a conflict: loads the saved captions. Can be undone. */
    takeTheirs: () => run(takeTheirs),
    /** Discards unsaved edits. */
    discard: () => clearUnsavedCaptions(videoId),
    requestDraft: () => run(async () => void (await draftCaptions(videoId).unwrap())),
  };
}

/** Seconds by which a trim shifts the times. */
function shiftBetween(before: Pick<Captions, 'starts_at'> | null, { starts_at }: Pick<Captions, 'starts_at'>): number {
  return (before?.starts_at ?? 0) - starts_at;
}

export type CaptionsEditor = ReturnType<typeof useCaptionsEditor>;
