import { deletionRequest, deletionResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId, callerToken } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { cancelOwnDeletion, leave, readDeletion } from './account.service.ts';

/** Each request verifies a signature and may send a mail. */
const LEAVE_RATE_LIMIT = { max: 10, timeWindow: '1 hour' };

/** Deletion of the caller's account. Address and password belong to the identity service. */
export function accountRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Account'];

    app.get(
      '/api/account/deletion',
      {
        config: { access: 'leaving' },
        schema: {
          tags,
          summary: "When the caller's account will be deleted, or null",
          response: { 200: deletionResponse, ...errorResponses() },
        },
      },
      async (request) => readDeletion(deps.db, callerId(request)),
    );

    app.post(
      '/api/account/deletion',
      {
        config: { access: 'user', rateLimit: LEAVE_RATE_LIMIT },
        schema: {
          tags,
          summary: "Delete the caller's account and all its data, after 30 days",
          description:
            'The proof comes from `POST /identity/account/proof`, which asks for the password. Until then nobody sees its videos, and the only thing its person can do is to cancel the deletion.',
          body: deletionRequest,
          response: {
            202: deletionResponse,
            ...errorResponses(
              ...BODY_ERRORS,
              'account.proof',
              'account.last_owner',
              'account.elsewhere',
              'identity.unavailable',
            ),
          },
        },
      },
      async (request, reply) => {
        const { subject } = callerToken(request).claims;
        const { proof } = request.body;
        return reply.status(202).send(await leave(deps, callerId(request), { subject, proof }));
      },
    );

    app.delete(
      '/api/account/deletion',
      {
        config: { access: 'leaving' },
        schema: {
          tags,
          summary: "Cancel the deletion of the caller's account",
          response: { 204: z.undefined(), ...errorResponses('account.site_owner_decides', 'account.gone') },
        },
      },
      async (request, reply) => {
        await cancelOwnDeletion(deps.db, callerId(request));
        return reply.status(204).send();
      },
    );
  };
}
