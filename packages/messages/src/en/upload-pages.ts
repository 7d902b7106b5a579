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

  /** Buttons of an upload. */
  discard: 'Discard',
  discardVideo: 'Discard: {prompt}',
  chooseAgain: 'Choose it again',
  show: 'Show',
  uploadedOn: 'Uploaded on {date}',
});
