import type { Video } from '@kinreel/contracts/videos';
import { common } from '@kinreel/messages/en/common';
import { player as messages } from '@kinreel/messages/en/player';
import { watching as text } from '@kinreel/messages/en/watching';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type MediaController from 'media-chrome/media-controller';
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { pauseOthers } from '../../../shared/player/exclusive-playback.ts';
import { playbackErrorText } from '../../../shared/player/playback-error.tsx';
import { addPlayerTexts } from '../../../shared/player/player-elements.ts';
import { PlayerMenu } from '../../../shared/player/player-menu.tsx';
import { FILL, Poster } from '../../../shared/player/poster.tsx';
import { isSessionSoundUnset } from '../../../shared/player/session-sound.ts';
import { useBuffering } from '../../../shared/player/use-buffering.ts';
import { useIsFullScreen } from '../../../shared/player/use-full-screen.ts';
import { usePlayer } from '../../../shared/player/use-player.ts';
import { useSpokenKeys } from '../../../shared/player/use-spoken-keys.ts';
import { VideoTracks } from '../../../shared/player/video-tracks.tsx';
import { bottomBarRef } from '../../../shared/ui/bottom-bar.ts';
import { visuallyHidden } from '../../../shared/ui/visually-hidden.ts';
import { type CaptionLine, useCues } from '../use-cues.ts';
import { useIdle } from '../use-idle.ts';
import { usePlayback } from '../use-playback.ts';
import { useSavedPosition } from '../use-saved-position.ts';
import { useWatchKeys } from '../use-watch-keys.ts';
import { EndPanel } from './end-panel.tsx';
import { VolumeSlider } from './volume-slider.tsx';
import { watchPlayerStyles } from './watch-styles.ts';
import { WatchTimeline } from './watch-timeline.tsx';
import { WatchTray } from './watch-tray.tsx';

/** The captions for the list next to the player. */
export interface Captions {
  lines: readonly CaptionLine[];
  current: readonly number[];
  /** Plays from this second on. */
  playFrom: (seconds: number) => void;
}

/** The player for what is shown around it. */
export interface PlayerHandle {
  /** Seconds. */
  currentTime: () => number;
  playFrom: (seconds: number) => void;
  pause: () => void;
}

/** Longest wait for the next video in full screen, in milliseconds. */
const NEXT_PLAYER_MS = 2000;

/** Seconds that a chosen moment plays at least. */
const LEAST_SECONDS = 2;

let players = 0;

/** Leaves full screen if no other player follows. @returns called when this player is removed */
function keepFullScreen(): () => void {
  players += 1;
  return () => {
    players -= 1;
    setTimeout(() => {
      if (players === 0 && document.fullscreenElement) void document.exitFullscreen();
    }, NEXT_PLAYER_MS);
  };
}

interface WatchPlayerProps {
  video: Video;
  /** Start position in seconds; null until it is known. */
  startAt: number | null;
  /** Whether it plays as soon as possible. */
  autoPlay: boolean;
  /** Whether the position is saved for this person. */
  savesPosition: boolean;
  /** The next video of the list; null if there is none. */
  next: Video | null;
  playsNext: boolean;
  onNext: () => void;
  /** Shown after the last video of the list. */
  endAction: ReactNode;
  /** Called with the captions; null without captions, or while they are off. */
  onCaptions: (captions: Captions | null) => void;
  /** Reloads the video data: the playing source was replaced, or the user may not watch it any more. */
  onSourceLost?: (() => void) | undefined;
  handle: Ref<PlayerHandle>;
}

