import { defineMessages } from '../define-messages.ts';

/** The recorder, and the recordings on this device that were not uploaded yet. */
export const recording = defineMessages('recording', {
  /** Title of the page. */
  pageTitle: 'Record',
  chooseQuestion: 'What would you like to answer?',
  loadingRecording: 'Loading your recording',
  closeRecorder: 'Close the recorder',

  yourQuestion: 'Your question',
  changeQuestion: 'Change',
  advice: 'Take your time. Look into the camera, and speak as you would at the kitchen table.',
  yourAnswer: 'Your answer',
  yourAnswerLength: 'Your answer, {length}',

  /** Names of the part with the picture. */
  camera: 'Camera',
  yourRecording: 'Your recording',
  cameraPreview: 'What your camera sees',
  answerTo: 'Your answer to: {question}',

  setupTitle: 'First, the camera',
  setupText:
    'Your browser will ask if Kinreel may use your camera and microphone. Choose Allow. Nothing is recorded until you press Record, and nothing is sent until you save your answer.',
  turnOnCamera: 'Turn on the camera',
  turningOnCamera: 'Turning on the camera',
  uploadInstead: 'Upload a file instead',

  tooShort: 'That was too short to save. Please try again.',
  spaceLeft:
    '{minutes, plural, one {There is space for about # minute on this device.} other {There is space for about # minutes on this device.}}',

  /** Name of the group of buttons. */
  controls: 'Recorder',
  settings: 'Settings',
  record: 'Record',
  switchCamera: 'Switch',
  startsIn: 'Recording starts in',
  notYet: 'Not yet',
  startOver: 'Start over',
  pause: 'Pause',
  continue: 'Continue',
  finish: 'Finish',

  /** Shown next to the recorded time. */
  recording: 'Recording',
  paused: 'Paused',
  /** Announced every minute; length as in "2 min". */
  recorded: '{length} recorded',
  savingRecording: 'Saving your recording',
  recordingFinished: 'Recording finished',

  saveAnswer: 'Save my answer',
  recordAgain: 'Record again',
  safeWhileRecording: 'Safe on this device as you speak',
  safeUntilUploaded: 'Safe on this device until it is uploaded',
  onlyInTab: 'This browser cannot store videos. Keep this tab open until your video is uploaded.',

  endedDisconnected: 'Camera or microphone disconnected. You still have everything you recorded before that.',
  endedDeviceFull: 'This device is out of space. You still have everything you recorded before that.',
  endedTooLong: 'A video can be two hours long, so the recording stopped here. You still have all of it.',
  endedFailed: 'The recording stopped because of a problem. You still have everything you recorded before that.',

  startOverTitle: 'Start over?',
  startOverText: 'What you have recorded so far ({length}) will be deleted.',
  recordAgainTitle: 'Record again?',
  recordAgainText: 'This recording will be deleted, and you start a new one.',
  leaveTitle: 'Leave without this recording?',
  leaveText: 'It is only in this tab. It will be deleted when you leave.',
  leave: 'Leave',
  stopTitle: 'Stop recording?',
  stopText: 'What you have recorded so far stays on this device. You can find it on your videos page.',
  stop: 'Stop',
  keepRecording: 'Keep recording',

  soundLevel: 'Sound level',
  soundGood: 'We hear you well',
  soundQuiet: 'A bit quiet. Please come closer.',
  soundSilent: "We can't hear you",
  withoutSound: 'Without sound',

  devicesTitle: 'Camera and microphone',
  microphone: 'Microphone',
  /** If the browser does not know the device's name. */
  cameraNumber: 'Camera {number}',
  microphoneNumber: 'Microphone {number}',
  done: 'Done',

  notUploaded: 'Recordings that are not uploaded yet',
  recordingOf: 'Recording of {question}',
  recordingFrom: 'You have a recording from {when}.',
  recordingFromLength: 'You have a recording from {when}, {length}.',
  notUploadedYet: 'It is not uploaded yet.',
  saveNow: 'Save now',
  saveRecording: 'Save now: {question}',
  watch: 'Watch it',
  watchRecording: 'Watch it: {question}',
  delete: 'Delete',
  deleteRecording: 'Delete recording: {question}',
  deleteTitle: 'Delete this recording?',
  deleteText: 'It is only on this device. You cannot get it back.',
  /** Start of a file name if the question contains no letters. */
  fileName: 'Recording',

  tryAgain: 'Try again',
  recordWithoutSound: 'Record without sound',
  blockedTitle: 'The camera is not allowed yet',
  blockedText: 'Your browser does not let Kinreel use the camera and the microphone.',
  dismissedTitle: 'The browser’s question was closed',
  dismissedText: 'Press Try again, and choose Allow when your browser asks.',
  noCameraTitle: 'We found no camera',
  noCameraText: 'If you have one, plug it in and press Try again. Or film with your phone and upload that video.',
  noMicrophoneTitle: 'We found no microphone',
  noMicrophoneText: 'Plug one in and press Try again, or record a video without sound.',
  microphoneBlockedTitle: 'The microphone is not allowed yet',
  microphoneBlockedText: 'Or record a video without sound.',
  inUseTitle: 'The camera is busy',
  inUseText: 'Another program is using it, perhaps a video call. Close that program and press Try again.',
  insecureTitle: 'The camera needs a secure address',
  insecureText:
    'The camera only works when the web address begins with https. Ask the person who runs your Kinreel for that address.',
  unsupportedTitle: 'This browser cannot record',
  unsupportedText: 'Film with the camera app of your phone or computer, and upload that video.',
  noSpaceTitle: 'This device is out of space',
  noSpaceText: 'Delete something you no longer need, or upload a video that you already have.',
  failedTitle: 'The camera did not start',
  failedText: 'Please try again. If it still does not start, close other programs that use the camera.',

  allowInApplePhoneSettings:
    'Open the settings of this device, choose this browser, and turn on Camera and Microphone. Then come back.',
  allowInIosSafari:
    'Tap the button next to the web address, then the three dots, and choose Website Settings. Set Camera and Microphone to Allow.',
  allowInFirefox:
    'Click the crossed-out camera or microphone next to the web address, and remove “Blocked”. Then press Try again.',
  allowInAndroidChrome:
    'Tap the icon to the left of the web address, then Permissions, and turn on Camera and Microphone. Then press Try again.',
  allowInChrome:
    'Click the icon to the left of the web address, and turn on Camera and Microphone. Then press Try again.',
  allowInSafari:
    'In the Safari menu at the top of the screen choose Settings for this Website, and set Camera and Microphone to Allow.',
  allowElsewhere:
    'Open the settings of this page, usually next to the web address, and allow the camera and the microphone.',
});
