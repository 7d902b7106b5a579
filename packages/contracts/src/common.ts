import * as z from 'zod/mini';

/** Identifier of a person, a video, a connection or a link: a UUID made by the server, not guessable. */
export const id = z.uuid({ error: 'This address is not complete. Check the link and try again.' });

/** Path parameters `/{id}`. */
export const idParams = z.object({ id });

/** Path parameters `/{userId}`. */
export const userIdParams = z.object({ userId: id });

/** Path parameters `/{videoId}`. */
export const videoIdParams = z.object({ videoId: id });

/** A calendar date without time, `YYYY-MM-DD`. */
export const isoDate = z.iso.date({ error: 'Please enter a date.' });

/** A moment, ISO 8601 in UTC. */
export const isoDateTime = z.iso.datetime({ offset: true });

/** Most rows one page of a list may hold. */
export const MAX_PAGE_SIZE = 100;

/** Rows a page of a list holds when the caller names no limit. */
export const DEFAULT_PAGE_SIZE = 50;

/**
 * How a list is paged: `limit` rows from `cursor` on. The cursor is opaque; the next one comes in the answer's
 * `Link: <…>; rel="next"` header (API-26).
 */
export const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), DEFAULT_PAGE_SIZE),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** The JSON body of every refusal: a stable dotted code for programs, a sentence for people. */
export const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  /** For invalid input: the message of each field, by its name in the request. */
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** The plain text answer of a call that has nothing else to say (section 7: "response 'OK' counts as success"). */
export const okText = z.literal('OK');
