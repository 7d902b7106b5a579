import { defineMessages } from '../define-messages.ts';

/** Manage Library: find, select, change and delete videos. */
export const library = defineMessages('library', {
  videos: 'Your videos',
  find: 'Find a video',
  findHint: 'A question, or words you said',
  permission: 'Who may see it',
  all: 'All',
  sort: 'Sort by',
  newest: 'Newest first',
  oldest: 'Oldest first',
  prompt: 'Question',
  count: '{count, plural, one {# video} other {# videos}}',
  countSoFar: '{count, plural, one {# video so far. Loading the rest.} other {# videos so far. Loading the rest.}}',
  searching: 'Searching',
  captionSearchFailed: "We couldn't search what is said in your videos. You can still find them by their question.",
  noneTitle: 'No videos found',
  noneText: 'Try another word, or show all videos.',
  showAll: 'Show all',

  select: 'Select',
  selectedVideos: 'Selected videos',
  selected: '{count, plural, one {# selected} other {# selected}}',
  progress: '{completed} of {total}',
  selectAll: 'Select all',
  selectNone: 'Select none',
  whoSeesThem: 'Who may see them',
  /** Who may see a video, before the name of the permission; only for screen readers. */
  whoSees: 'Who may see it: {permission}',
  delete: 'Delete',
  stop: 'Stop',
  done: 'Done',
  failed: '{count, plural, one {This did not work for # video.} other {This did not work for # videos.}}',
  changed: '{count, plural, one {# video is changed} other {# videos are changed}}',
  deleted: '{count, plural, one {# video is deleted} other {# videos are deleted}}',
  deleteTitle: 'Are you sure you want to delete these videos?',
  deleteText: 'The deletion of these videos will be permanent.',
});
