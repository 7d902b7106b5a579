import { useLocation, useSearchParams } from 'react-router';

/** Location keys whose video was already started. Going back to a page must not start it again. */
const playedLocations = new Set<string>();

interface AutoplayRequest {
  /** The video to show first and play: `?autoplay=` (ROUTE-06). */
  videoId: string | undefined;
  /** The code of the short link that was followed: `&share=` (SHARE-04). */
  share: string | undefined;
  /** Whether this video should start now. */
  shouldPlay: (videoId: string) => boolean;
  /** Records that it was started. */
  markPlayed: () => void;
}

/** The video that the URL asks to play. */
export function useAutoplay(): AutoplayRequest {
  const { key } = useLocation();
  const [search] = useSearchParams();
  const videoId = search.get('autoplay') ?? undefined;
  return {
    videoId,
    share: search.get('share') ?? undefined,
    shouldPlay: (id) => id === videoId && !playedLocations.has(key),
    markPlayed: () => playedLocations.add(key),
  };
}
