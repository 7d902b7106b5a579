import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { invalidToken, verifyAccessToken } from './tokens.ts';

/** GET and POST /userinfo: who the bearer of an access token is, as far as its scopes allow. */
export function userinfoRoutes(app: FastifyInstance, context: Context): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/userinfo',
    handler: async (request) => {
      const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (!token) throw invalidToken();
      const claims = await verifyAccessToken(context, token);
      const user = await context.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', claims.sub.replace(/^auth0\|/, ''))
        .executeTakeFirst();
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
