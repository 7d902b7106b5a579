import { DEMO_VIDEO_ID } from '@kinreel/contracts/constants';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useGetVideoQuery } from '../../features/videos/videos.api.ts';
import { errorMessage } from '../../shared/api/api-error.ts';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';

/** The question that the bundled demo video answers. */
const QUESTION = 'What would you like your family to remember?';

/** ROUTE-11: a demo, open to all: a question and its answer, without the header. */
export function VideoWatchPage() {
  const { data: video, error, isLoading, refetch } = useGetVideoQuery(DEMO_VIDEO_ID);
  usePageTitle('Watch');
  return (
    <Box sx={{ maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 8 }, py: { xs: 7, md: 12 } }}>
      <Typography variant="question" component="h1" sx={{ mb: { xs: 5, md: 8 } }}>
        {QUESTION}
      </Typography>
      {isLoading ? (
        <LoadingState />
      ) : video?.url ? (
        <Box
          component="video"
          src={video.url}
          poster={video.poster_url ?? undefined}
          controls
          muted
          playsInline
          preload="metadata"
          sx={{ display: 'block', width: '100%', maxHeight: '75vh', borderRadius: '20px', bgcolor: '#000' }}
        />
      ) : (
        <FailedState
          title="The video could not be fetched"
          text={error ? errorMessage(error) : 'It is still being prepared. Please try again in a moment.'}
          onRetry={() => void refetch()}
        />
      )}
    </Box>
  );
}
