import { defineMessages } from '../define-messages.ts';

/** The mail that gathers what is new. Each entry begins with the name of a person. */
export const digests = defineMessages('digests', {
  subject:
    '{others, plural, =0 {{product}: news from {name}} one {{product}: news from {name} and another person} other {{product}: news from {name} and # others}}',
  intro: 'Hello {recipient},\nthis is new for you on {product}.',
  more: 'See what else is new',

  note: 'A note about your video “{prompt}”',
  heart: 'A heart for your video “{prompt}”',
  seeVideo: 'See your video',
  question: 'A question for you',
  answer: 'See the question',
  answered: 'An answer to your question',
  watchAnswer: 'Watch the answer',
  shared: 'A video for you',
  opened: 'A video that is open for you now',
  watch: 'Watch the video',
  request: '{relationship, select, family {Would like to connect as family} other {Would like to connect as friends}}',
  seeRequest: 'See the request',
  accepted: '{relationship, select, family {You are now connected as family} other {You are now connected as friends}}',
  seePage: 'See the page',
  steward: 'Asks you to look after their videos if they no longer can',
  seeSteward: 'See what it means',
});
