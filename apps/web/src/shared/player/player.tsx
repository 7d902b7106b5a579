import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type MediaController from 'media-chrome/media-controller';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { visuallyHidden } from '../ui/visually-hidden.ts';
import { pauseOthers } from './exclusive-playback.ts';
import type { PlayableVideo } from './playable-video.ts';
import { PlayerControls } from './player-controls.tsx';
import { addPlayerTexts } from './player-elements.ts';
import { commandForKey, focusedControl } from './player-keys.ts';
import { PlayerMenu } from './player-menu.tsx';
import { PlayerNotices } from './player-notices.tsx';
import { playerStyles } from './player-styles.ts';
import { useHiddenControlsGuard } from './use-hidden-controls-guard.ts';
import { usePlayer } from './use-player.ts';
import { useSpokenKeys } from './use-spoken-keys.ts';
import type { VideoStart } from './use-video-source.ts';
import { VideoTracks } from './video-tracks.tsx';

interface PlayerProps {
  video: PlayableVideo;
  /** Accessible name of the player. */
  label: string;
  /** Called with the video element for tools that work with it, and with null when it is removed. */
  onElement?: (element: HTMLVideoElement | null) => void;
  /** Where it starts, and whether it plays at once. Constant. */
  start?: VideoStart;
}

const START = { at: 0, autoPlay: false } as const;

/** Seconds without pointer or keyboard input until the controls fade. */
const FADE_AFTER_SECONDS = 4;

/**
 * A small player, with fading controls over the picture. For a person's own recordings, so it starts with sound and
 * waits for Play. Other videos are played in the watch view.
 */
export function Player({ video, label, onElement, start = START }: PlayerProps) {
  useState(addPlayerTexts);
  const player = usePlayer(video, { start, sound: 'own', captionsOverPicture: true });
  const { frame, element, sound, source, captions } = player;
  const { said, runKey } = useSpokenKeys(player);
  const guard = useHiddenControlsGuard(frame);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const controller = frame.current?.querySelector<MediaController>('media-controller');
    controller?.setAttribute('aria-label', label);
    // The full screen includes the menu, notices and alerts over the picture.
    if (controller && frame.current) controller.fullscreenElement = frame.current;
    const play = frame.current?.querySelector<HTMLElement>('media-play-button');
    // Shows the controls initially, as pointer input would.
    play?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, composed: true }));
  }, [frame, label]);

  useEffect(() => {
    onElement?.(element.current);
    return () => onElement?.(null);
  }, [element, onElement]);

  function onKeyDown(event: KeyboardEvent) {
    // The open menu handles its own keys; its events bubble through React.
    if (!frame.current?.contains(event.target as Node) || menuAnchor) return;
    const command = commandForKey(event, focusedControl(event.target as HTMLElement));
    if (!command) return;
    event.preventDefault();
    runKey(command);
  }

  return (
    <Box ref={frame} sx={playerStyles} data-open={menuAnchor ? '' : undefined} {...guard} onKeyDown={onKeyDown}>
      <media-controller
        nohotkeys
        novolumepref
        nomutedpref
        autohide={String(FADE_AFTER_SECONDS)}
        defaultduration={video.duration ?? undefined}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: the captions are in the track below, or drawn by the caption editor */}
        <video
          ref={element}
          slot="media"
          poster={video.poster_url ?? undefined}
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-label={video.prompt}
          onPlay={(event) => pauseOthers(event.currentTarget)}
          onVolumeChange={sound.onVolumeChange}
        >
          <VideoTracks video={video} />
        </video>
        {/* For touch, while paused. The control bar has the named, focusable button. */}
        <ButtonBase
          slot="centered-chrome"
          className="large-play"
          aria-hidden
          tabIndex={-1}
          onClick={() => player.run('toggle')}
        >
          <PlayArrowRounded />
        </ButtonBase>
        <PlayerControls
          captions={video.captions_url ? captions : null}
          onToggleSound={() => sound.setSound(sound.muted)}
          onSlide={sound.onSlide}
          menuOpen={Boolean(menuAnchor)}
          onOpenMenu={setMenuAnchor}
        />
      </media-controller>
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      <PlayerMenu player={player} anchor={menuAnchor} onClose={() => setMenuAnchor(null)} />
      <PlayerNotices
        element={element}
        error={source.error}
        onRetry={() => {
          source.retry();
          frame.current?.querySelector<HTMLElement>('media-play-button')?.focus({ preventScroll: true });
        }}
      />
    </Box>
  );
}
