import { defineMessages } from '../define-messages.ts';

/** The dialog "Edit Banner". */
export const banners = defineMessages('banners', {
  // The specification's texts (section 4), to the letter.
  editBanner: 'Edit Banner',
  saveChanges: 'Save Changes',

  banner: 'Banner',
  preview: 'This is how your page will look. Nothing changes until you save.',
  saved: 'Your banner is saved',
});
