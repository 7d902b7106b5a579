import { defineMessages } from '../define-messages.ts';

/** Reports of people and videos to the operator. */
export const reports = defineMessages('reports', {
  reportPerson: 'Report {name}',
  reportVideo: 'Report this video',
  personTitle: 'Report {name}',
  videoTitle: 'Report this video',
  intro: 'Your report goes to the people who run this site. Nobody else sees it, and {name} does not learn about it.',
  reasons: 'What is wrong?',
  reason:
    '{reason, select, bullying {It bullies or hurts someone} private {It shows something private without asking} nudity {It shows sex or violence} pretending {Someone pretends to be another person} other {Something else}}',
  reasonMissing: 'Please choose what is wrong.',
  words: 'What should we know?',
  wordsHint: 'Optional. {used} of {max} characters',
  send: 'Send report',
  sentTitle: 'Thank you',
  sent: 'Thank you. We will look at it.',
  sentBlock: 'Thank you. We will look at it. If you do not want to see {name} any more, you can also block them.',
});
