import { idParams, siteInvitation, siteInvitationRequest, siteInvitationsResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { presentSiteInvitation } from './site-invitations.presenter.ts';
import { inviteToSite, readSiteInvitations, urlOf, withdrawSiteInvitation } from './site-invitations.service.ts';

/** Invitations to register, for site owners. */
export function siteInvitationsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Administration'];

    app.get(
      '/api/admin/invitations',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'The current invitations to register, newest first',
          response: { 200: siteInvitationsResponse, ...errorResponses('owner.only') },
        },
      },
      async () => readSiteInvitations(deps),
    );

    app.post(
      '/api/admin/invitations',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary:
            'Create an invitation to register, for one address or as a link for several people: new (201) or existing (200)',
          body: siteInvitationRequest,
          response: {
            200: siteInvitation,
            201: siteInvitation,
            ...errorResponses(
              ...BODY_ERRORS,
              'owner.only',
              'invitation.self',
              'invitation.unverified',
              'invitation.too_many',
            ),
          },
        },
      },
      async (request, reply) => {
        const { row, created } = await inviteToSite(deps, callerId(request), request.body);
        return reply.status(created ? 201 : 200).send(presentSiteInvitation(row, urlOf(deps, row)));
      },
    );

    app.delete(
      '/api/admin/invitations/:id',
      {
        config: { access: 'site-owner' },
        schema: {
          tags,
          summary: 'End an invitation to register; people who have used it keep their accounts',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('owner.only', 'invitation.missing') },
        },
      },
      async (request, reply) => {
        await withdrawSiteInvitation(deps.db, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );
  };
}
