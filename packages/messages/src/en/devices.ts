import { defineMessages } from '../define-messages.ts';

/** The list of devices where a person is logged in. */
export const devices = defineMessages('devices', {
  devices: 'Devices',
  intro: 'These are the phones, tablets and computers where you are logged in. If you do not know one, log it out.',
  loading: 'Loading your devices',
  loadFailed: "We couldn't load your devices",
  noneTitle: 'Nothing to show',
  noneText: 'We will list a device here the next time you log in.',
  elsewhereTitle: 'Your devices are somewhere else',

  /** A browser on a system, such as Chrome on Android. Both are names. */
  browserOn: '{browser} on {system}',
  unknown: 'A device we do not know',
  current: 'This device',
  lastUsed: 'Last used {time}',
  loggedIn: 'Logged in {date}',

  logOut: 'Log out',
  logOutOf: 'Log out {device}, last used {time}',
  logOutTitle: 'Log this device out?',
  logOutText: '{device} will need the password to get in again.',
  loggedOut: 'Logged out',

  everywhere: 'Log out everywhere',
  everywhereText: 'This ends every login, also on this device. You can log in again at once.',
  everywhereTitle: 'Log out on all devices?',
});
