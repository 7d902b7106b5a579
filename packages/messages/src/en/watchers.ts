import { defineMessages } from '../define-messages.ts';

/** Who has watched a video, for its owner, and the setting of those who watch. */
export const watchers = defineMessages('watchers', {
  watchedBy: 'Watched by {names}',
  othersWatched: 'Watched by {names} and others',
  none: 'When people watch this video, you see their names here.',
  loading: 'Loading who watched this',
  loadFailed: "We couldn't load who watched this",
  showWhen: 'Show when',
  hideWhen: 'Hide when',
  list: 'Who watched this, and when',

  setting: 'Watching',
  settingFailed: "We couldn't load this setting",
  shown: 'Owners see that I watched their videos',
  shownHint: 'While this is off, nobody sees which videos you watched, before or from now on.',
  saved: 'Saved',
});
