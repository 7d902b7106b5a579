import { defineMessages } from '../define-messages.ts';

/** The dialog "Edit Banner". */
export const banners = defineMessages('banners', {
  // The specification's exact texts (section 4).
  editBanner: 'Edit Banner',
  saveChanges: 'Save Changes',

  banner: 'Banner',
  preview: 'This is how your page will look. Nothing changes until you save.',
  saved: 'Your banner is saved',
});
