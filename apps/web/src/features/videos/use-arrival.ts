import { useLocation, useSearchParams } from 'react-router';

/** Arrivals whose video was started already; coming back to a tab must not start it again. */
const started = new Set<string>();

interface Arrival {
  /** The video to put first and play: `?autoplay=` (ROUTE-06). */
  autoplay: string | undefined;
  /** The code of the short link that led here: `&share=` (SHARE-04). */
  share: string | undefined;
  /** Whether this video has to start now. */
  starts: (videoId: string) => boolean;
  /** Says that it was started. */
  onStarted: () => void;
}

/** What the address asks to be played on arrival. */
export function useArrival(): Arrival {
  const { key } = useLocation();
  const [search] = useSearchParams();
  const autoplay = search.get('autoplay') ?? undefined;
  return {
    autoplay,
    share: search.get('share') ?? undefined,
    starts: (videoId) => videoId === autoplay && !started.has(key),
    onStarted: () => started.add(key),
  };
}
