import { watching as text } from '@kinreel/messages/en/watching';
import ClosedCaptionDisabledOutlined from '@mui/icons-material/ClosedCaptionDisabledOutlined';
import ClosedCaptionOutlined from '@mui/icons-material/ClosedCaptionOutlined';
import FullscreenExitRounded from '@mui/icons-material/FullscreenExitRounded';
import FullscreenRounded from '@mui/icons-material/FullscreenRounded';
import PauseRounded from '@mui/icons-material/PauseRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Replay10Rounded from '@mui/icons-material/Replay10Rounded';
import VolumeOffRounded from '@mui/icons-material/VolumeOffRounded';
import VolumeUpRounded from '@mui/icons-material/VolumeUpRounded';
import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode, Ref } from 'react';
import { formatNumber } from '../../../shared/format/numbers.ts';
import type { PlayerCommand } from '../../../shared/player/player-keys.ts';
import { TrayButton } from './tray-button.tsx';

interface WatchTrayProps {
  paused: boolean;
  /** Whether it is buffering. */
  waiting: boolean;
  /** `first`: muted, and the person has not chosen yet. */
  sound: 'first' | 'on' | 'off';
  /** The slider of the volume. */
  volume: ReactNode;
  /** Null without captions. */
  captions: boolean | null;
  speed: number;
  fullScreen: boolean;
  menuOpen: boolean;
  run: (command: PlayerCommand) => void;
  onOpenMenu: (button: HTMLElement) => void;
  playButton: Ref<HTMLButtonElement>;
}

/** The buttons below the picture. */
export function WatchTray(props: WatchTrayProps) {
  const { paused, waiting, sound, volume, captions, speed, fullScreen, menuOpen, run, onOpenMenu, playButton } = props;
  return (
    <div className="buttons">
      <div>
        <TrayButton word={text.back} icon={<Replay10Rounded />} onClick={() => run('back')} />
        <TrayButton
          filled
          large
          buttonRef={playButton}
          word={paused ? text.play : text.pause}
          icon={
            waiting ? (
              <CircularProgress size={40} thickness={4} color="inherit" />
            ) : paused ? (
              <PlayArrowRounded />
            ) : (
              <PauseRounded />
            )
          }
          onClick={() => run('toggle')}
        />
        <TrayButton
          filled={sound === 'first'}
          name={sound === 'first' ? undefined : text.sound}
          on={sound === 'first' ? undefined : sound === 'on'}
          word={sound === 'first' ? text.turnSoundOn : sound === 'on' ? text.soundOn : text.soundOff}
          icon={sound === 'on' ? <VolumeUpRounded /> : <VolumeOffRounded />}
          onClick={() => run('mute')}
        />
        {volume}
      </div>
      <div className="second-row">
        {captions !== null && (
          <TrayButton
            name={text.captions}
            on={captions}
            word={captions ? text.captionsOn : text.captionsOff}
            icon={captions ? <ClosedCaptionOutlined /> : <ClosedCaptionDisabledOutlined />}
            onClick={() => run('captions')}
          />
        )}
        <TrayButton
          word={text.speed}
          icon={text.speedTimes({ speed: formatNumber(speed) })}
          menu={{ open: menuOpen }}
          onClick={(event) => onOpenMenu(event.currentTarget)}
        />
        <TrayButton
          word={fullScreen ? text.leaveFullScreen : text.fullScreen}
          icon={fullScreen ? <FullscreenExitRounded /> : <FullscreenRounded />}
          onClick={() => run('full-screen')}
        />
      </div>
    </div>
  );
}
