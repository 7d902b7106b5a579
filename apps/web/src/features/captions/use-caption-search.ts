import type { CaptionHit } from '@kinreel/contracts/captions';
import { useMemo } from 'react';
import { useDebounced } from '../../shared/ui/use-debounced.ts';
import { useSearchCaptionsQuery } from './captions.api.ts';

/** Debounce of the search, in milliseconds. */
const DEBOUNCE_MS = 300;

const NO_HITS: ReadonlyMap<string, CaptionHit> = new Map();

/** Searches the captions of the user's own videos. Hits by video id. */
export function useCaptionSearch(text: string) {
  const query = useDebounced(text.trim().slice(0, 100), DEBOUNCE_MS);
  // A single Latin letter matches almost everything; a single Chinese character is a word.
  const skip = query.length < 2 && !/[^\p{ASCII}]/u.test(query);
  const { currentData, isFetching, isError } = useSearchCaptionsQuery(query, { skip });
  const hits = useMemo(
    () => (skip || !currentData ? NO_HITS : new Map(currentData.map((hit) => [hit.video_id, hit]))),
    [skip, currentData],
  );
  return {
    hits,
    searching: query !== text.trim().slice(0, 100) || (!skip && isFetching),
    failed: !skip && isError && !isFetching,
  };
}
