import {
  acceptInvitationRequest,
  acceptInvitationResponse,
  idParams,
  invitation,
  invitationRequest,
  invitationsQuery,
  invitationsResponse,
  linkCodeParams,
  linkPreview,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import {
  acceptInvitation,
  invite,
  listVideoInvitations,
  previewInvitation,
  withdrawInvitation,
} from './invitations.service.ts';

/** Per minute: invitations by a person, and codes tried by a person or address. */
const INVITE_RATE = { max: 10, timeWindow: '1 minute' };
const VISIT_RATE = { max: 120, timeWindow: '1 minute' };

/** Invitations to videos by mail; the recipients may have no account. */
export function invitationsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Invitations'];

    app.post(
      '/api/invitation',
      {
        config: { access: 'user', rateLimit: INVITE_RATE },
        schema: {
          tags,
          summary:
            "Invite a person to one of the caller's videos by mail: a new invitation (201) or the existing one (200)",
          body: invitationRequest,
          response: {
            200: invitation,
            201: invitation,
            ...errorResponses(
              ...BODY_ERRORS,
              'video.missing',
              'invitation.self',
              'invitation.unverified',
              'invitation.too_many',
            ),
          },
        },
      },
      async (request, reply) => {
        const { invitation, created } = await invite(deps, callerId(request), request.body);
        return reply.status(created ? 201 : 200).send(invitation);
      },
    );

    app.get(
      '/api/invitation',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "The current invitations to one of the caller's own videos, newest first",
          querystring: invitationsQuery,
          response: { 200: invitationsResponse, ...errorResponses('video.missing') },
        },
      },
      async (request) => listVideoInvitations(deps.db, request.query.video_id, callerId(request)),
    );

    app.delete(
      '/api/invitation/:id',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Revoke an invitation; a person who has accepted it keeps access to the video',
          params: idParams,
          response: { 204: z.undefined(), ...errorResponses('invitation.missing') },
        },
      },
      async (request, reply) => {
        await withdrawInvitation(deps.db, request.params.id, callerId(request));
        return reply.status(204).send();
      },
    );

    app.get(
      '/api/invitation/:code/preview',
      {
        config: { access: 'public', rateLimit: VISIT_RATE },
        schema: {
          tags,
          summary: 'The preview of an invitation, without login',
          params: linkCodeParams,
          response: { 200: linkPreview, ...publicErrorResponses('invitation.missing') },
        },
      },
      async (request, reply) => {
        reply.header('referrer-policy', 'no-referrer');
        return previewInvitation(deps, request.params.code);
      },
    );

    app.post(
      '/api/invitation/accept',
      {
        config: { access: 'user', rateLimit: VISIT_RATE },
        schema: {
          tags,
          summary:
            'Accept an invitation: its video is shared with the caller, and its owner sends a connection request, which is accepted if the caller registered with the invitation',
          body: acceptInvitationRequest,
          response: { 200: acceptInvitationResponse, ...errorResponses(...BODY_ERRORS, 'invitation.missing') },
        },
      },
      async (request) => acceptInvitation(deps, request.body.code, callerId(request)),
    );
  };
}
