import type { Video } from '@kinreel/contracts/videos';
import { videos as text } from '@kinreel/messages/en/videos';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { keyframes } from '@mui/material/styles';
import { useRef } from 'react';
import { Link } from 'react-router';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { fetchOnIntent } from '../../../shared/lazy-component.ts';
import { loadHls } from '../../../shared/player/load-hls.ts';
import { FILL, Poster } from '../../../shared/player/poster.tsx';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { useVideoActions } from '../video-actions.tsx';
import { useWatchLink } from '../watch-link.ts';

/**
 * The media area of a card: the poster, which opens the video, processing progress, or a failure icon. Growing videos
 * can be opened too.
 */
export function VideoFrame({ video }: { video: Video }) {
  const { loadWatchView } = useVideoActions();
  const wasProcessing = useRef(false);
  const preload = fetchOnIntent(() => Promise.all([loadWatchView(), (video.hls_url || video.growing) && loadHls()]));
  const link = useWatchLink(video.id);
  if (!video.url && video.status === 'processing') wasProcessing.current = true;
  return (
    <Box
      sx={{
        position: 'relative',
        aspectRatio: '16 / 9',
        bgcolor: 'tint.main',
        borderRadius: '20px 20px 0 0',
      }}
    >
      {video.url ? (
        <>
          {/* The poster opens it too. Only the button has a label and a tab stop. */}
          <Box
            component={Link}
            {...link}
            aria-hidden
            tabIndex={-1}
            onPointerEnter={preload.onPointerEnter}
            sx={{ ...FILL, cursor: 'pointer' }}
          >
            <Poster src={video.poster_url} />
          </Box>
          {wasProcessing.current && <CompletedRing />}
          {video.duration !== null && <DurationBadge seconds={video.duration} />}
          <PlayLink prompt={video.prompt} link={link} {...preload} />
        </>
      ) : video.status === 'failed' ? (
        <Box
          sx={{
            ...FILL,
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'dangerTint.main',
            color: 'dangerTint.contrastText',
          }}
        >
          <ErrorOutlineRounded sx={{ fontSize: 64 }} />
        </Box>
      ) : (
        <>
          <Box sx={{ ...FILL, display: 'grid', placeItems: 'center' }}>
            <ProgressRing value={video.progress} label={text.preparingName({ prompt: video.prompt })} />
          </Box>
          {video.growing && <PlayLink prompt={video.prompt} link={link} {...preload} />}
        </>
      )}
    </Box>
  );
}

const fadeOut = keyframes({ from: { opacity: 1 }, to: { opacity: 0 } });

/** Shown once when processing finishes: the completed progress ring fades into the poster. */
function CompletedRing() {
  return (
    <Box
      aria-hidden
      sx={{
        ...FILL,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'tint.main',
        pointerEvents: 'none',
        animation: `${fadeOut} 600ms ease-in forwards`,
      }}
    >
      <ProgressRing value={100} label={text.ready} />
    </Box>
  );
}

/** The duration. */
function DurationBadge({ seconds }: { seconds: number }) {
  const duration = formatDuration(seconds);
  return (
    <Box
      className="num"
      sx={{
        position: 'absolute',
        insetInlineStart: 14,
        bottom: 14,
        px: 2.25,
        py: 0.5,
        borderRadius: '8px',
        bgcolor: 'media.main',
        color: 'media.contrastText',
        fontSize: '1rem',
        fontWeight: 600,
      }}
    >
      <span style={visuallyHidden}>{text.length({ duration })}</span>
      <span aria-hidden>{duration}</span>
    </Box>
  );
}

interface PlayLinkProps extends ReturnType<typeof fetchOnIntent> {
  prompt: string;
  link: ReturnType<typeof useWatchLink>;
}

function PlayLink({ prompt, link, ...handlers }: PlayLinkProps) {
  return (
    <ButtonBase
      component={Link}
      {...link}
      {...handlers}
      aria-label={text.play({ prompt })}
      sx={{
        position: 'absolute',
        insetInlineEnd: 18,
        bottom: -32,
        width: 64,
        height: 64,
        borderRadius: '50%',
        border: '5px solid',
        borderColor: 'background.paper',
        bgcolor: 'accent.main',
        color: 'accent.contrastText',
        transition: 'background-color 140ms',
        '&:hover': { bgcolor: 'accent.dark' },
      }}
    >
      <PlayArrowRounded sx={{ fontSize: 36 }} aria-hidden />
    </ButtonBase>
  );
}
