import type { QuestionMoment as Moment } from '@kinreel/contracts/questions';
import { questions as text } from '@kinreel/messages/en/questions';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useGetVideoQuery } from '../../features/videos/videos.api.ts';
import { formatDuration } from '../../shared/format/duration-and-size.ts';
import { LazyPlayer } from '../../shared/player/lazy-player.tsx';
import { isWatchable } from '../../shared/player/playable-video.ts';

/** How long the moment of a question is played, in seconds. */
const MOMENT_SECONDS = 10;

/**
 * The moment of a video that a question is about. Play plays its seconds here. Nothing if the video cannot be loaded.
 */
export function QuestionMoment({ moment: { video_id: videoId, at } }: { moment: Moment }) {
  const { data: video } = useGetVideoQuery(videoId);
  const [start, setStart] = useState<{ at: number; autoPlay: true }>();
  const [element, setElement] = useState<HTMLVideoElement | null>(null);

  useEffect(() => {
    if (!element) return;
    const pauseAtEnd = () => {
      if (element.currentTime < at + MOMENT_SECONDS) return;
      element.pause();
      // The person may continue.
      element.removeEventListener('timeupdate', pauseAtEnd);
    };
    element.addEventListener('timeupdate', pauseAtEnd);
    return () => element.removeEventListener('timeupdate', pauseAtEnd);
  }, [element, at]);

  if (!video || !isWatchable(video)) return null;
  const about = text.atTime({ prompt: video.prompt, time: formatDuration(at) });
  return (
    <>
      <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere', mb: 2 }}>{about}</Typography>
      {start ? (
        <Box
          sx={{ position: 'relative', aspectRatio: '16 / 9', maxWidth: 480, borderRadius: '12px', bgcolor: '#181f1a' }}
        >
          <LazyPlayer video={video} label={text.momentPlayer} start={start} onElement={setElement} />
        </Box>
      ) : (
        <Button
          variant="soft"
          startIcon={<PlayArrowRounded />}
          aria-label={text.playMoment({ about })}
          onClick={() => setStart({ at, autoPlay: true })}
        >
          {text.play}
        </Button>
      )}
    </>
  );
}
