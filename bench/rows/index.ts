import type { Row } from '../support/row.ts';
import { crowds } from './crowds.ts';
import { identity } from './identity.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { search } from './search.ts';
import { start } from './start.ts';
import { uploads } from './uploads.ts';
import { words } from './words.ts';

/** All rows, in the order of the table. Add a new row to one of these files or to a new one. */
export const ROWS: readonly Row[] = [
  ...lists,
  ...search,
  ...identity,
  ...media,
  ...uploads,
  ...crowds,
  // They change which videos are new.
  ...words,
  // Last: it ends the processes whose memory is measured.
  ...start,
];
