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
import { type CueList, createCueList, cueListReducer, moveList, toCues } from './cue-list.ts';
import { clearUnsavedCaptions, readUnsavedCaptions, saveUnsavedCaptions } from './unsaved-captions.ts';

/** Polling interval while a draft is being created, in milliseconds. */
const POLL_MS = 3000;

/**
 * State of the caption editor. Unsaved edits stay until they are saved or discarded, whatever the server returns
 * meanwhile.
 */
export function useCaptionsEditor(videoId: string) {
  const [list, dispatch] = useReducer(cueListReducer, createCueList([]));
  const [server, setServer] = useState<Captions | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
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
      // Keep the version the edits are based on, so that saving detects a conflict.
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

  async function store(list: CueList, version: string | null): Promise<void> {
    const { cues } = list;
    if (cues.length > 0) {
      setServer(await saveCaptions({ videoId, version, cues: toCues(list) }).unwrap());
    } else {
      if (version) await deleteCaptions({ videoId, version }).unwrap();
      setServer(await fetchLatest(videoId).unwrap());
    }
    dispatch({ type: 'saved', cues });
  }

  /** Reads the saved captions again, for a video that may have been trimmed meanwhile. The list gets the new times. */
  async function readAgain(): Promise<{ theirs: Captions; mine: CueList }> {
    const theirs = await fetchLatest(videoId).unwrap();
    const mine = moveList(latest.current.list, (latest.current.server?.starts_at ?? 0) - theirs.starts_at);
    dispatch({ type: 'replace', list: mine });
    // Not its version yet: until the person has chosen, saving is a conflict.
    setServer((before) => before && { ...before, starts_at: theirs.starts_at });
    return { theirs, mine };
  }

  async function keepMine(): Promise<void> {
    const { theirs, mine } = await readAgain();
    await store(mine, theirs.version);
  }

  /** Nobody has to choose if there are no other captions, and there were none: the video was only trimmed. */
  async function save(): Promise<void> {
    try {
      await store(list, server?.version ?? null);
    } catch (error) {
      if (!isApiError(error) || error.code !== 'captions.changed' || server?.source) throw error;
      const { theirs, mine } = await readAgain();
      if (theirs.source) throw error;
      await store(mine, theirs.version);
    }
  }

  return {
    list,
    dispatch,
    dirty,
    /** The saved captions; null while loading. */
    server,
    query,
    failure,
    /** The captions were changed elsewhere since they were loaded. */
    conflict: failure?.code === 'captions.changed',
    busy: saving.isLoading || deleting.isLoading || fetching.isFetching,
    isRequestingDraft: requesting.isLoading,
    save: () => run(save),
    /** Resolves a conflict: overwrites the saved captions with these. */
    keepMine: () => run(keepMine),
    /** Resolves a conflict: loads the saved captions. Can be undone. */
    takeTheirs: () =>
      run(async () => {
        const { theirs } = await readAgain();
        setServer(theirs);
        dispatch({ type: 'load', cues: theirs.cues, from: 'server' });
      }),
    /** Discards unsaved edits. */
    discard: () => clearUnsavedCaptions(videoId),
    requestDraft: () => run(async () => setServer(await draftCaptions(videoId).unwrap())),
  };
}

export type CaptionsEditor = ReturnType<typeof useCaptionsEditor>;
