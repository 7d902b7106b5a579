import {
  giftParams,
  giftsResponse,
  idParams,
  stewardRuleRequest,
  stewardRuleResponse,
  userIdParams,
} from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { changeRule, give, readGifts, readRule } from './steward-rules.service.ts';

/** Each gift may notify a person. */
const GIVE_RATE_LIMIT = { max: 60, timeWindow: '1 minute' };

/** The rule of each video: what stewards may do with it. */
export function stewardRulesRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Stewards'];

    app.get(
      '/api/video/:id/steward-rule',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "What stewards may do with the caller's video",
          params: idParams,
          response: { 200: stewardRuleResponse, ...errorResponses('video.missing') },
        },
      },
      async (request) => readRule(deps.db, request.params.id, callerId(request)),
    );

    app.put(
      '/api/video/:id/steward-rule',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: "Change what stewards may do with the caller's video",
          params: idParams,
          body: stewardRuleRequest,
          response: {
            200: stewardRuleResponse,
            ...errorResponses(...BODY_ERRORS, 'video.missing', 'steward.not_connected'),
          },
        },
      },
      async (request) => changeRule(deps, request.params.id, callerId(request), request.body),
    );

    app.get(
      '/api/stewardships/:userId/gifts',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The videos that the caller may give as a steward, and to whom',
          params: userIdParams,
          response: { 200: giftsResponse, ...errorResponses('steward.missing') },
        },
      },
      async (request) => readGifts(deps.db, callerId(request), request.params.userId),
    );

    app.put(
      '/api/video/:id/gifts/:userId',
      {
        config: { access: 'user', rateLimit: GIVE_RATE_LIMIT },
        schema: {
          tags,
          summary: 'As a steward, give a video to a person whom its owner chose',
          params: giftParams,
          response: { 204: z.undefined(), ...errorResponses('video.missing') },
        },
      },
      async (request, reply) => {
        await give(deps, callerId(request), request.params.id, request.params.userId);
        return reply.status(204).send();
      },
    );
  };
}
