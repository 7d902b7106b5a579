import type { Row } from '../support/row.ts';
import { lists } from './lists.ts';
import { media } from './media.ts';
import { search } from './search.ts';

/** All rows, in the order of the table. A new row is added to one of these files, or to a new one. */
export const ROWS: readonly Row[] = [...lists, ...search, ...media];
