import type { Captions } from '@kinreel/contracts/captions';
import { useDeferredValue, useEffect, useReducer, useRef, useState } from 'react';
import { type ApiError, isApiError } from '../../shared/api/api-error.ts';
import {
  useDeleteCaptionsMutation,
  useDraftCaptionsMutation,
  useGetCaptionsQuery,
  useLazyGetCaptionsQuery,
  useSaveCaptionsMutation,
} from './captions.api.ts';
import { changeCues, cueListOf, cuesOf } from './cue-list.ts';
import { forgetLines, keepLines, keptLines } from './kept-lines.ts';

/** How often a draft under way is asked for, in milliseconds. */
const POLL_MS = 3000;

/**
 * The captions of a video while they are written. What is written stays until it is saved or given up, whatever the
 * server answers meanwhile.
 */
export function useCaptionsEditor(videoId: string) {
  const [list, change] = useReducer(changeCues, cueListOf([]));
  const [server, setServer] = useState<Captions | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const query = useGetCaptionsQuery(videoId, {
    refetchOnMountOrArgChange: true,
    pollingInterval: server?.draft === 'working' ? POLL_MS : 0,
  });
  const [read, reading] = useLazyGetCaptionsQuery();
  const [saveCaptions, saving] = useSaveCaptionsMutation();
  const [deleteCaptions, deleting] = useDeleteCaptionsMutation();
  const [draftCaptions, asking] = useDraftCaptionsMutation();
  const dirty = list.lines !== list.saved;

  const latest = useRef({ server, dirty });
  latest.current = { server, dirty };
  const { data } = query;
  useEffect(() => {
    if (!data) return;
    const known = latest.current.server;
    const isNews = data.version !== known?.version && (data.updated_at ?? '') > (known?.updated_at ?? '');
    if (!known || (isNews && !latest.current.dirty)) {
      const kept = known ? null : keptLines(videoId);
      // Made from an older version, saving them will show that there are others.
      setServer({ ...data, version: kept ? kept.version : data.version });
      change({ type: 'begin with', cues: data.cues });
      if (kept) change({ type: 'load', cues: kept.cues, from: 'tab' });
    } else {
      // Lines that are being written stay; saving them will show that there are others.
      setServer({ ...known, draft: data.draft, draft_reason: data.draft_reason });
    }
  }, [data, videoId]);

  const settled = useDeferredValue(list);
  const version = server?.version ?? null;
  const known = server !== null;
  useEffect(() => {
    if (!known) return;
    if (settled.lines === settled.saved) forgetLines(videoId);
    else keepLines(videoId, { version, cues: cuesOf(settled) });
  }, [videoId, known, version, settled]);

  // Closing the tab would lose what is written.
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  /** @returns whether it worked; `failure` says why not */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFailure(error);
      return false;
    }
  }

  async function store(version: string | null): Promise<void> {
    const { lines } = list;
    if (lines.length > 0) {
      setServer(await saveCaptions({ videoId, version, cues: cuesOf(list) }).unwrap());
    } else {
      if (version) await deleteCaptions({ videoId, version }).unwrap();
      setServer((before) => before && { ...before, version: null, source: null, updated_at: null });
    }
    change({ type: 'saved', lines });
  }

  return {
    list,
    change,
    dirty,
    /** As far as the server is known; null until it has answered. */
    server,
    query,
    failure,
    /** Another window has saved other lines meanwhile. */
    conflict: failure?.code === 'captions.changed',
    busy: saving.isLoading || deleting.isLoading || reading.isFetching,
    asking: asking.isLoading,
    save: () => attempt(() => store(server?.version ?? null)),
    /** After a conflict: these lines take the place of the others. */
    keepMine: () => attempt(async () => store((await read(videoId).unwrap()).version)),
    /** After a conflict: the others are shown; undo brings these back. */
    takeTheirs: () =>
      attempt(async () => {
        const theirs = await read(videoId).unwrap();
        setServer(theirs);
        change({ type: 'load', cues: theirs.cues, from: 'server' });
      }),
    /** Give up what is not saved. */
    discard: () => forgetLines(videoId),
    askForDraft: () => attempt(async () => setServer(await draftCaptions(videoId).unwrap())),
  };
}

export type CaptionsEditor = ReturnType<typeof useCaptionsEditor>;
