import { defineMessages } from '../define-messages.ts';

/** The page at a former address, for a browser that has recordings that were not sent. */
export const moved = defineMessages('moved', {
  title: 'This site has moved to {address}',
  text: 'Recordings that were not sent are still in this browser. They do not move by themselves.',
  steps: 'Download each one. Then upload the files at {address}.',
  download: 'Download recording {number}, {day}',
  fileName: 'Recording',
  goOn: 'Go to {address}',
});
