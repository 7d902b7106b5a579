import { player as text } from '@kinreel/messages/en/player';
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
import IconButton from '@mui/material/IconButton';
import './control-elements.ts';
import { SEEK_STEP_SECONDS } from './player-keys.ts';

interface PlayerControlsProps {
  /** Null without captions. */
  captions: { shown: boolean; toggle: () => void } | null;
  onToggleSound: () => void;
  /** The person has moved the slider of the volume. */
  onSlide: () => void;
  menuOpen: boolean;
  onOpenMenu: (button: HTMLElement) => void;
}

/** The control bar. Time runs from left to right in every language. */
export function PlayerControls({ captions, onToggleSound, onSlide, menuOpen, onOpenMenu }: PlayerControlsProps) {
  return (
    <div className="control-bar" dir="ltr">
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
        <media-seek-backward-button notooltip seekoffset={String(SEEK_STEP_SECONDS)}>
          <Replay10Rounded slot="icon" />
        </media-seek-backward-button>
        <media-seek-forward-button notooltip seekoffset={String(SEEK_STEP_SECONDS)}>
          <Forward10Rounded slot="icon" />
        </media-seek-forward-button>
        <span className="space" />
        {/* Runs before the button's own handler, which would turn on a low volume. */}
        <media-mute-button notooltip onClickCapture={onToggleSound}>
          <VolumeOffRounded slot="off" />
          <VolumeUpRounded slot="low" />
          <VolumeUpRounded slot="medium" />
          <VolumeUpRounded slot="high" />
        </media-mute-button>
        <media-volume-range onInput={onSlide} />
        {captions && (
          <IconButton aria-label={text.captions} aria-pressed={captions.shown} onClick={captions.toggle}>
            {captions.shown ? <ClosedCaptionRounded /> : <ClosedCaptionDisabledOutlined />}
          </IconButton>
        )}
        <IconButton
          aria-label={text.settings}
          aria-haspopup="menu"
          aria-expanded={menuOpen}
          onClick={(event) => onOpenMenu(event.currentTarget)}
        >
          <TuneRounded />
        </IconButton>
        <media-fullscreen-button notooltip>
          <FullscreenRounded slot="enter" />
          <FullscreenExitRounded slot="exit" />
        </media-fullscreen-button>
      </div>
    </div>
  );
}
