import { defineMessages } from '../define-messages.ts';

/** The dialog in which the owner of a video chooses its still picture. */
export const posters = defineMessages('posters', {
  title: 'Change picture',
  hint: 'Choose the picture that people see before they play the video: a moment of the video, or a photo.',
  video: 'Video: {prompt}',
  moment: 'Moment',
  choosePhoto: 'Choose a photo instead',
  photo: 'The photo that you chose',
  backToVideo: 'Use a moment of the video',
  frameFailed: 'We could not take the picture from the video. Please choose another moment, or a photo.',
  saved: 'The picture is saved',
  savedText: 'It is what people see before they play the video.',
});
