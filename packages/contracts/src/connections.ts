import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';

/** Section 3: how two people are connected. */
export const RELATIONSHIPS = ['friend', 'family'] as const;
export const relationship = z.enum(RELATIONSHIPS, { error: () => text.relationshipMissing });
export type Relationship = z.infer<typeof relationship>;

/**
 * Connection requests that a person may send in 24 hours. A large family is asked within a day or two, and nobody writes to
 * strangers by the hundred.
 */
export const MAX_REQUESTS_PER_DAY = 30;

/** The tabs of the connections view (PROF-02). */
export const CONNECTION_LISTS = ['all', 'friends', 'family', 'requests'] as const;
export const connectionList = z.enum(CONNECTION_LISTS);
export type ConnectionList = z.infer<typeof connectionList>;

/**
 * GET /api/connections/{userId} (API-14). With the caller's own id: all connections including pending ones, or those of
 * one tab. With another person's id: the connection between the two, or an empty list.
 */
export const connectionsQuery = z.extend(pageQuery, { list: z.optional(connectionList) });
export type ConnectionsQuery = z.infer<typeof connectionsQuery>;

/** People whom both are connected with: how many, and the first names of some of them, in alphabetical order. */
export const sharedConnections = z.object({ count: z.int(), names: z.array(z.string()) });
export type SharedConnections = z.infer<typeof sharedConnections>;

/** How many names of shared connections an answer has at most. */
export const MAX_SHARED_NAMES = 3;

/** A connection as one of the two people sees it; name, photo and place are those of the other. */
export const connection = z.object({
  connection_id: id,
  /** Who sent the request. */
  user_id: id,
  /** Who received the request: the only one who can accept it (CONN-02). */
  user_B_id: id,
  pending: z.boolean(),
  relationship,
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  country: z.string(),
  created_at: isoDateTime,
  /** The other relationship that `user_id` has asked for; null if none. */
  change: z.nullable(z.object({ relationship, user_id: id })),
  /** Only for the recipient of a pending request, to know who is asking; otherwise null. */
  shared_connections: z.nullable(sharedConnections),
});
export type Connection = z.infer<typeof connection>;
export const connectionsResponse = z.array(connection);

/** POST /api/connections (API-15). */
export const connectionRequest = z.object({ relationship, userB: id });
export type ConnectionRequest = z.infer<typeof connectionRequest>;

/**
 * PUT /api/connections/{connectionId}/relationship: the relationship that the caller wants. A pending request of the
 * caller is replaced. In a connection, the other person has to want the same: until then it is a `change` of the caller.
 */
export const relationshipRequest = z.strictObject({ relationship });
export type RelationshipRequest = z.infer<typeof relationshipRequest>;

/** Path parameters of PUT and DELETE /api/connections/{connectionId}. */
export const connectionParams = z.object({ connectionId: id });
