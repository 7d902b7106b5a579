import { defineMessages } from '../define-messages.ts';

/** A video that opens later, in the dialog with the people who can see it. */
export const opening = defineMessages('opening', {
  openLater: 'Open later',
  hint: 'Keep it closed until a day you choose, such as an 18th birthday. Until then only you can see it.',
  closed:
    'Closed until {date}. Until then only you can see it. Then we tell the people who can see it, also those you invite by email.',
  changeDate: 'Change the day',
  openNow: 'Open now',
  date: 'Opens on',
  dateInvalid: 'Please choose a day after today.',
  fromAge: 'Work it out from an age',
  birthday: 'Birthday of the person',
  age: 'Age',
  ageInvalid: 'Please enter a birthday and an age. The day must be after today.',
  useAge: 'Use this age',
  save: 'Save the day',
  cancel: 'Cancel',
  saved: 'Saved. It opens on {date}.',
  opened: 'It is open now',
});
