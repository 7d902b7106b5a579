import { defineMessages } from '../define-messages.ts';

/** The offer to add the app to the home screen. */
export const homeScreen = defineMessages('home-screen', {
  title: 'Add Kinreel to your home screen',
  text: 'Then you can open it with one tap, like an app.',
  steps: 'Tap the Share button of your browser. Then choose “Add to Home Screen”.',
  add: 'Add to home screen',
  later: 'Not now',
  understood: 'Got it',
});
