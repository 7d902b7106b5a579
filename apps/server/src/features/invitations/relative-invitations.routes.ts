import {
  idParams,
  relativeInvitation,
  relativeInvitationRequest,
  relativeInvitationsResponse,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import {
  inviteRelative,
  readRelativeInvitations,
  sendRelativeMailAgain,
  withdrawRelativeInvitation,
} from './relative-invitations.service.ts';

/** Invitations that a person may create per minute, and mails that they may send again per hour. */
const INVITE_RATE = { max: 10, timeWindow: '1 minute' };
const AGAIN_RATE = { max: 5, timeWindow: '1 hour' };

/** Invitations by people without special rights: relatives and friends register and are connected. */
export function relativeInvitationsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Invitations'];

    app.get(
      '/api/invitation/relatives',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Whether the caller may invite new people, and the caller's current invitations, newest first",
          response: { 200: relativeInvitationsResponse, ...errorResponses() },
        },
      },
      async (request) => readRelativeInvitations(deps, callerId(request)),
    );

    app.post(
      '/api/invitation/relatives',
      {
        config: { access: 'user', rateLimit: INVITE_RATE },
        schema: {
          tags,
          summary:
            'Invite a person by mail, or several by a link, to register and be connected: new (201) or existing (200)',
          body: relativeInvitationRequest,
          response: {
            200: relativeInvitation,
            201: relativeInvitation,
            ...errorResponses(
              ...BODY_ERRORS,
              'invitation.owners_only',
              'invitation.self',
              'invitation.unverified',
              'invitation.too_many',
            ),
          },
        },
      },
      async (request, reply) => {
        const { invitation, created } = await inviteRelative(deps, callerId(request), request.body);
        return reply.status(created ? 201 : 200).send(invitation);
      },
    );

    app.post(
      '/api/invitation/relatives/:id/again',
      {
        config: { access: 'user', rateLimit: AGAIN_RATE },
        schema: {
          tags,
          summary: 'Send the mail of an invitation again',
          params: idParams,
          response: {
            204: z.undefined(),
            ...errorResponses('invitation.missing', 'invitation.owners_only', 'invitation.repeated'),
          },
        },
      },
      async (request, reply) => {
        await sendRelativeMailAgain(deps, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.delete(
      '/api/invitation/relatives/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Cancel an invitation; people who have used it keep their account',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('invitation.missing') },
        },
      },
      async (request, reply) => {
        await withdrawRelativeInvitation(deps.db, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );
  };
}
