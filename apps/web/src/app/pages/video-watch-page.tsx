import { DEMO_VIDEO_ID } from '@kinreel/contracts/constants';
import { pages as text } from '@kinreel/messages/en/pages';
import { useGetVideoQuery } from '../../features/videos/videos.api.ts';
import { WatchView } from '../../features/watching/components/watch-view.tsx';
import { FailedState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';
import { WatchSkeleton } from './watch-states.tsx';

/** ROUTE-11: public demo page with one question and its answer, without the header. */
export function VideoWatchPage() {
  const { data: video, error, isLoading, refetch } = useGetVideoQuery(DEMO_VIDEO_ID);
  usePageTitle(text.watch);
  if (isLoading) return <WatchSkeleton back={null} />;
  if (!video?.url) {
    return (
      <FailedState
        headingLevel="h1"
        title={text.videoFailed}
        text={text.videoNotReady}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <WatchView
      video={{ ...video, prompt: text.watchQuestion }}
      startAt={0}
      autoPlay={false}
      savesPosition={false}
      back={null}
      following={[]}
      linkTo={({ id }) => ({ to: paths.watch(id), state: null })}
      onNext={() => undefined}
      endAction={null}
    />
  );
}