/** The picture, the current caption, and the tray with the controls below it. Nothing covers the picture. */
export function WatchPlayer(props: WatchPlayerProps) {
  const { video, startAt, autoPlay, savesPosition, next, playsNext, onNext, endAction, onCaptions } = props;
  useState(addPlayerTexts);
  const controller = useId();
  const fullScreen = useIsFullScreen();
  const player = usePlayer(video, {
    start: { at: startAt, autoPlay },
    sound: 'session',
    captionsOverPicture: false,
    onSourceLost: props.onSourceLost,
  });
  const { frame, element, sound, source, captions, seek, run } = player;
  const playback = usePlayback(element);
  const buffering = useBuffering(element);
  const cues = useCues(element, video.captions_url);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  const idle = useIdle(frame, fullScreen && !playback.paused && !menuAnchor);
  useSavedPosition(element, savesPosition ? video : null, props.onSourceLost);
  const { said, runKey } = useSpokenKeys(player);
  useWatchKeys(frame, runKey);

  useEffect(() => {
    const media = frame.current?.querySelector<MediaController>('media-controller');
    if (!media || !frame.current) return;
    // The element names itself in English; the region around it has the name.
    media.setAttribute('role', 'none');
    media.removeAttribute('aria-label');
    // Its buttons are in the tray.
    media.tabIndex = -1;
    // The full screen includes the tray, and the next video, which has its own player.
    media.fullscreenElement = document.getElementById('main') ?? frame.current;
  }, [frame]);
  useEffect(keepFullScreen, []);

  const hasCaptions = video.captions_url !== null;
  const showsCaptions = hasCaptions && captions.shown;
  const { lines, current } = cues;
  function playFrom(seconds: number) {
    seek(seconds);
    element.current?.play().catch(() => undefined);
  }
  useImperativeHandle(props.handle, () => ({
    currentTime: () => element.current?.currentTime ?? 0,
    playFrom: (seconds) => {
      const end = element.current?.duration ?? Number.NaN;
      // A moment at the very end still has something to watch.
      playFrom(Number.isFinite(end) ? Math.min(seconds, Math.max(0, end - LEAST_SECONDS)) : seconds);
      // The button may be far below the picture.
      frame.current?.scrollIntoView({ block: 'nearest' });
    },
    pause: () => element.current?.pause(),
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `playFrom` only reads the element
  useEffect(() => {
    if (!showsCaptions) return onCaptions(null);
    onCaptions({ lines, current, playFrom });
  }, [showsCaptions, lines, current, element, onCaptions]);

  const ratio = video.width && video.height ? video.width / video.height : 16 / 9;
  const { requested, started, paused, ended } = playback;
  // After Watch again, the tray replaces the focused button.
  const wasEnded = useRef(false);
  useEffect(() => {
    if (wasEnded.current && !ended && document.activeElement === document.body) {
      playButton.current?.focus({ preventScroll: true });
    }
    wasEnded.current = ended;
  }, [ended]);
  // Shown as playing until the page has started it.
  const isStarting = autoPlay && !requested && !source.blocked;
  const isLoading = isStarting || (!paused && (!started || buffering !== 'none'));
  return (
    <Box
      ref={frame}
      component="section"
      aria-label={messages.video({ prompt: video.prompt })}
      // The title is below it, after all of its buttons.
      data-route-focus
      tabIndex={-1}
      data-idle={idle || undefined}
      sx={watchPlayerStyles}
    >
      <Box
        className="picture"
        sx={{
          // Known before playback and constant. A tall picture does not push the tray off the screen.
          aspectRatio: { xs: Math.max(1, ratio), md: '16 / 9' },
          maxHeight: { xs: '62vh', md: 'none' },
          width: '100%',
        }}
      >
        <media-controller id={controller} nohotkeys novolumepref nomutedpref gesturesdisabled>
          <video
            ref={element}
            slot="media"
            muted={sound.muted}
            playsInline
            preload="none"
            tabIndex={-1}
            aria-label={video.prompt}
            onClick={() => run('toggle')}
            onPlay={(event) => pauseOthers(event.currentTarget)}
            onVolumeChange={sound.onVolumeChange}
          >
            <VideoTracks video={video} />
          </video>
        </media-controller>
        {!started && (
          <Box sx={{ ...FILL, pointerEvents: 'none', '& img': { objectFit: 'contain' } }}>
            <Poster src={video.poster_url} />
          </Box>
        )}
      </Box>
      {showsCaptions && (
        <Box component="p" className="strip" aria-hidden sx={{ m: 0 }}>
          <bdi>{current.map((index) => lines[index]?.text).join('\n')}</bdi>
        </Box>
      )}
      <div ref={bottomBarRef} className="tray" data-upload-bar="off" data-watch-tray>
        <WatchTimeline
          controller={controller}
          element={element}
          // The timeline of a growing video shows only the available part and its end.
          duration={video.growing ? null : video.duration}
          ended={ended}
          seek={seek}
          offersStart={started && (startAt ?? 0) > 0}
        />
        {source.error ? (
          <Alert
            severity="error"
            sx={{ mx: { xs: 4, sm: 6 }, mb: 4 }}
            action={
              source.error !== 'unavailable' && (
                <Button variant="outlined" onClick={source.retry}>
                  {common.retry}
                </Button>
              )
            }
          >
            {playbackErrorText(source.error)}
          </Alert>
        ) : ended ? (
          <EndPanel next={next} counts={playsNext} onWatchAgain={() => playFrom(0)} onNext={onNext} back={endAction} />
        ) : (
          <WatchTray
            paused={paused && !isStarting}
            waiting={isLoading}
            sound={!sound.muted ? 'on' : isSessionSoundUnset() ? 'first' : 'off'}
            volume={<VolumeSlider controller={controller} changeVolume={sound.changeVolume} onSlide={sound.onSlide} />}
            captions={hasCaptions ? captions.shown : null}
            speed={player.speed}
            fullScreen={fullScreen}
            menuOpen={Boolean(menuAnchor)}
            run={run}
            onOpenMenu={setMenuAnchor}
            playButton={playButton}
          />
        )}
        {buffering === 'long' && !source.error && (
          <Alert severity="warning" role="status" sx={{ mx: { xs: 4, sm: 6 }, mb: 3 }}>
            {video.growing ? text.waitingForRest : text.waiting}
          </Alert>
        )}
      </div>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      <PlayerMenu
        player={player}
        anchor={menuAnchor}
        onClose={() => setMenuAnchor(null)}
        onClosed={() => {
          // The video has ended, which removed the button that opened the menu.
          if (document.activeElement === document.body)
            frame.current?.querySelector<HTMLElement>('.tray button')?.focus();
        }}
      />
    </Box>
  );
}
