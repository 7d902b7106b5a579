import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isWatchable } from '../../../shared/player/playable-video.ts';
import { useWatchLink } from '../watch-link.ts';
import { VideoFrame } from './video-frame.tsx';

interface VideoCardProps {
  video: Video;
  /** Text or controls below the prompt. */
  details?: ReactNode;
  /** Controls at the bottom, aligned across the row. */
  footer?: ReactNode;
}

/** A video with its poster and its prompt as the title. Both open it (VID-01). */
export function VideoCard({ video, details, footer }: VideoCardProps) {
  const link = useWatchLink(video.id);
  return (
    <Card
      component="article"
      aria-label={video.prompt}
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', overflow: 'visible' }}
    >
      <VideoFrame video={video} />
      <Box
        sx={{
          flex: 1,
          px: 5,
          pt: { xs: 4, sm: 5 },
          pb: footer ? { xs: 2, sm: 3 } : 6,
          // Leaves space for the play button, which overlaps the edge.
          ...(isWatchable(video) && {
            '&::before': { content: '""', float: 'inline-end', width: 76, height: 28 },
          }),
        }}
      >
        <Typography variant="h3" sx={{ textWrap: 'pretty' }}>
          {isWatchable(video) ? (
            // For touch and mouse. Keyboards use the Play button.
            <Box component={Link} {...link} tabIndex={-1} sx={{ color: 'inherit', textDecoration: 'none' }}>
              {video.prompt}
            </Box>
          ) : (
            video.prompt
          )}
        </Typography>
        {details && (
          <Typography
            component="div"
            sx={{ mt: 1.5, color: 'text.secondary', fontSize: '1.0625rem', overflowWrap: 'anywhere' }}
          >
            {details}
          </Typography>
        )}
      </Box>
      {footer && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1,
            containerType: 'inline-size',
            paddingInlineStart: 4,
            paddingInlineEnd: 2.5,
            pt: 1,
            pb: 3,
          }}
        >
          {footer}
        </Box>
      )}
    </Card>
  );
}
