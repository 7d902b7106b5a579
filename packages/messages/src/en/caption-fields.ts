import { defineMessages } from '../define-messages.ts';

/** Errors of captions that are sent to the API. */
export const captionFields = defineMessages('caption-fields', {
  startTooEarly: 'A caption cannot start before the video.',
  timeTooLate: 'This time is after the end of the video.',
  cueTooLong:
    '{max, plural, one {Please use at most # character per caption.} other {Please use at most # characters per caption.}}',
  cueEmpty: 'Please write something in each caption.',
  endBeforeStart: 'A caption must end after it starts.',
  noCues: 'Please write at least one caption.',
  tooManyCues: '{max, plural, one {Please use at most # caption.} other {Please use at most # captions.}}',
  notInOrder: 'The captions must be in the order of their start times.',
  tooLong: 'These captions are too long.',
});
