import type { Video } from '@kinreel/contracts/videos';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../../shared/ui/use-reduced-motion.ts';
import { VideoFrame } from './video-frame.tsx';

interface VideoCardProps {
  video: Video;
  /** Lines under the prompt. */
  note?: ReactNode;
  /** Controls at the lower edge, at one height in the whole row. */
  foot?: ReactNode;
  /** Scroll here and start playing. */
  starts?: boolean;
  onStarted?: () => void;
  /** Play from this second on; each new object is a new wish. */
  wish?: { seconds: number } | undefined;
}

/** One video: its picture or player, and the prompt as its title (VID-01). */
export function VideoCard({ video, note, foot, starts = false, onStarted, wish }: VideoCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const [playing, setPlaying] = useState<'no' | 'pressed' | 'arrived'>('no');
  const still = useReducedMotion();
  const latest = useRef({ onStarted, still });
  latest.current = { onStarted, still };

  useEffect(() => {
    if (!starts) return;
    setPlaying('arrived');
    latest.current.onStarted?.();
    card.current?.scrollIntoView({ block: 'center', behavior: latest.current.still ? 'auto' : 'smooth' });
  }, [starts]);

  useEffect(() => {
    const place = card.current;
    if (!wish || !place) return;
    const go = (player: HTMLVideoElement) => {
      player.currentTime = wish.seconds;
      player.play().catch(() => undefined);
    };
    const player = place.querySelector('video');
    if (player && player.readyState > 0) {
      go(player);
      player.focus({ preventScroll: true });
      return;
    }
    // There is no player yet, or it knows nothing of its file: it goes there as soon as it can.
    setPlaying('pressed');
    const onLoaded = ({ target }: Event) => {
      if (target instanceof HTMLVideoElement) go(target);
    };
    place.addEventListener('loadedmetadata', onLoaded, { capture: true, once: true });
    return () => place.removeEventListener('loadedmetadata', onLoaded, { capture: true });
  }, [wish]);

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
        takesFocus={playing === 'pressed'}
        onPlay={() => setPlaying('pressed')}
      />
      <Box
        sx={{
          flex: 1,
          px: 5,
          pt: 5,
          pb: foot ? 3 : 6,
          // The first line makes room for the play button across the edge.
          ...(video.url &&
            playing === 'no' && { '&::before': { content: '""', float: 'right', width: 76, height: 28 } }),
        }}
      >
        <Typography variant="h3" sx={{ textWrap: 'pretty' }}>
          {video.prompt}
        </Typography>
        {note && (
          <Typography
            component="div"
            sx={{ mt: 1.5, color: 'text.secondary', fontSize: '1.0625rem', overflowWrap: 'anywhere' }}
          >
            {note}
          </Typography>
        )}
      </Box>
      {foot && <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, pl: 4, pr: 2.5, pt: 1, pb: 3 }}>{foot}</Box>}
    </Card>
  );
}
