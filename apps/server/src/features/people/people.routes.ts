import { idParams, searchedUserResponse, searchQuery, searchResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import { readProfile } from '../profile/profile.service.ts';
import { searchPeople } from './people.service.ts';

/** Enough for search as you type, too few to copy all profiles. */
const SEARCH_RATE_LIMIT = { max: 120, timeWindow: '1 minute' };

/** People search (API-04) and public profiles (API-05). */
export function peopleRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.get(
      '/api/search',
      {
        config: { access: 'user', rateLimit: SEARCH_RATE_LIMIT },
        schema: {
          tags: ['People'],
          summary: 'Search people by name, without the caller',
          querystring: searchQuery,
          response: { 200: searchResponse, ...errorResponses() },
        },
      },
      async (request, reply) => {
        const page = await searchPeople(deps, callerId(request), request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.get(
      '/api/search/:id',
      {
        config: { access: 'user', rateLimit: SEARCH_RATE_LIMIT },
        schema: {
          tags: ['People'],
          summary: "A person's public profile, as an array of one",
          params: idParams,
          response: { 200: searchedUserResponse, ...errorResponses('person.missing') },
        },
      },
      async (request) => [await readProfile(deps.db, request.params.id, callerId(request))],
    );
  };
}
