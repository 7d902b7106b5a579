import type { Video } from '@kinreel/contracts/videos';
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import VolumeOffOutlined from '@mui/icons-material/VolumeOffOutlined';
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { keyframes } from '@mui/material/styles';
import { useEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../shared/format/numbers.ts';
import { ProgressRing } from '../../../shared/ui/progress-ring.tsx';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { pauseOthers } from '../one-player.ts';

interface VideoFrameProps {
  video: Video;
  playing: boolean;
  onPlay: () => void;
  /** The person pressed play: the focus goes along into the player. */
  takesFocus: boolean;
}

/** The picture of a card: its poster with play across the lower edge, the player, or how far the preparation is. */
export function VideoFrame({ video, playing, onPlay, takesFocus }: VideoFrameProps) {
  const wasPreparing = useRef(false);
  if (!video.url && video.status === 'processing') wasPreparing.current = true;
  return (
    <Box sx={{ position: 'relative', aspectRatio: '16 / 9', bgcolor: 'tint.main', borderRadius: '20px 20px 0 0' }}>
      {video.url && playing ? (
        <Player video={video} url={video.url} takesFocus={takesFocus} />
      ) : video.url ? (
        <>
          {/* The whole poster starts it too; the button alone is named and reached by the keyboard. */}
          <Box aria-hidden onClick={onPlay} sx={{ ...fill, cursor: 'pointer' }}>
            <Poster src={video.poster_url} />
          </Box>
          {wasPreparing.current && <ClosedRing />}
          {video.duration !== null && <LengthChip seconds={video.duration} />}
          <PlayButton prompt={video.prompt} onClick={onPlay} />
        </>
      ) : video.status === 'failed' ? (
        <Box
          sx={{
            ...fill,
            display: 'grid',
            placeItems: 'center',
            bgcolor: 'liveTint.main',
            color: 'liveTint.contrastText',
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

function PlayButton({ prompt, onClick }: { prompt: string; onClick: () => void }) {
  return (
    <ButtonBase
      aria-label={`Play: ${prompt}`}
      onClick={onClick}
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

/** The browser's own player. It starts without sound (VID-01); one press turns it on. */
function Player({ video, url, takesFocus }: { video: Video; url: string; takesFocus: boolean }) {
  const element = useRef<HTMLVideoElement>(null);
  const [muted, setMuted] = useState(true);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const player = element.current;
    if (!player) return;
    player.volume = 0;
    player.muted = true;
    if (takesFocus) player.focus({ preventScroll: true });
    // A browser that does not allow it shows the controls, paused.
    player.play().catch(() => undefined);
    return () => player.pause();
  }, [takesFocus]);

  /** Sound that is turned on for the first time has to be heard: the volume was 0 as well. */
  function onVolumeChange() {
    const player = element.current;
    if (!player) return;
    if (muted && !player.muted && player.volume === 0) player.volume = 1;
    setMuted(player.muted || player.volume === 0);
  }

  function turnSoundOn() {
    const player = element.current;
    if (!player) return;
    player.muted = false;
    player.volume = 1;
    player.focus({ preventScroll: true });
  }

  return (
    <>
      <Box
        component="video"
        ref={element}
        src={url}
        poster={video.poster_url ?? undefined}
        controls
        muted
        playsInline
        preload="none"
        aria-label={`Video: ${video.prompt}`}
        tabIndex={0}
        onPlay={(event) => pauseOthers(event.currentTarget)}
        onVolumeChange={onVolumeChange}
        onError={() => setFailed(true)}
        sx={{ ...fill, objectFit: 'contain', bgcolor: '#181f1a', display: 'block' }}
      />
      {failed ? (
        <Box
          role="alert"
          sx={{
            ...fill,
            display: 'grid',
            placeContent: 'center',
            justifyItems: 'center',
            gap: 3,
            p: 4,
            textAlign: 'center',
            bgcolor: 'liveTint.main',
            color: 'liveTint.contrastText',
          }}
        >
          This video could not be played just now.
          <Button
            variant="outlined"
            onClick={() => {
              setFailed(false);
              element.current?.load();
              element.current?.play().catch(() => undefined);
            }}
          >
            Retry
          </Button>
        </Box>
      ) : (
        muted && (
          <ButtonBase
            onClick={turnSoundOn}
            sx={{
              position: 'absolute',
              left: 14,
              top: 14,
              minHeight: 44,
              px: 3,
              gap: 2,
              borderRadius: '8px',
              bgcolor: 'media.main',
              color: 'media.contrastText',
              typography: 'body2',
              fontWeight: 600,
              '&:hover': { bgcolor: 'media.dark' },
            }}
          >
            <VolumeUpOutlined sx={{ fontSize: 22 }} aria-hidden />
            Turn sound on
          </ButtonBase>
        )
      )}
    </>
  );
}
