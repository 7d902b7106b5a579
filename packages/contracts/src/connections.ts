import { validation as text } from '@kinreel/messages/en/validation';
import * as z from 'zod/mini';
import { id, isoDateTime, pageQuery } from './common.ts';
import { person } from './profile.ts';

/** Section 3: how two people are connected. */
export const RELATIONSHIPS = ['friend', 'family'] as const;
export const relationship = z.enum(RELATIONSHIPS, { error: () => text.relationshipMissing });
export type Relationship = z.infer<typeof relationship>;

/**
 * Connection requests that a person may send in 24 hours. Enough for a large family, too few for spam.
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

/** Mutual connections: their number, and some first names in alphabetical order. */
export const sharedConnections = z.object({ count: z.int(), names: z.array(z.string()) });
export type SharedConnections = z.infer<typeof sharedConnections>;

/** Maximum number of names of mutual connections in a response. */
export const MAX_SHARED_NAMES = 3;

/** A connection as one of the two people sees it; name, photo and place are those of the other. */
export const connection = z.extend(z.omit(person, { id: true }), {
  connection_id: id,
  /** Who sent the request. */
  user_id: id,
  /** Who received the request: the only one who can accept it (CONN-02). */
  user_B_id: id,
  pending: z.boolean(),
  relationship,
  created_at: isoDateTime,
  /** A requested change of the relationship and the person who requested it; null if none. */
  change: z.nullable(z.object({ relationship, user_id: id })),
  /** Only for the recipient of a pending request, to recognize the sender; otherwise null. */
  shared_connections: z.nullable(sharedConnections),
});
export type Connection = z.infer<typeof connection>;
export const connectionsResponse = z.array(connection);

/** POST /api/connections (API-15). */
export const connectionRequest = z.object({ relationship, userB: id });
export type ConnectionRequest = z.infer<typeof connectionRequest>;

/**
 * PUT /api/connections/{connectionId}/relationship: the relationship that the caller wants. Replaces a pending request
 * of the caller. An accepted connection only changes once both want the same; until then it is a pending `change`.
 */
export const relationshipRequest = z.strictObject({ relationship });
export type RelationshipRequest = z.infer<typeof relationshipRequest>;

/** Path parameters of PUT and DELETE /api/connections/{connectionId}. */
export const connectionParams = z.object({ connectionId: id });
