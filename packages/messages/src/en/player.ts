import { defineMessages } from '../define-messages.ts';

/** The video player. */
export const player = defineMessages('player', {
  video: 'Video: {prompt}',
  captions: 'Captions',
  slow: 'Slow connection. Playback will resume shortly.',
  turnSoundOn: 'Turn sound on',

  play: 'Play',
  pause: 'Pause',
  mute: 'Turn the sound off',
  unmute: 'Turn the sound on',
  volume: 'Volume',
  position: 'Position in the video',
  time: 'Time',
  back: '{seconds, plural, one {Back # second} other {Back # seconds}}',
  forward: '{seconds, plural, one {Forward # second} other {Forward # seconds}}',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',

  settings: 'Video settings',
  speed: 'Speed',
  slower: 'Slower',
  normal: 'Normal',
  faster: 'Faster',
  fastest: 'Fastest',
  quality: 'Quality',
  automatic: 'Automatic',
  /** Height of the picture in pixels. */
  height: '{height}p',
  smallWindow: 'Play in a small window',
});
