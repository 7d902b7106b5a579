/** The media-chrome elements that both players use, with texts and types for all elements. */
import 'media-chrome/media-controller';
import 'media-chrome/media-time-range';
import 'media-chrome/media-volume-range';
import { player as text } from '@kinreel/messages/en/player';
import { addTranslation } from 'media-chrome/utils/i18n';
import type { HTMLAttributes, ReactNode, Ref } from 'react';
import { SEEK_STEP_SECONDS } from './player-keys.ts';

/** Sets the accessible names of these elements, only for keys that they use. */
export function addPlayerTexts(): void {
  const [back, forward] = [text.back({ seconds: SEEK_STEP_SECONDS }), text.forward({ seconds: SEEK_STEP_SECONDS })];
  // media-chrome falls back to English for unknown languages.
  addTranslation('en', {
    Play: text.play,
    Pause: text.pause,
    play: text.play,
    pause: text.pause,
    Mute: text.mute,
    Unmute: text.unmute,
    mute: text.mute,
    unmute: text.unmute,
    volume: text.volume,
    seek: text.position,
    'playback time': text.time,
    'Seek backward': back,
    'Seek forward': forward,
    'seek back {seekOffset} seconds': back,
    'seek forward {seekOffset} seconds': forward,
    'Enter fullscreen mode': text.fullScreen,
    'Exit fullscreen mode': text.leaveFullScreen,
    'enter fullscreen mode': text.fullScreen,
    'exit fullscreen mode': text.leaveFullScreen,
  });
}

interface ElementProps extends HTMLAttributes<HTMLElement> {
  ref?: Ref<HTMLElement>;
  children?: ReactNode;
  notooltip?: boolean;
}

interface ControllerProps extends ElementProps {
  /** Seconds without input until the controls fade. */
  autohide?: string;
  /** Duration in seconds, shown until the metadata is loaded. */
  defaultduration?: number | undefined;
  nohotkeys?: boolean;
  novolumepref?: boolean;
  nomutedpref?: boolean;
  /** Disables the default reaction to clicks on the picture. */
  gesturesdisabled?: boolean;
}

interface SeekProps extends ElementProps {
  /** In seconds. */
  seekoffset?: string;
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'media-controller': ControllerProps;
      'media-play-button': ElementProps;
      'media-seek-backward-button': SeekProps;
      'media-seek-forward-button': SeekProps;
      'media-mute-button': ElementProps;
      'media-volume-range': ElementProps & { mediacontroller?: string };
      'media-time-range': ElementProps & { mediacontroller?: string };
      'media-time-display': ElementProps & { notoggle?: boolean };
      'media-duration-display': ElementProps;
      'media-fullscreen-button': ElementProps;
    }
  }
}
