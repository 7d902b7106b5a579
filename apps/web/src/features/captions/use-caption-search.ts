import type { CaptionHit } from '@kinreel/contracts/captions';
import { useMemo } from 'react';
import { useDebounced } from '../../shared/ui/use-debounced.ts';
import { useSearchCaptionsQuery } from './captions.api.ts';

/** How long a person has to stop typing before the server is asked, in milliseconds. */
const PAUSE_MS = 300;

const NONE: ReadonlyMap<string, CaptionHit> = new Map();

/** Where in the own videos a text is said, by the video's id. */
export function useCaptionSearch(text: string) {
  const asked = useDebounced(text.trim().slice(0, 100), PAUSE_MS);
  // A single Latin letter is in nearly every line; a single Chinese character is a word.
  const skip = asked.length < 2 && !/[^\p{ASCII}]/u.test(asked);
  const { currentData, isFetching, isError } = useSearchCaptionsQuery(asked, { skip });
  const hits = useMemo(
    () => (skip || !currentData ? NONE : new Map(currentData.map((hit) => [hit.video_id, hit]))),
    [skip, currentData],
  );
  return {
    hits,
    searching: asked !== text.trim().slice(0, 100) || (!skip && isFetching),
    failed: !skip && isError && !isFetching,
  };
}
