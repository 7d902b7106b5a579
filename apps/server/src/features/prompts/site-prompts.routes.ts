import { promptParams, sitePrompt, sitePromptChange, sitePromptRequest, sitePromptsResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { listSitePrompts } from './site-prompts.queries.ts';
import { addSitePrompt, changeSitePrompt } from './site-prompts.service.ts';

/** The list of prompts, for site owners: they add prompts of their own and hide any. */
export function sitePromptsRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    const tags = ['Administration'];
    const config = { access: 'site-owner' } as const;

    app.get(
      '/api/admin/prompts',
      {
        config,
        schema: {
          tags,
          summary: 'All prompts of the list, with the hidden ones, in display order',
          response: { 200: sitePromptsResponse, ...errorResponses('owner.only') },
        },
      },
      async () => listSitePrompts(deps.db),
    );

    app.post(
      '/api/admin/prompts',
      {
        config,
        schema: {
          tags,
          summary: 'Add a prompt to the list',
          body: sitePromptRequest,
          response: { 201: sitePrompt, ...errorResponses(...BODY_ERRORS, 'owner.only') },
        },
      },
      async (request, reply) => reply.status(201).send(await addSitePrompt(deps.db, request.body, callerId(request))),
    );

    app.put(
      '/api/admin/prompts/:promptId',
      {
        config,
        schema: {
          tags,
          summary: 'Change the words of a prompt, or hide or show it',
          description: 'A prompt that something uses is hidden, and a new one has the new words.',
          params: promptParams,
          body: sitePromptChange,
          response: {
            200: sitePrompt,
            ...errorResponses(...BODY_ERRORS, 'owner.only', 'prompt.missing', 'prompt.fixed'),
          },
        },
      },
      async (request) => changeSitePrompt(deps.db, request.params.promptId, request.body, callerId(request)),
    );
  };
}
