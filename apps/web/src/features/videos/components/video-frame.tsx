import type { Video } from '@kinreel/contracts/videos';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import VolumeOffOutlined from '@mui/icons-material/VolumeOffOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { keyframes } from '@mui/material/styles';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../shared/format/duration-and-size.ts';
import { fetchOnIntent } from '../../../shared/lazy-component.ts';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { loadHls } from '../load-hls.ts';
import { PlaybackError } from './playback-error.tsx';

interface VideoFrameProps {
  video: Video;
  playing: boolean;
  onPlay: () => void;
  /** The person pressed play: the focus goes along into the player. */
  takesFocus: boolean;
  /** It stands by itself, rather than at the top of a card. */
  alone?: boolean;
}

/** The picture of a card: its poster with play across the lower edge, the player, or how far the preparation is. */
export function VideoFrame({ video, playing, onPlay, takesFocus, alone = false }: VideoFrameProps) {
  const wasPreparing = useRef(false);
  const fetching = fetchOnIntent(() => Promise.all([loadPlayer(), video.hls_url && loadHls()]));
  if (!video.url && video.status === 'processing') wasPreparing.current = true;
  return (
    <Box
      sx={{
        position: 'relative',
        aspectRatio: '16 / 9',
        bgcolor: 'tint.main',
        borderRadius: alone ? '20px' : '20px 20px 0 0',
      }}
    >
      {video.url && playing ? (
        <FetchedPlayer video={video} takesFocus={takesFocus} />
      ) : video.url ? (
        <>
          {/* The whole poster starts it too; the button alone is named and reached by the keyboard. */}
          <Box
            aria-hidden
            onClick={onPlay}
            onPointerEnter={fetching.onPointerEnter}
            sx={{ ...fill, cursor: 'pointer' }}
          >
            <Poster src={video.poster_url} />
          </Box>
          {wasPreparing.current && <ClosedRing />}
          {video.duration !== null && <LengthChip seconds={video.duration} />}
          <PlayButton prompt={video.prompt} onClick={onPlay} {...fetching} />
        </>
      ) : video.status === 'failed' ? (
        <Box
          sx={{
            ...fill,
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'dangerTint.main',
            color: 'dangerTint.contrastText',
          }}
        >
          <ErrorOutlineRounded sx={{ fontSize: 64 }} />
        </Box>
      ) : (
        <Box sx={{ ...fill, display: 'grid', placeItems: 'center' }}>
          <ProgressRing value={video.progress} label={`Preparing your video: ${video.prompt}`} />
        </Box>
      )}
    </Box>
  );
}

const fill = { position: 'absolute', inset: 0, width: '100%', height: '100%', borderRadius: 'inherit' } as const;

/** A frame of the video. While there is none, or where it cannot be loaded, the tinted ground with the ring. */
function Poster({ src }: { src: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (!src || failed === src) {
    return (
      <Box sx={{ ...fill, display: 'grid', placeItems: 'center' }}>
        <Box sx={{ width: 124, height: 124, borderRadius: '50%', border: '9px solid', borderColor: 'primary.main' }} />
      </Box>
    );
  }
  return (
    <Box
      component="img"
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailed(src)}
      sx={{ ...fill, objectFit: 'cover', display: 'block' }}
    />
  );
}

const fadeOut = keyframes({ from: { opacity: 1 }, to: { opacity: 0 } });

/** An answer has become ready before one's eyes: its ring closes once and fades into the poster. */
function ClosedRing() {
  return (
    <Box
      aria-hidden
      sx={{
        ...fill,
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'tint.main',
        pointerEvents: 'none',
        animation: `${fadeOut} 600ms ease-in forwards`,
      }}
    >
      <ProgressRing value={100} label="Ready" />
    </Box>
  );
}

/** How long it is, and that it starts without sound. */
function LengthChip({ seconds }: { seconds: number }) {
  return (
    <Box
      className="num"
      sx={{
        position: 'absolute',
        left: 14,
        bottom: 14,
        display: 'flex',
        alignItems: 'center',
        gap: 1.75,
        px: 2.25,
        py: 0.5,
        borderRadius: '8px',
        bgcolor: 'media.main',
        color: 'media.contrastText',
        fontSize: '1rem',
        fontWeight: 600,
      }}
    >
      <VolumeOffOutlined sx={{ fontSize: 20 }} aria-hidden />
      <span>
        <span style={visuallyHidden}>Length </span>
        {formatDuration(seconds)}
      </span>
    </Box>
  );
}

interface PlayButtonProps extends ReturnType<typeof fetchOnIntent> {
  prompt: string;
  onClick: () => void;
}

function PlayButton({ prompt, ...handlers }: PlayButtonProps) {
  return (
    <ButtonBase
      {...handlers}
      aria-label={`Play: ${prompt}`}
      sx={{
        position: 'absolute',
        right: 18,
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

/** The player's code comes with the first video that is played, or a moment before. */
const loadPlayer = () => import('./player.tsx');

/** The player; until its code is there, the poster. Fetching it may fail like anything else, and be tried again. */
function FetchedPlayer(props: { video: Video; takesFocus: boolean }) {
  const [Player, setPlayer] = useState<ComponentType<typeof props> | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (failed) return;
    let gone = false;
    loadPlayer().then(
      (module) => gone || setPlayer(() => module.Player),
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [failed]);

  if (failed) return <PlaybackError trouble="line" onRetry={() => setFailed(false)} />;
  if (Player) return <Player {...props} />;
  return (
    <>
      <Poster src={props.video.poster_url} />
      <Box sx={{ ...fill, display: 'grid', placeItems: 'center' }}>
        <Spinner label="Loading the video" />
      </Box>
    </>
  );
}
