import { signOfLifeRequest, stewardRequest, stewardship, stewardsResponse, userIdParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { recordSignOfLifeByLink } from './sign-of-life.service.ts';
import {
  declineStewardship,
  markEndedRead,
  nameSteward,
  readStewards,
  removeSteward,
  requestStart,
} from './stewards.service.ts';

/** Each request may send a mail. */
const NAME_RATE_LIMIT = { max: 30, timeWindow: '1 hour' };
const ASK_RATE_LIMIT = { max: 10, timeWindow: '1 hour' };
/** Only limits load: the code has 128 bits. */
const HERE_RATE_LIMIT = { max: 60, timeWindow: '1 minute' };

/** Stewards: people who manage the videos of an owner who no longer can. */
export function stewardsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Stewards'];

    app.get(
      '/api/stewards',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The caller's stewards, and the people who have named the caller as a steward",
          response: { 200: stewardsResponse, ...errorResponses() },
        },
      },
      async (request) => readStewards(deps.db, callerId(request)),
    );

    app.put(
      '/api/stewards/:userId',
      {
        config: { access: 'user', rateLimit: NAME_RATE_LIMIT },
        schema: {
          tags,
          summary: 'Name a connected person as steward, or change the waiting time',
          params: userIdParams,
          body: stewardRequest,
          response: {
            200: stewardsResponse,
            ...errorResponses(...BODY_ERRORS, 'steward.not_connected', 'steward.unverified', 'steward.too_many'),
          },
        },
      },
      async (request) => nameSteward(deps, callerId(request), request.params.userId, request.body),
    );

    app.delete(
      '/api/stewards/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Remove one of the caller's stewards",
          params: userIdParams,
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await removeSteward(deps.db, callerId(request), request.params.userId);
        return reply.status(204).send();
      },
    );

    app.put(
      '/api/stewards/ended/read',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Mark the cancelled steward requests as read',
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await markEndedRead(deps.db, callerId(request));
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/stewardships/:userId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Decline or end being the steward of a person',
          params: userIdParams,
          response: { 204: z.undefined(), ...errorResponses('steward.missing') },
        },
      },
      async (request, reply) => {
        await declineStewardship(deps, callerId(request), request.params.userId);
        return reply.status(204).send();
      },
    );

    app.post(
      '/api/stewardships/:userId/request',
      {
        config: { access: 'user', rateLimit: ASK_RATE_LIMIT },
        schema: {
          tags,
          summary: "Request to manage a person's videos, which starts the waiting time",
          description:
            'The person gets a mail immediately, at half of the time and a week before its end. Any request of theirs to this server cancels it.',
          params: userIdParams,
          response: { 200: stewardship, ...errorResponses('steward.missing', 'steward.too_soon') },
        },
      },
      async (request) => requestStart(deps, callerId(request), request.params.userId),
    );

    app.post(
      '/api/stewards/here',
      {
        config: { access: 'public', rateLimit: HERE_RATE_LIMIT },
        schema: {
          tags,
          summary: 'Send a sign of life with the link in a mail, without login',
          body: signOfLifeRequest,
          response: { 204: z.undefined(), ...publicErrorResponses(...BODY_ERRORS, 'steward.ended') },
        },
      },
      async (request, reply) => {
        await recordSignOfLifeByLink(deps, request.body);
        return reply.status(204).send();
      },
    );
  };
}
