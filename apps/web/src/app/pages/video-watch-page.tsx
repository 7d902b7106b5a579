import { DEMO_VIDEO_ID } from '@kinreel/contracts/constants';
import { watching as text } from '@kinreel/messages/en/watching';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetVideoQuery } from '../../features/videos/videos.api.ts';
import { WatchView } from '../../features/watching/components/watch-view.tsx';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';
import { paths } from '../paths.ts';

/** ROUTE-11: public demo page with one question and its answer, without the header. */
export function VideoWatchPage() {
  const { data: video, error, isLoading, refetch } = useGetVideoQuery(DEMO_VIDEO_ID);
  usePageTitle(text.watch);
  if (!video?.url) {
    return (
      <Box sx={{ maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 8 }, py: { xs: 7, md: 12 } }}>
        <Typography variant="question" component="h1">
          {text.watchQuestion}
        </Typography>
        {isLoading ? (
          <LoadingState />
        ) : (
          <FailedState
            title={text.videoFailed}
            text={text.videoNotReady}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
      </Box>
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
