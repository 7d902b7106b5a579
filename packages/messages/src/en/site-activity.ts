import { defineMessages } from '../define-messages.ts';

/** Activity for site owners: accounts and registration. */
export const siteActivity = defineMessages('site-activity', {
  intro:
    'What changed about accounts, who can sign up and the list of questions, for a year. What people share is not listed here.',
  loading: 'Loading the activity',
  loadFailed: "We couldn't load the activity",
  noneText: 'When an account is turned off or someone starts to manage this site, you can read it here.',

  accountOff: 'The account of {name} was turned off',
  accountOn: 'The account of {name} was turned on again',
  deletionAsked: 'The account of {name} was closed and will be deleted',
  deletionCalledOff: 'The account of {name} is kept',
  accountDeleted: 'An account was deleted',
  siteOwnerMade: '{name} looks after this site now',
  siteOwnerEnded: '{name} no longer looks after this site',
  invitationMade: '{name} invited people to sign up',
  invitationEnded: 'An invitation of {name} to sign up no longer works',
  promptAdded: 'The question “{prompt}” was added',
  promptChanged: 'A question was changed to “{prompt}”',
  promptHidden: 'The question “{prompt}” was hidden',
  promptShown: 'The question “{prompt}” is in the list again',
  by: '{what}, by {name}',
  registration:
    '{mode, select, open {All people can sign up now} invited {Only invited people can sign up now} other {Nobody new can sign up now}}',
  inviting:
    '{who, select, everyone {All people here can invite new people now} other {Only people who look after this site can invite new people now}}',
});
