import { defineMessages } from '../define-messages.ts';

/** The dialog in which the owner of a video chooses its start and its end. */
export const trimming = defineMessages('trimming', {
  title: 'Trim',
  video: 'Video: {prompt}',
  hint: 'Choose where the video starts and ends. Other people only get what is left. We keep the whole video for you.',
  start: 'Start',
  end: 'End',
  startHere: 'Start here',
  endHere: 'End here',
  left: '{left} of {all} is left',
  waiting: 'While we prepare it, only you can see the video.',
  picture: 'We take a new picture from what is left.',
  captions: 'Captions at the cut stay hidden until you check and save them.',
  trimmedTitle: 'This video is trimmed',
  trimmedText: 'You see {start} to {end} of {all}. To get more of it back, show the whole video again.',
  showWhole: 'Show the whole video again',
  saved: 'Saved',
  savedText: 'We are preparing the video. Until it is ready, only you can see it.',
});
