import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import { failureText } from '../failure-text.ts';
import { FailedVideoButtons } from './failed-video-buttons.tsx';
import { TrimButton } from './trim-button.tsx';

/** Why processing has failed, and the owner's options. */
export function ProcessingFailed({ video }: { video: Video }) {
  return (
    <>
      <span role="alert">{failureText(video)}</span>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 2 }}>
        <FailedVideoButtons video={video} />
      </Box>
      {video.trim && <TrimButton video={video} />}
    </>
  );
}
