import { DEMO_VIDEO_ID } from '@kinreel/contracts/constants';
import { pages as text } from '@kinreel/messages/en/pages';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { VideoFrame } from '../../features/videos/components/video-frame.tsx';
import { useGetVideoQuery } from '../../features/videos/videos.api.ts';
import { FailedState, LoadingState } from '../../shared/ui/states.tsx';
import { usePageTitle } from '../../shared/ui/use-page-title.ts';

/** ROUTE-11: public demo page with one question and its answer, without the header. */
export function VideoWatchPage() {
  const { data: video, error, isLoading, refetch } = useGetVideoQuery(DEMO_VIDEO_ID);
  const [playing, setPlaying] = useState(false);
  usePageTitle(text.watch);
  return (
    <Box sx={{ maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 8 }, py: { xs: 7, md: 12 } }}>
      <Typography variant="question" component="h1" sx={{ mb: { xs: 5, md: 8 } }}>
        {text.watchQuestion}
      </Typography>
      {isLoading ? (
        <LoadingState />
      ) : video?.url ? (
        // Limit the width so that the full height of the video fits on the screen.
        <Box sx={{ maxWidth: 'calc(75vh * 16 / 9)', mx: 'auto', mb: 8 }}>
          <VideoFrame
            standalone
            video={{ ...video, prompt: text.watchQuestion }}
            playing={playing}
            takesFocus
            onPlay={() => setPlaying(true)}
          />
        </Box>
      ) : (
        <FailedState title={text.videoFailed} text={text.videoNotReady} error={error} onRetry={() => void refetch()} />
      )}
    </Box>
  );
}
