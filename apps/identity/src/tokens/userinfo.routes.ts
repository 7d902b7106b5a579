import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { bearerClaims, invalidToken, userIdOf } from './tokens.ts';

/** GET and POST /userinfo: claims about the owner of an access token, limited by its scopes. */
export function userinfoRoutes(app: FastifyInstance, deps: Deps): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/userinfo',
    config: { scripts: 'without-cookies' },
    handler: async (request) => {
      const claims = await bearerClaims(deps, request);
      const user = await deps.db.selectFrom('users').selectAll().where('id', '=', userIdOf(claims)).executeTakeFirst();
      if (!user) throw invalidToken();
      const scopes = String(claims.scope).split(' ');
      return {
        sub: claims.sub,
        ...(scopes.includes('email') ? { email: user.email, email_verified: user.email_verified } : {}),
        ...(scopes.includes('profile') ? { name: user.email, updated_at: user.updated_at.toISOString() } : {}),
      };
    },
  });
}
