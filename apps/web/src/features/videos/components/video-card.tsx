import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../../shared/ui/use-reduced-motion.ts';
import { VideoFrame } from './video-frame.tsx';

interface VideoCardProps {
  video: Video;
  /** Text or controls under the prompt. */
  details?: ReactNode;
  /** Controls at the lower edge, aligned across the row. */
  footer?: ReactNode;
  /** Scrolls here and starts playing. */
  autoplay?: boolean;
  onAutoplayed?: () => void;
  /** Play from this second on; each new object is a new seekRequest. */
  seekRequest?: { seconds: number } | undefined;
}

/** A video: poster or player, with the prompt as its title (VID-01). */
export function VideoCard({ video, details, footer, autoplay = false, onAutoplayed, seekRequest }: VideoCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [playing, setPlaying] = useState<'no' | 'user' | 'auto'>('no');
  const reducedMotion = useReducedMotion();
  const latest = useRef({ onAutoplayed, reducedMotion });
  latest.current = { onAutoplayed, reducedMotion };

  useEffect(() => {
    if (!autoplay) return;
    setPlaying('auto');
    latest.current.onAutoplayed?.();
    card.current?.scrollIntoView({ block: 'center', behavior: latest.current.reducedMotion ? 'auto' : 'smooth' });
  }, [autoplay]);

  useEffect(() => {
    const element = card.current;
    if (!seekRequest || !element) return;
    const playFrom = (player: HTMLVideoElement) => {
      player.currentTime = seekRequest.seconds;
      player.play().catch(() => undefined);
    };
    const player = element.querySelector('video');
    if (player && player.readyState > 0) {
      playFrom(player);
      player.focus({ preventScroll: true });
      return;
    }
    // The player or its metadata is not loaded yet: seek as soon as it is.
    setPlaying('user');
    const onLoaded = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement) playFrom(target);
    };
    element.addEventListener('loadedmetadata', onLoaded, { capture: true, once: true });
    return () => element.removeEventListener('loadedmetadata', onLoaded, { capture: true });
  }, [seekRequest]);

  return (
    <Card
      ref={card}
      component="article"
      aria-label={video.prompt}
      sx={{ height: '100%', display: 'flex', flexDirection: 'column', overflow: 'visible' }}
    >
      <VideoFrame
        video={video}
        playing={playing !== 'no'}
        takesFocus={playing === 'user'}
        onPlay={() => setPlaying('user')}
      />
      <Box
        sx={{
          flex: 1,
          px: 5,
          pt: 5,
          pb: footer ? 3 : 6,
          // Leaves room for the play button that overlaps the edge.
          ...(video.url &&
            playing === 'no' && { '&::before': { content: '""', float: 'inline-end', width: 76, height: 28 } }),
        }}
      >
        <Typography variant="h3" sx={{ textWrap: 'pretty' }}>
          {video.prompt}
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
