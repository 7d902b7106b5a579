import { updateBannerRequest, user } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { callerId } from '../../platform/auth/route-access.ts';
import type { Deps } from '../../platform/deps.ts';
import { BODY_ERRORS, errorResponses } from '../../platform/http/error-responses.ts';
import { chooseBanner } from './banners.service.ts';
import { requireSelf } from './profile.policy.ts';

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
