import type { Video } from '@kinreel/contracts/videos';
import { player as text } from '@kinreel/messages/en/player';
import Box from '@mui/material/Box';
import type MediaController from 'media-chrome/media-controller';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { pauseOthers } from '../exclusive-playback.ts';
import { addPlayerTexts } from '../player-elements.ts';
import { commandForKey, focusedControl } from '../player-keys.ts';
import { useHiddenControlsGuard } from '../use-hidden-controls-guard.ts';
import { usePlayer } from '../use-player.ts';
import { PlayerControls } from './player-controls.tsx';
import { PlayerMenu } from './player-menu.tsx';
import { PlayerNotices } from './player-notices.tsx';
import { playerStyles } from './player-styles.ts';

interface PlayerProps {
  video: Video;
  /** A person pressed play, so the focus moves into the player. */
  takesFocus: boolean;
}

/** Seconds without a pointer or key until the controls fade. */
const FADE_AFTER_SECONDS = 4;

/** Plays a video with the product's own controls. It starts without sound (VID-01); one press turns it on. */
export function Player({ video, takesFocus }: PlayerProps) {
  useState(addPlayerTexts);
  const player = usePlayer(video);
  const { frame, element, sound, source, captions } = player;
  const guard = useHiddenControlsGuard(frame);
  const [menuAnchor, setMenuAnchor] = useState<HTMLElement | null>(null);

  useEffect(() => {
    const controller = frame.current?.querySelector<MediaController>('media-controller');
    controller?.setAttribute('aria-label', text.video({ prompt: video.prompt }));
    // The menu, notices and alerts over the picture are part of the full screen.
    if (controller && frame.current) controller.fullscreenElement = frame.current;
    const play = frame.current?.querySelector<HTMLElement>('media-play-button');
    // Shows the controls at first, as after any pointer input.
    play?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, composed: true }));
    // Unless the person moved the focus while the player was loading.
    const isFocusFree = !document.activeElement || document.activeElement === document.body;
    if (takesFocus && isFocusFree) play?.focus({ preventScroll: true });
  }, [frame, takesFocus, video.prompt]);

  function onKeyDown(event: KeyboardEvent) {
    // The open menu has its own keys, and its events bubble through React.
    if (!frame.current?.contains(event.target as Node) || menuAnchor) return;
    const command = commandForKey(event, focusedControl(event.target as HTMLElement));
    if (!command) return;
    event.preventDefault();
    player.run(command);
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
          onVolumeChange={sound.onVolumeChange}
        >
          {video.captions_url && <track kind="captions" label={text.captions} src={video.captions_url} default />}
          {/* media-chrome finds the preview images by this label. */}
          {video.preview_url && <track kind="metadata" label="thumbnails" src={video.preview_url} default />}
        </video>
        <PlayerControls
          captions={video.captions_url ? captions : null}
          onToggleSound={() => sound.setSound(sound.muted)}
          menuOpen={Boolean(menuAnchor)}
          onOpenMenu={setMenuAnchor}
        />
      </media-controller>
      <PlayerMenu
        anchor={menuAnchor}
        frame={frame.current}
        speed={player.speed}
        onSpeed={player.setSpeed}
        sizes={source.sizes}
        size={source.size}
        playingSize={source.playingSize}
        onSize={source.chooseSize}
        onSmallWindow={
          document.pictureInPictureEnabled
            ? () => void element.current?.requestPictureInPicture().catch(() => undefined)
            : null
        }
        onClose={() => setMenuAnchor(null)}
      />
      <PlayerNotices
        element={element}
        error={source.error}
        muted={sound.muted}
        onRetry={() => {
          source.retry();
          player.focusPlayButton();
        }}
        onTurnSoundOn={() => {
          sound.setSound(true);
          player.focusPlayButton();
        }}
      />
    </Box>
  );
}
