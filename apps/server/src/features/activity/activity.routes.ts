import { activityQuery, activityResponse } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId, callerToken } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { errorResponses } from '../../platform/http/error-responses.ts';
import { setNextLink } from '../../platform/http/paging.ts';
import { readActivity, readSiteActivity } from './activity.service.ts';

/** Each page is an expensive query. */
const LIST_RATE = { max: 120, timeWindow: '1 minute' };

/** The audit log: each person reads the entries that concern them. */
export function activityRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();

    app.get(
      '/api/activity',
      {
        config: { access: 'user', rateLimit: LIST_RATE },
        schema: {
          tags: ['Activity'],
          summary: "Changes of who can see the caller's videos and of who can use their account, newest first",
          querystring: activityQuery,
          response: { 200: activityResponse, ...errorResponses('identity.unavailable') },
        },
      },
      async (request, reply) => {
        const { subject } = callerToken(request).claims;
        const page = await readActivity(deps, { userId: callerId(request), subject }, request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );

    app.get(
      '/api/admin/activity',
      {
        config: { access: 'site-owner' },
        schema: {
          tags: ['Administration'],
          summary: 'List changes of accounts and registration, newest first; never what people share',
          querystring: activityQuery,
          response: { 200: activityResponse, ...errorResponses('owner.only') },
        },
      },
      async (request, reply) => {
        const page = await readSiteActivity(deps.db, request.query);
        setNextLink(request, reply, page.next);
        return page.rows;
      },
    );
  };
}
