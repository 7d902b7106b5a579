import { ownPromptRequest, prompt, promptParams, promptsResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses, publicErrorResponses } from '../../platform/http/error-responses.ts';
import { listPrompts } from './prompts.queries.ts';
import { makePrompt, requireAnswerable } from './prompts.service.ts';

/** Limited, because each prompt is stored until the sweep finds that nothing uses it. */
const MAKE_RATE_LIMIT = { max: 30, timeWindow: '1 hour' };

/** GET /api/prompt (API-20): the questions that a video may answer, and titles in a person's own words. */
export function promptsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Prompts'];

    app.get(
      '/api/prompt',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: 'All prompts of the list, in display order',
          response: { 200: promptsResponse, ...publicErrorResponses() },
        },
      },
      async () => listPrompts(deps.db),
    );

    app.post(
      '/api/prompt',
      {
        config: { access: 'user', rateLimit: MAKE_RATE_LIMIT },
        schema: {
          tags,
          summary: "Make a prompt in the caller's own words, which only they can answer",
          body: ownPromptRequest,
          response: { 201: prompt, ...errorResponses(...BODY_ERRORS) },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await makePrompt(deps.db, request.body.words, callerId(request))),
    );

    app.get(
      '/api/prompt/:promptId',
      {
        config: { access: 'user' },
        schema: {
          tags,
          summary: 'A prompt that the caller may answer: a listed one, their own words, or one of a question for them',
          params: promptParams,
          response: { 200: prompt, ...errorResponses('prompt.missing') },
        },
      },
      async (request) => requireAnswerable(deps.db, request.params.promptId, callerId(request)),
    );
  };
}
