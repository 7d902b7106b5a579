import { updateBannerRequest, user } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/error-responses.ts';
import { callerId } from '../../platform/route-access.ts';
import { requireSelf } from '../profile/profile.policy.ts';
import { chooseBanner } from './banners.service.ts';

/** PUT /api/banner/ (API-21). */
export function bannersRoutes(deps: Deps): FastifyPluginAsync {
  return async (plugin) => {
    const app = plugin.withTypeProvider<ZodTypeProvider>();
    app.put(
      '/api/banner/',
      {
        config: { access: 'user' },
        schema: {
          tags: ['Profile'],
          summary: "Set the caller's banner",
          body: updateBannerRequest,
          response: { 200: user, ...errorResponses(...BODY_ERRORS, 'profile.not_yours') },
        },
      },
      async (request) => {
        requireSelf(callerId(request), request.body.userId);
        return chooseBanner(deps.db, callerId(request), request.body.banner);
      },
    );
  };
}
