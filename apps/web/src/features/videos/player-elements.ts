/** The media-chrome elements of the player, with their texts and types. */
import 'media-chrome/media-controller';
import 'media-chrome/media-fullscreen-button';
import 'media-chrome/media-mute-button';
import 'media-chrome/media-play-button';
import 'media-chrome/media-seek-backward-button';
import 'media-chrome/media-seek-forward-button';
import 'media-chrome/media-time-display';
import 'media-chrome/media-duration-display';
import 'media-chrome/media-time-range';
import 'media-chrome/media-volume-range';
import { addTranslation } from 'media-chrome/utils/i18n';
import type { HTMLAttributes, ReactNode, Ref } from 'react';

/** Accessible names and tooltips. Only the keys that these elements use. */
addTranslation('en', {
  Play: 'Play',
  Pause: 'Pause',
  play: 'Play',
  pause: 'Pause',
  Mute: 'Turn the sound off',
  Unmute: 'Turn the sound on',
  mute: 'Turn the sound off',
  unmute: 'Turn the sound on',
  volume: 'Volume',
  seek: 'Place in the video',
  'playback time': 'Time',
  'Seek backward': 'Back 10 seconds',
  'Seek forward': 'Forward 10 seconds',
  'seek back {seekOffset} seconds': 'Back {seekOffset} seconds',
  'seek forward {seekOffset} seconds': 'Forward {seekOffset} seconds',
  'Enter fullscreen mode': 'Full screen',
  'Exit fullscreen mode': 'Leave full screen',
  'enter fullscreen mode': 'Full screen',
  'exit fullscreen mode': 'Leave full screen',
});

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
}

interface SeekProps extends ElementProps {
  /** Seconds. */
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
      'media-volume-range': ElementProps;
      'media-time-range': ElementProps;
      'media-time-display': ElementProps & { notoggle?: boolean };
      'media-duration-display': ElementProps;
      'media-fullscreen-button': ElementProps;
    }
  }
}
