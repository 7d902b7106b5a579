import { defineMessages } from '../define-messages.ts';

/** The list of unfinished uploads, and the dialog that starts one. */
export const uploadPages = defineMessages('upload-pages', {
  or: 'or',
  record: 'Record a video',

  loading: 'Loading your uploads',
  failed: "We couldn't load your uploads",
  emptyTitle: 'All your videos are ready',
  emptyText: 'Videos appear here while they upload and get ready.',
  seeVideos: 'See my videos',

  /** On the page of the user's own videos. */
  questionNeededTitle: 'Your video is waiting for its question',
  questionNeededText: 'Choose the question that {name} answers. Then we can show it here.',
  chooseQuestion: 'Choose a question',
  audienceTitle: 'Who may see your new video?',
  audienceText: 'Now only you can see it: {prompt}',
  /** `sentence` says who can see it, such as: Mia can see this */
  sharedText: '{sentence}: {prompt}',
  chooseAudience: 'Choose who may see it',
  keepPrivate: 'Keep it for me',
  keepShared: 'Keep it like this',

  /** Buttons of an upload. */
  discard: 'Discard',
  discardVideo: 'Discard: {prompt}',
  chooseAgain: 'Choose it again',
  show: 'Show',
  uploadedOn: 'Uploaded on {date}',
});
