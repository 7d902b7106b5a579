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
import { createCueList, cueListReducer, toCues } from './cue-list.ts';
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

  const latest = useRef({ server, dirty });
  latest.current = { server, dirty };
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    const known = latest.current.server;
    const isNewer = data.version !== known?.version && (data.updated_at ?? '') > (known?.updated_at ?? '');
    if (!known || (isNewer && !latest.current.dirty)) {
      const unsaved = known ? null : readUnsavedCaptions(videoId);
      // Keep the version the edits are based on, so that saving detects a conflict.
      setServer({ ...data, version: unsaved ? unsaved.version : data.version });
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
  const known = server !== null;
  useEffect(() => {
    if (!known) return;
    if (deferredList.cues === deferredList.saved) clearUnsavedCaptions(videoId);
    else saveUnsavedCaptions(videoId, { version, cues: toCues(deferredList) });
  }, [videoId, known, version, deferredList]);

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

  async function store(version: string | null): Promise<void> {
    const { cues } = list;
    if (cues.length > 0) {
      setServer(await saveCaptions({ videoId, version, cues: toCues(list) }).unwrap());
    } else {
      if (version) await deleteCaptions({ videoId, version }).unwrap();
      setServer((before) => before && { ...before, version: null, source: null, updated_at: null });
    }
    dispatch({ type: 'saved', cues });
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
    save: () => run(() => store(server?.version ?? null)),
    /** Resolves a conflict: overwrites the saved captions with these. */
    keepMine: () => run(async () => store((await fetchLatest(videoId).unwrap()).version)),
    /** Resolves a conflict: loads the saved captions. Can be undone. */
    takeTheirs: () =>
      run(async () => {
        const theirs = await fetchLatest(videoId).unwrap();
        setServer(theirs);
        dispatch({ type: 'load', cues: theirs.cues, from: 'server' });
      }),
    /** Discards unsaved edits. */
    discard: () => clearUnsavedCaptions(videoId),
    requestDraft: () => run(async () => setServer(await draftCaptions(videoId).unwrap())),
  };
}

export type CaptionsEditor = ReturnType<typeof useCaptionsEditor>;
