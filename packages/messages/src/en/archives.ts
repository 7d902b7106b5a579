import { defineMessages } from '../define-messages.ts';

/** The archive of a person's data, and of videos that they look after as a steward. */
export const archives = defineMessages('archives', {
  title: 'Download everything',
  intro:
    'Get one file with all your videos, captions, questions and connections. You can open it on any computer, without the internet.',
  make: 'Make the file',
  makeAgain: 'Make a new file',
  asking: 'Starting',
  making: 'We are putting your file together. You can close this page: we will tell you when it is ready.',
  progress: 'Progress of your file',
  cancel: 'Stop',
  cancelled: 'Stopped',
  readyTitle: 'Your file is ready',
  ready: '{size}, made {date}. You can download it until {until}.',
  hint: 'Unpack the file, then open index.html in it. If the download stops, start it again: your browser continues where it stopped.',
  download: 'Download',
  remove: 'Delete this file',
  removeTitle: 'Delete this file?',
  removeText: 'Your videos stay as they are. You can make a new file at any time.',
  removed: 'Deleted',
  failedTitle: "We couldn't make your file",
  failed: 'Your videos are safe. Please try again. If it fails again, ask the people who run this site.',
  keepTitle: 'Keep the videos of {name}',
  keepIntro:
    'Get one file with the videos that {name} did not keep closed. You can open it on any computer, without the internet. You can download it as long as you look after them.',
  loading: 'Loading',
  loadFailed: "We couldn't load this page",
});
