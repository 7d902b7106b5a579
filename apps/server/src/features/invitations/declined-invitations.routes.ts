import { linkCodeParams } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { publicErrorResponses } from '../../platform/http/error-responses.ts';
import { declineInvitation } from './invitations.service.ts';

/** Calls with the code of an invitation, per address. */
const RATE = { max: 120, timeWindow: '1 minute' };

/** The most that a mail program sends: `List-Unsubscribe=One-Click`. */
const BODY_BYTES = 1024;

/** The address in List-Unsubscribe of an invitation's mail: a person who was invited says no, without login. */
export function declinedInvitationsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    // RFC 8058 allows both. The body says nothing that the method does not.
    app.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      (_request, _body, done) => done(null, undefined),
    );
    app.post(
      '/api/invitation/:code/decline',
      {
        // The code, which only the mail has, is the permission.
        config: { access: 'public', rateLimit: RATE },
        schema: {
          tags: ['Invitations'],
          summary: 'End a mailed invitation that nobody has used, as its recipient (RFC 8058). Can be repeated',
          params: linkCodeParams,
          response: { 204: z.undefined(), ...publicErrorResponses('invitation.missing') },
        },
      },
      async (request, reply) => {
        await declineInvitation(deps.db, request.params.code);
        return reply.status(204).send();
      },
    );

    // Scanners, and mail programs that do not know RFC 8058, open the address. That ends nothing.
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
