import { defineMessages } from '../define-messages.ts';

/** The video player. */
export const player = defineMessages('player', {
  video: 'Video: {prompt}',
  captions: 'Captions',
  slow: 'Waiting for your connection. Nothing is lost.',
  loadingVideo: 'Loading the video',
  connectionLost: 'Connection lost. Press Retry to continue where you stopped.',
  unavailable: 'You can no longer watch this video. It was deleted, or it is no longer shared with you.',
  loggedOut: 'You are logged out. Please log in to keep watching.',
  unplayable: 'This video does not play on this device.',

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

  // Announced by screen readers after a key press.
  saidPlaying: 'Playing',
  saidPaused: 'Paused',
  saidStart: 'At the start',
  saidEnd: 'At the end',
  saidVolume: 'Volume {percent}',
  saidSoundOn: 'Sound on',
  saidSoundOff: 'Sound off',
  saidCaptionsOn: 'Captions on',
  saidCaptionsOff: 'Captions off',
  saidSpeed: 'Speed {speed}',

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
  evenSound: 'All videos equally loud',
  smallWindow: 'Play in a small window',
});
