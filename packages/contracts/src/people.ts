import * as z from 'zod/mini';
import { pageQuery } from './common.ts';
import { person, publicProfile } from './profile.ts';

/** Longest text the search box sends. */
export const SEARCH_MAX_LENGTH = 100;

/** GET /api/search (API-04): people by name; without `q` the first page by name. The caller is never among them. */
export const searchQuery = z.extend(pageQuery, {
  q: z._default(z.string().check(z.trim(), z.maxLength(SEARCH_MAX_LENGTH)), ''),
});
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchResponse = z.array(person);

/** GET /api/search/{id} (API-05): the searched user as the only element. */
export const searchedUserResponse = z.array(publicProfile);
