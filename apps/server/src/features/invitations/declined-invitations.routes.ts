import { linkCodeParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { publicErrorResponses } from '../../platform/http/error-responses.ts';
import { declineInvitation } from './invitations.service.ts';

/** Requests with an invitation code, per address. */
const RATE = { max: 120, timeWindow: '1 minute' };

/** Maximum body size: mail programs send `List-Unsubscribe=One-Click`. */
const BODY_BYTES = 1024;

/** The List-Unsubscribe URL of an invitation's mail: the recipient declines without login. */
export function declinedInvitationsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    // RFC 8058 allows both content types. The body is ignored.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      (_request, _body, done) => done(null, undefined),
    );
    app.post(
      '/api/invitation/:code/decline',
      {
        // Authorized by the code, which only the mail contains.
        config: { access: 'public', rateLimit: RATE },
        schema: {
          tags: ['Invitations'],
          summary: 'Decline an unused invitation from its mail, without login (RFC 8058). Can be repeated',
          params: linkCodeParams,
          response: { 204: z.undefined(), ...publicErrorResponses('invitation.missing') },
        },
      },
      async (request, reply) => {
        await declineInvitation(deps.db, request.params.code);
        return reply.status(204).send();
      },
    );

    // Link scanners, and mail programs without RFC 8058, send GET. It must not decline the invitation.
    app.get(
      '/api/invitation/:code/decline',
      {
        config: { access: 'public', rateLimit: RATE },
        schema: { hide: true, params: linkCodeParams, response: publicErrorResponses() },
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
        const path = `/invitation/${encodeURIComponent(request.params.code)}`;
        return reply.redirect(deps.config.publicUrl + path, 302);
      },
    );
  };
}
