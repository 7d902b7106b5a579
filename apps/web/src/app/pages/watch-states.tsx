import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { ProcessingFailed } from '../../features/videos/components/processing-failed.tsx';
import { WatchFrame } from '../../features/watching/components/watch-frame.tsx';
import { formatPercent } from '../../shared/format/numbers.ts';
import { ProgressRing } from '../../shared/ui/progress-ring.tsx';
import { useReducedMotion } from '../../shared/ui/use-reduced-motion.ts';
import { visuallyHidden } from '../../shared/ui/visually-hidden.ts';

/** The picture's area, without a picture. */
const PICTURE_AREA = {
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 4,
  aspectRatio: '16 / 9',
  p: 4,
  borderRadius: { xs: 0, sm: '20px' },
  textAlign: 'center',
} as const;

/** The watch view until its video has loaded. */
export function WatchSkeleton({ back }: { back: ReactNode }) {
  const animation = useReducedMotion() ? false : 'pulse';
  return (
    <WatchFrame
      back={back}
      player={
        <Box role="status" data-loading sx={{ ...PICTURE_AREA, bgcolor: 'sunken' }}>
          <span style={visuallyHidden}>{text.loading}</span>
          <Skeleton variant="circular" width={124} height={124} animation={animation} sx={{ bgcolor: 'divider' }} />
        </Box>
      }
      meta={
        <div aria-hidden>
          <Skeleton variant="rounded" height={36} width="70%" animation={animation} />
          <Skeleton variant="rounded" height={28} width="35%" animation={animation} sx={{ mt: 4 }} />
        </div>
      }
    />
  );
}

/** The user's own video that is in processing or has failed. */
export function UnreadyVideo({ video }: { video: Video }) {
  const failed = video.status === 'failed';
  return (
    <>
      <Box
        sx={{
          ...PICTURE_AREA,
          bgcolor: failed ? 'dangerTint.main' : 'tint.main',
          color: failed ? 'dangerTint.contrastText' : 'tint.contrastText',
        }}
      >
        {failed ? (
          <>
            <ErrorOutlineRounded sx={{ fontSize: 64 }} aria-hidden />
            <ProcessingFailed video={video} />
          </>
        ) : (
          <>
            <ProgressRing value={video.progress} label={text.preparingName({ prompt: video.prompt })} />
            <span className="num">{text.preparing({ percent: formatPercent(video.progress) })}</span>
          </>
        )}
      </Box>
      <Typography variant="question" component="h1" sx={{ mt: 5, mx: { xs: 4, sm: 0 } }}>
        {video.prompt}
      </Typography>
    </>
  );
}
