import { defineMessages } from '../define-messages.ts';

/** Push messages to a device while the app is closed. */
export const push = defineMessages('push', {
  offerTitle: 'Hear of an answer right away',
  offerText: 'This device can tell you when someone answers, asks you or says something about your video.',
  turnOn: 'Tell me on this device',
  later: 'Not now',
  isOn: 'This device will tell you now',
  title: 'On this device',
  hint: 'It works while Kinreel is closed, too, until you log out here. You choose above what we tell you about.',
  blocked: 'Your browser does not allow it. Allow notifications for this site in your browser, then try again.',
  unsupported: 'This browser cannot do it. On an iPhone or iPad, add Kinreel to your home screen and open it there.',
  saved: 'Saved',
  loadFailed: "We couldn't load this setting",
});
