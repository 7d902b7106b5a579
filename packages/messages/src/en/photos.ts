import { defineMessages } from '../define-messages.ts';

/** Choosing a photo, for the profile or for a video. */
export const photos = defineMessages('photos', {
  // The specification's exact texts (section 4).
  drop: 'Click or Drag 1 Photo Here',
  rejected: 'Photo files only',

  another: 'Choose another photo',
  onlyOne: 'Please choose one photo at a time.',
  tooLarge: 'This photo is too large. Please choose one under {max}.',
  stillChosen: 'Your photo is still chosen here.',
  unreadable: 'We cannot open {name} here. Please choose a JPEG or PNG photo.',
});
