import { defineMessages } from '../define-messages.ts';

/** Uploading a video: the dialog, its progress, and the list of unfinished uploads. */
export const uploads = defineMessages('uploads', {
  // The specification's exact texts (section 5).
  title: 'Upload Video Here!',
  drop: 'Click or Drag 1 Video Here',
  rejected: 'Video files only',
  promptRequiredTitle: 'Prompt Required',
  promptRequiredText: 'Please choose a Prompt before uploading',

  addVideo: 'Add your video',
  /** Shown in the drop area on devices without drag and drop. */
  chooseVideo: 'Choose a video',
  yourVideo: 'Your video',
  hint: 'One video, up to two hours long.',
  chooseAgain: 'Choose {name} again',

  /** Name of the progress ring. */
  upload: 'Upload',
  sentLabel: 'Sent',
  speedLabel: 'Speed',
  timeLeftLabel: 'Time left',
  /** part and total are sizes: "86 of 210 MB", "400 kB of 2.5 GB". */
  partOf: '{part} of {total}',
  /** speed is a size. */
  perSecond: '{speed}/s',
  unknown: '…',

  uploading: 'You can close this window. If the connection is lost, the upload resumes automatically.',
  resumed: 'The upload has resumed. You can close this window.',
  uploadingWhileChoosing: 'Your video is uploading. You can choose the question it answers now.',
  pausedNote: 'Paused. Press Resume to continue where you stopped.',
  connectionLost: 'Connection lost. Upload resumes automatically.',
  nothingLost: '{progress} uploaded. Nothing is lost.',
  publishing: 'Upload complete. Almost ready.',
  promptNeeded: 'Uploaded. Now choose the question it answers.',
  fileNeeded: '{progress} uploaded. Choose the same video again to upload the rest.',
  fileNeededFromStart: 'Choose the video again to upload it.',
  otherFileTitle: '{name} is a different video.',
  otherFileText: 'To continue, choose {name} ({size}).',
  failedWithPrompt: 'Your video and your question are still here.',
  failed: 'Your video is still here.',
  expired: 'This upload expired. Please upload it again.',
  queued:
    '{count, plural, one {# more video will upload after this one.} other {# more videos will upload after this one.}}',

  // About the file on this device, before it is uploaded.
  watchFile: 'Watch from this device',
  cannotShowFile: 'This device cannot show this video yet. You can watch it here when it is ready.',

  pause: 'Pause',
  resume: 'Resume',
  tryNow: 'Try now',
  chooseAnother: 'Choose another video',
  stopTitle: 'Stop this upload?',
  stopText: 'The uploaded part of {name} will be deleted. Your video stays on your device.',
  stop: 'Stop',
  keepUploading: 'Keep uploading',

  // The badge in the header; percent as in "45%".
  badgeUploading: 'Uploading: {percent}. Open upload',
  badgePaused: 'Upload paused at {percent}. Open upload',
  badgeConnectionLost: 'Upload is waiting for the connection. Open upload',
  badgeFileNeeded: 'Upload needs your video again. Open upload',
  badgePromptNeeded: 'Your video needs a question, {percent} uploaded. Open upload',
  badgeFailed: 'Upload failed. Open upload',

  // One line in the list of uploads.
  rowUploading: 'Uploading: {percent}',
  rowPaused: 'Paused at {percent}',
  rowFileNeeded: '{percent} uploaded. Choose the video again to continue.',
  rowUploadingWithoutPrompt: 'Uploading: {percent}. Choose a question.',

  // On the page for choosing who may see an answer.
  answerStarting: 'Your answer is being sent.',
  answerSending: 'Sending, {percent}. You can continue here.',
  answerSent: 'Your answer is saved.',
  answerQueued: 'Your answer will be sent after your other video.',
  answerPaused: 'Sending is paused at {percent}.',
  answerConnectionLost: 'Waiting for your connection. Nothing is lost.',
  answerFailed: 'Your answer could not be sent. It is still on this device.',
  showUpload: 'Show the upload',

  // Announced by screen readers when it changes.
  saidUploading: 'Uploading: {percent}',
  saidPaused: 'Upload paused',
  saidConnectionLost: 'Waiting for the connection',
  saidComplete: 'Upload complete',

  inOtherTab: 'Uploading in another tab of this browser.',
  stoppedAtStart: 'Stopped before it began.',
  stopped: 'Stopped. {progress} uploaded.',
  startedOn: 'Started on {date}',
  fileStartedOn: '{name}, started on {date}',
  resumeUpload: 'Resume: {title}',
  discard: 'Discard',
  discardUpload: 'Discard: {title}',
  discardTitle: 'Discard this upload?',
  discardText: 'The uploaded part of {name} will be deleted. The video stays on the device it comes from.',
  discarded: 'The upload was discarded',
});
