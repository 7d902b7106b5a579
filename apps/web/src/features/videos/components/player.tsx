import type { Video } from '@kinreel/contracts/videos';
import ClosedCaptionDisabledOutlined from '@mui/icons-material/ClosedCaptionDisabledOutlined';
import ClosedCaptionRounded from '@mui/icons-material/ClosedCaptionRounded';
import Forward10Rounded from '@mui/icons-material/Forward10Rounded';
import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded';
import FullscreenRounded from '@mui/icons-material/FullscreenRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Replay10Rounded from '@mui/icons-material/Replay10Rounded';
import TuneRounded from '@mui/icons-material/TuneRounded';
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded';
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import IconButton from '@mui/material/IconButton';
import type MediaController from 'media-chrome/media-controller';
import { useEffect, useRef, useState } from 'react';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { captionsEnabled, saveCaptionsPreference } from '../captions-preference.ts';
import { pauseOthers } from '../exclusive-playback.ts';
import '../player-elements.ts';
import { commandForKey, nextSpeed, type PlayerCommand } from '../player-keys.ts';
import { useBuffering } from '../use-buffering.ts';
import { openSource, type PlaybackErrorCode, type VideoSource } from '../video-source.ts';
import { useRenewMediaCookieMutation } from '../videos.api.ts';
import { PlaybackError } from './playback-error.tsx';
import { PlayerMenu } from './player-menu.tsx';
import { playerStyles } from './player-styles.ts';

interface PlayerProps {
  video: Video;
  /** The person pressed play: the focus goes along into the player. */
  takesFocus: boolean;
}

/** Seconds that the buttons and arrow keys go, and how much one key changes the volume (0 to 1). */
const STEP_SECONDS = 10;
const STEP_VOLUME = 0.1;

/** Seconds without a pointer or key until the controls fade. */
const FADE_AFTER_SECONDS = 4;

