import { defineMessages } from '../define-messages.ts';

/** Errors of fields in requests and forms, except those of a profile and of captions. */
export const validation = defineMessages('validation', {
  // The specification's exact texts (section 5).
  promptMissing: 'Please choose a Prompt before uploading',
  recipientMissing: 'Select recipient',

  wordsMissing: 'Please write it in your own words.',
  momentMissing: 'Please choose a moment of the video.',
  promptOrWords: 'Please choose a question, or write one.',
  timeZoneUnknown: 'We do not know this time zone. Please choose another one.',
  addressIncomplete: 'This address is incomplete. Check the link and try again.',
  tooLong: '{max, plural, one {Please use at most # character.} other {Please use at most # characters.}}',
  tooShort: '{min, plural, one {Please use at least # character.} other {Please use at least # characters.}}',
  invalidCharacters: 'Please use only letters, numbers and signs.',
  dateInvalid: 'Please choose another date.',
  dateInPast: 'Please choose a date in the future.',
  dateTooLate:
    '{years, plural, one {Please choose a date within the next year.} other {Please choose a date within the next # years.}}',
  bannerMissing: 'Please choose one of the banners.',
  permissionMissing: 'Please choose who may see this video.',
  relationshipMissing: 'Please choose friend or family.',
  nothingSent: 'Please send at least one field.',
  linkInvalid: 'This link cannot be shortened.',
  tooManyRecipients: 'Please choose at most {max, plural, one {# person} other {# people}} at a time.',
});
