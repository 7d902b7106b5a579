import { defineMessages } from '../define-messages.ts';

/** The page in the archive of a person's data. It is read offline, maybe decades later. */
export const archivePage = defineMessages('archive-page', {
  /** In the metadata file for programs. */
  description: 'Everything that belongs to one person on {product}. Open index.html in a browser.',
  keptDescription: 'Videos of {name} on {product}. Open index.html in a browser.',
  title: '{name} on {product}',
  /** An archive made by a steward. */
  keptTitle: 'Videos of {name}',
  madeOn: 'Saved on {date}. This page works without the internet. Keep the whole folder together.',
  problems:
    '{count, plural, one {# file could not be saved as it should be. It is in this list:} other {# files could not be saved as they should be. They are in this list:}}',
  problem: '{problem, select, missing {{path}: it is missing} other {{path}: it is damaged}}',
  videos: '{count, plural, =0 {No videos} one {# video} other {# videos}}',
  recorded: 'Added on {date}',
  permission:
    '{permission, select, everyone {For anyone who is logged in} friend {For friends} family {For family} other {For people it is shared with}}',
  cannotPlay: 'This video cannot be played here. Its file is in the folder.',
  original: 'Open the original file',
  originalNamed: 'Open the original file: {name}',
  said: 'What is said',
  sharedWith: 'Shared with {names}',
  sharedWithMe: 'Shared with me',
  sharedBy: '{name}: {question}',
  connections: 'Connections',
  relationship: '{relationship, select, family {as family} other {as friends}}',
  unanswered: 'not answered yet',
  profile: 'Profile',
  more: 'The file {json} has all of this and more for computer programs.',
  check: 'The folder is a bag (BagIt, RFC 8493). Programs such as bagit can check that no file has changed.',
});
