import {
  connection,
  connectionParams,
  connectionRequest,
  connectionsQuery,
  connectionsResponse,
  relationshipRequest,
  userIdParams,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import {
  confirmConnection,
  readConnections,
  removeConnection,
  requestConnection,
  setRelationship,
} from './connections.service.ts';

/** Limited, because each request notifies a person. */
const REQUEST_RATE_LIMIT = { max: 60, timeWindow: '1 minute' };

/** Connections between people (API-14 to API-17). */
export function connectionsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.get(
      '/api/connections/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags: ['Connections'],
          summary: "The caller's connections, or the connection with another person",
          description:
            'list: "all" are accepted connections and requests by the caller; "friends" and "family" are accepted connections of one kind; "requests" are pending requests to the caller. Without it, everything.',
          params: userIdParams,
          querystring: connectionsQuery,
          response: { 200: connectionsResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await readConnections(deps.db, callerId(request), request.params.userId, request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.post(
      '/api/connections',
      {
        config: { access: 'user', rateLimit: REQUEST_RATE_LIMIT },
        schema: {
          tags: ['Connections'],
          summary: 'Send a connection request, or accept a matching request of the other person',
          body: connectionRequest,
          response: {
            200: connection,
            201: connection,
            ...errorResponses(
              ...BODY_ERRORS,
              'connection.self',
              'connection.exists',
              'connection.other_relationship',
              'connection.too_many',
              'person.missing',
            ),
          },
        },
      },
      async (request, reply) => {
        const { connection, created } = await requestConnection(deps, callerId(request), request.body);
        return reply.status(created ? 201 : 200).send(connection);
      },
    );

    app.put(
      '/api/connections/:connectionId',
      {
        config: { access: 'user' },
        schema: {
          tags: ['Connections'],
          summary: 'Accept a connection request',
          params: connectionParams,
          response: { 200: connection, ...errorResponses('connection.not_recipient', 'connection.missing') },
        },
      },
      async (request) => confirmConnection(deps, callerId(request), request.params.connectionId),
    );

    app.put(
      '/api/connections/:connectionId/relationship',
      {
        config: { access: 'user', rateLimit: REQUEST_RATE_LIMIT },
        schema: {
          tags: ['Connections'],
          summary: 'Ask to change a connection to friends or family, or answer such a request',
          description:
            "The relationship that the caller wants. The caller's own pending request is replaced by a new one. In a connection, the other person has to agree: until then the response has `change`. A change from family to friends hides what each shares with the family at once. Wanting the current relationship withdraws the caller's change, or declines the other person's change to family.",
          params: connectionParams,
          body: relationshipRequest,
          response: {
            200: connection,
            ...errorResponses(
              ...BODY_ERRORS,
              'connection.other_relationship',
              'connection.missing',
              'connection.too_many',
            ),
          },
        },
      },
      async (request) =>
        setRelationship(deps, callerId(request), request.params.connectionId, request.body.relationship),
    );

    app.delete(
      '/api/connections/:connectionId',
      {
        config: { access: 'user' },
        schema: {
          tags: ['Connections'],
          summary: 'Remove a connection or request, and all shares between the two people',
          params: connectionParams,
          response: { 204: z.undefined(), ...errorResponses('connection.missing') },
        },
      },
      async (request, reply) => {
        await removeConnection(deps.db, callerId(request), request.params.connectionId);
        return reply.status(204).send();
      },
    );
  };
}
