import { defineMessages } from '../define-messages.ts';

/** Profile page, Edit Information and the profile photo. */
export const profile = defineMessages('profile', {
  // The specification's exact texts (sections 4 and 8).
  photoTitle: 'Upload your Image',

  photoOf: 'Photo of {name}',
  readMore: 'Read more',
  readLess: 'Read less',
  saved: 'Your profile is saved',
  aboutMe: 'About me',
  aboutMeHint: 'A few words about you (optional). {used} of {max} characters',

  showInSearch: 'Let people find me in search',
  showInSearchHint:
    'When this is off, only people you are connected with find you by your name. Others can still open your page by a link.',
  showOnLinks: 'Show my name and question on links',
  showOnLinksHint:
    'People who open your link see your first name and the question before they log in. Turn this off to show neither.',

  uploadPhoto: 'Upload Photo',
  savePhoto: 'Save Photo',
  sendingPhoto: 'Sending',
  photoSavedTitle: 'Your photo is saved',
  photoSavedText: 'Everyone will see your new photo.',
  photoHint: 'Next, choose the part to show.',
  photoPosition: 'Position of your photo',
  photoPreview: 'Your photo as others will see it',
  photoMove: 'Drag the photo to move it. You can also use the arrow keys.',
  zoom: 'Zoom',
});
