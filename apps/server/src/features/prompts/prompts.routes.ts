import { promptsResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../platform/deps.ts';
import { publicErrorResponses } from '../../platform/http/error-responses.ts';
import { listPrompts } from './prompts.queries.ts';

/** GET /api/prompt (API-20): the questions that a video may answer. */
export function promptsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    app.get(
      '/api/prompt',
      {
        config: { access: 'public' },
        schema: {
          tags: ['Prompts'],
          summary: 'All prompts, in display order',
          response: { 200: promptsResponse, ...publicErrorResponses() },
        },
      },
      async () => listPrompts(deps.db),
    );
  };
}
