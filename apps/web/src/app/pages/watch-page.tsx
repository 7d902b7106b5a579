import { useLocation, useParams, useSearchParams } from 'react-router';
import { readWatchPlace } from '../../features/videos/watch-link.ts';
import { WatchVideo } from './watch-video.tsx';

/** The watch view at its own address (WATCH-01). `?t=` is the start position in seconds. */
export function WatchPage() {
  const { videoId = '' } = useParams();
  const { state } = useLocation();
  const [search] = useSearchParams();
  const seconds = Number(search.get('t') ?? Number.NaN);
  return (
    <WatchVideo
      key={videoId}
      videoId={videoId}
      place={readWatchPlace(state)}
      startAt={Number.isFinite(seconds) && seconds >= 0 ? seconds : null}
    />
  );
}