/** Plays a video with the product's own controls. It starts without sound (VID-01); one press turns it on. */
export function Player({ video, takesFocus }: PlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const source = useRef<VideoSource>(null);
  /** The finger that is down has called for the controls, which it did not see. */
  const calledFor = useRef(false);
  const [muted, setMuted] = useState(true);
  const [error, setError] = useState<PlaybackErrorCode | null>(null);
  const [captions, setCaptions] = useState(captionsEnabled);
  const [speed, setSpeed] = useState(1);
  const [sizes, setSizes] = useState<number[]>([]);
  const [size, setSize] = useState<number | null>(null);
  const [shownSize, setShownSize] = useState<number | null>(null);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);
  const buffering = useBuffering(element);
  const [renewMediaCookie] = useRenewMediaCookieMutation();
  const latest = useRef(video);
  latest.current = video;

  useEffect(() => {
    const player = element.current;
    if (!player) return;
    player.volume = 0;
    player.muted = true;
    const opened = openSource(player, () => latest.current, {
      onSizes: setSizes,
      onSize: setShownSize,
      onError: setError,
      renewMediaCookie: async () => !(await renewMediaCookie()).error,
    });
    source.current = opened;
    opened.play();
    return () => {
      player.pause();
      opened.close();
    };
  }, [renewMediaCookie]);

  useEffect(() => {
    const controller = frame.current?.querySelector<MediaController>('media-controller');
    controller?.setAttribute('aria-label', `Video: ${video.prompt}`);
    // The menu, notes and alerts over the picture go along into full screen.
    if (controller && frame.current) controller.fullscreenElement = frame.current;
    const play = frame.current?.querySelector<HTMLElement>('media-play-button');
    // The controls show themselves at first, as after any touch of theirs.
    play?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, composed: true }));
    // Unless the person has gone elsewhere while the player was fetched.
    const waits = !document.activeElement || document.activeElement === document.body;
    if (takesFocus && waits) play?.focus({ preventScroll: true });
  }, [takesFocus, video.prompt]);

  useEffect(() => {
    const player = element.current;
    if (player) player.defaultPlaybackRate = player.playbackRate = speed;
  }, [speed]);

  useEffect(() => {
    if (!video.captions_url) return;
    const track = element.current?.querySelector<HTMLTrackElement>('track[kind=captions]')?.track;
    if (track) track.mode = captions ? 'showing' : 'hidden';
  }, [captions, video.captions_url]);

  /** Sound that is turned on for the first time has to be heard: the volume was 0 as well. */
  function onVolumeChange() {
    const player = element.current;
    if (!player) return;
    if (muted && !player.muted && player.volume === 0) player.volume = 1;
    setMuted(player.muted || player.volume === 0);
  }

  function setSound(on: boolean) {
    const player = element.current;
    if (!player) return;
    player.muted = !on;
    if (on && player.volume === 0) player.volume = 1;
  }

  function turnSoundOn() {
    setSound(true);
    frame.current?.querySelector<HTMLElement>('media-play-button')?.focus({ preventScroll: true });
  }

  function toggleCaptions() {
    saveCaptionsPreference(!captions);
    setCaptions(!captions);
  }

  function seek(seconds: number) {
    const player = element.current;
    if (player) player.currentTime = Math.min(Math.max(0, seconds), player.duration || 0);
  }

  function changeVolume(by: number) {
    const player = element.current;
    if (!player) return;
    const volume = Math.min(1, Math.max(0, (player.muted ? 0 : player.volume) + by));
    player.volume = Math.round(volume * 100) / 100;
    player.muted = player.volume === 0;
  }

  /** As the button does, but the focus stays where it is. */
  function toggleFullScreen() {
    const request = document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest';
    frame.current?.querySelector('media-controller')?.dispatchEvent(new CustomEvent(request));
  }

  function run(command: PlayerCommand) {
    const player = element.current;
    if (!player) return;
    if (command === 'toggle') player.paused ? player.play().catch(() => undefined) : player.pause();
    else if (command === 'back') seek(player.currentTime - STEP_SECONDS);
    else if (command === 'forward') seek(player.currentTime + STEP_SECONDS);
    else if (command === 'start') seek(0);
    else if (command === 'end') seek(player.duration);
    else if (command === 'louder') changeVolume(STEP_VOLUME);
    else if (command === 'quieter') changeVolume(-STEP_VOLUME);
    else if (command === 'mute') setSound(muted);
    else if (command === 'captions' && video.captions_url) toggleCaptions();
    else if (command === 'slower') setSpeed(nextSpeed(speed, -1));
    else if (command === 'faster') setSpeed(nextSpeed(speed, 1));
    else if (command === 'full-screen') toggleFullScreen();
  }

  function retry() {
    setError(null);
    source.current?.play();
    frame.current?.querySelector<HTMLElement>('media-play-button')?.focus({ preventScroll: true });
  }

  return (
    <Box
      ref={frame}
      sx={playerStyles}
      data-open={menuAnchor ? '' : undefined}
      onPointerDownCapture={({ pointerType }) => {
        const hidden = frame.current?.querySelector('media-controller[userinactive]:not([mediapaused])');
        calledFor.current = pointerType === 'touch' && Boolean(hidden);
      }}
      onClickCapture={(event) => {
        // They came under the finger before it was lifted.
        if (calledFor.current && (event.target as Element).closest('.control-bar')) event.stopPropagation();
        calledFor.current = false;
      }}
      onKeyDown={(event) => {
        // A menu that hangs from here has keys of its own.
        if (!frame.current?.contains(event.target as Node) || menuAnchor) return;
        const command = commandForKey(event, kindOf(event.target as HTMLElement));
        if (!command) return;
        event.preventDefault();
        run(command);
      }}
    >
      <media-controller
        nohotkeys
        novolumepref
        nomutedpref
        autohide={String(FADE_AFTER_SECONDS)}
        defaultduration={video.duration ?? undefined}
      >
        <video
          ref={element}
          slot="media"
          poster={video.poster_url ?? undefined}
          muted
          playsInline
          preload="none"
          tabIndex={-1}
          aria-label={video.prompt}
          onPlay={(event) => pauseOthers(event.currentTarget)}
          onVolumeChange={onVolumeChange}
        >
          {video.captions_url && <track kind="captions" label="Captions" src={video.captions_url} default />}
          {video.preview_url && <track kind="metadata" label="thumbnails" src={video.preview_url} default />}
        </video>
        <div className="control-bar">
          <div className="time-row num">
            <media-time-display notoggle />
            <media-time-range />
            <media-duration-display />
          </div>
          <div className="buttons">
            <media-play-button notooltip>
              <PlayArrowRounded slot="play" />
              <PauseRounded slot="pause" />
            </media-play-button>
            <media-seek-backward-button notooltip seekoffset={String(STEP_SECONDS)}>
              <Replay10Rounded slot="icon" />
            </media-seek-backward-button>
            <media-seek-forward-button notooltip seekoffset={String(STEP_SECONDS)}>
              <Forward10Rounded slot="icon" />
            </media-seek-forward-button>
            <span className="space" />
            <media-mute-button
              notooltip
              // Before its own, which would go on with a low volume.
              onClickCapture={() => setSound(muted)}
            >
              <VolumeOffRounded slot="off" />
              <VolumeUpRounded slot="low" />
              <VolumeUpRounded slot="medium" />
              <VolumeUpRounded slot="high" />
            </media-mute-button>
            <media-volume-range />
            {video.captions_url && (
              <IconButton aria-label="Captions" aria-pressed={captions} onClick={toggleCaptions}>
                {captions ? <ClosedCaptionRounded /> : <ClosedCaptionDisabledOutlined />}
              </IconButton>
            )}
            <IconButton
              aria-label="Settings of the video"
              aria-haspopup="menu"
              aria-expanded={Boolean(menuAnchor)}
              onClick={(event) => setMenuAnchor(event.currentTarget)}
            >
              <TuneRounded />
            </IconButton>
            <media-fullscreen-button notooltip>
              <FullscreenRounded slot="enter" />
              <FullscreenExitRounded slot="exit" />
            </media-fullscreen-button>
          </div>
        </div>
      </media-controller>
      <PlayerMenu
        anchor={menuAnchor}
        frame={frame.current}
        speed={speed}
        onSpeed={setSpeed}
        sizes={sizes}
        size={size}
        shownSize={shownSize}
        onSize={(height) => {
          setSize(height);
          source.current?.chooseSize(height);
        }}
        onSmallWindow={
          document.pictureInPictureEnabled
            ? () => void element.current?.requestPictureInPicture().catch(() => undefined)
            : null
        }
        onClose={() => setMenuAnchor(null)}
      />
      {buffering !== 'none' && !error && (
        <div className="buffering">
          <Spinner label="Loading the video" />
          {buffering === 'long' && <span role="status">The line is slow. Your video goes on as soon as it can.</span>}
        </div>
      )}
      {error ? (
        <PlaybackError code={error} onRetry={retry} />
      ) : (
        muted && (
          <ButtonBase className="unmute" onClick={turnSoundOn}>
            <VolumeUpRounded aria-hidden />
            Turn sound on
          </ButtonBase>
        )
      )}
    </Box>
  );
}

/** Controls that have keys of their own. */
function kindOf(target: HTMLElement): 'button' | 'slider' | null {
  if (target.closest('media-time-range, media-volume-range')) return 'slider';
  return target.closest('button, [role=button]') ? 'button' : null;
}
