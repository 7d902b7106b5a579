import { defineMessages } from '../define-messages.ts';

/** Labels and errors of profile fields, in all forms. */
export const profileFields = defineMessages('profile-fields', {
  // The specification's exact texts (sections 2 and 8).
  emailInvalid: 'Please enter a valid email address',
  passwordMissing: 'Choose a username and password!',
  outsideUnitedStates: 'Outside the United States',

  firstName: 'First Name',
  lastName: 'Last Name',
  city: 'City',
  state: 'State',
  country: 'Country',
  birthday: 'Birthday',

  countryHint: 'It is shown with your name, so that people find the right person.',
  birthdayHint: 'Only you see it.',

  firstNameMissing: 'Please enter your first name.',
  lastNameMissing: 'Please enter your last name.',
  cityMissing: 'Please enter your city.',
  countryMissing: 'Please enter your country.',
  birthdayMissing: 'Please enter your birthday.',
  birthdayInFuture: 'Your birthday cannot be later than today.',
  birthdayTooEarly: 'Please check the year of your birthday.',
  stateInvalid: 'Please choose a state from the list.',
});
