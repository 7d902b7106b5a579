import { idParams, pushDevice, pushResponse, pushSubscriptionRequest } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId, callerToken } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { readPush, subscribe, unsubscribe } from './push.service.ts';

const RATE_LIMIT = { max: 60, timeWindow: '1 minute' };

/** Push subscriptions of devices (Web Push). */
export function pushRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Notifications'];

    app.get(
      '/api/push',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The key to subscribe with, and the caller's push subscriptions",
          response: { 200: pushResponse, ...errorResponses() },
        },
      },
      async (request) => readPush(deps, callerId(request)),
    );

    app.post(
      '/api/push',
      {
        config: { access: 'user', rateLimit: RATE_LIMIT },
        schema: {
          tags,
          summary: 'Subscribe a device to push messages about new notifications, until its session ends',
          body: pushSubscriptionRequest,
          response: { 200: pushDevice, ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request) => subscribe(deps, callerId(request), callerToken(request).claims, request.body),
    );

    app.delete(
      '/api/push/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Delete a push subscription of the caller',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await unsubscribe(deps.db, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );
  };
}
