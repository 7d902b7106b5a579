import * as z from 'zod/mini';
import { pageQuery } from './common.ts';
import { person, publicProfile } from './profile.ts';

/** Maximum length of a search text, in characters. */
export const SEARCH_MAX_LENGTH = 100;

/** GET /api/search (API-04): people by name, excluding the caller; all people without `q`. Sorted by name. */
export const searchQuery = z.extend(pageQuery, {
  q: z._default(z.string().check(z.trim(), z.maxLength(SEARCH_MAX_LENGTH)), ''),
});
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchResponse = z.array(person);

/** GET /api/search/{id} (API-05): an array with the requested user as its only element. */
export const searchedUserResponse = z.array(publicProfile);
