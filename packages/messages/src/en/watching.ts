import { defineMessages } from '../define-messages.ts';

/** The watch view. */
export const watching = defineMessages('watching', {
  /** `list` is the name of a tab or page, such as My Videos. */
  backTo: 'Back to {list}',
  /** Name of a list: the videos of another person. */
  videosOf: 'Videos of {name}',

  watch: 'Watch',
  watchQuestion: 'What would you like your family to remember?',
  videoMissing: 'We could not find this video.',
  linkMissing: 'This link no longer works. Please ask for a new one.',
  videoFailed: "We couldn't load the video",
  videoNotReady: 'It is not ready yet. Please try again in a few minutes.',

  back: '10 s back',
  play: 'Play',
  pause: 'Pause',
  turnSoundOn: 'Turn sound on',
  /** Names of the two switches; their labels show the state. */
  sound: 'Sound',
  captions: 'Captions',
  soundOn: 'Sound on',
  soundOff: 'Sound off',
  captionsOn: 'Captions on',
  captionsOff: 'Captions off',
  speed: 'Speed',
  /** The number on the button: 1×, 1.25×. */
  speedTimes: '{speed}×',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',

  now: 'Now at {time}',
  length: 'Length {time}',
  /** For stewards. */
  keep: 'Download this video',
  startAgain: 'Start again',
  startAgainLong: 'Start again from the beginning',

  waiting: 'Waiting for your connection. Nothing is lost.',
  /** Playback has caught up with video processing. */
  waitingForRest: 'You have seen all that is ready. The rest is coming.',

  said: 'What is said',
  saidHint: 'Choose a line to go there.',
  currentLine: 'Go to the current line',

  watchAgain: 'Watch again',
  next: 'Next:',
  startsIn: '{count, plural, one {Starts in # second} other {Starts in # seconds}}',
  nextStartsIn: '{count, plural, one {Next: {prompt} Starts in # second.} other {Next: {prompt} Starts in # seconds.}}',
  playNow: 'Play now',
  playNext: 'Play next',
  stop: 'Stop',

  upNext: 'Up next',
  playsNext: 'Play the next video automatically',

  byOn: '<name>{name}</name>, {date}',
  sharedWithYou: '{name} shared this with you',
  share: 'Share',
  shareVideo: 'Share: {prompt}',

  gone: '{name} is not sharing this video any more',
  goneUnnamed: 'You can no longer watch this video',
  goneText: 'It was deleted, or it is no longer shared with you.',
});
