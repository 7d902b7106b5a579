import { pace, paceRequest } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { choosePace, putWeekQuestionAway, readPace, stopPace } from './pace.service.ts';

/** Limited, because each request reads the time zones of the database. */
const CHOOSE_RATE_LIMIT = { max: 30, timeWindow: '1 minute' };

/** The question that comes to a person each week, at a time of their choice. */
export function paceRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Questions'];

    app.get(
      '/api/pace',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'The settings of the weekly question, the next question, and the one that waits',
          response: { 200: pace, ...errorResponses() },
        },
      },
      async (request) => readPace(deps.db, callerId(request)),
    );

    app.put(
      '/api/pace',
      {
        config: { access: 'user', rateLimit: CHOOSE_RATE_LIMIT },
        schema: {
          tags,
          summary: 'Set day, hour and themes of the weekly question',
          description:
            'Questions of connected people that wait come first. After two questions without an answer nothing comes, until the ' +
            'caller answers any question.',
          body: paceRequest,
          response: { 200: pace, ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request) => choosePace(deps, callerId(request), request.body),
    );

    app.delete(
      '/api/pace',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Turn the weekly question off',
          response: { 204: z.undefined(), ...errorResponses() },
        },
      },
      async (request, reply) => {
        await stopPace(deps, callerId(request));
        return reply.status(204).send();
      },
    );

    app.put(
      '/api/pace/put-away',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'Dismiss the weekly question that waits for the caller; it is not sent again',
          response: { 204: z.undefined(), ...errorResponses('question.missing') },
        },
      },
      async (request, reply) => {
        await putWeekQuestionAway(deps, callerId(request));
        return reply.status(204).send();
      },
    );
  };
}
