import { defineMessages } from '../define-messages.ts';

/** Shared With Me, Shared By Me, and another person's videos. */
export const sharedVideos = defineMessages('shared-videos', {
  // The specification's exact texts (section 4).
  sharedBy: 'Shared by {name} ({email}) on {date}',
  /** Without the sender's email address, because it is not confirmed. */
  sharedByName: 'Shared by {name} on {date}',
  sharedWith: 'Shared with {names} on {date}',

  /** A video opened by link. */
  openedLink: "You opened {name}'s link on {date}",

  /** Ends a list of names. */
  others: '{count, plural, one {# other} other {# others}}',
  share: 'Share',

  withMeNoneTitle: 'Nothing has been shared with you yet',
  withMeNoneText: 'When someone shares a video with you, it appears here and we email you.',
  byMeNoneTitle: 'You have not shared a video yet',
  byMeNoneText: 'Each video in My Videos has a share button. Use it to choose people or to create a link.',
  personNone: "{name} hasn't shared any videos with you yet",
  preparing: 'This video is not ready yet.',

  remove: 'Remove',
  removeVideo: 'Remove: {prompt}',
  removeTitle: 'Remove this video from your list?',
  removeText: '{name} still has it and can share it with you again.',
  removeLinkText: 'To see it again, open the link of {name} again.',
  removed: 'The video is removed from your list',
});
