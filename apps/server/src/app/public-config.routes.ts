import { type PublicConfig, publicConfig } from '@kinreel/contracts';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { Deps } from '../platform/deps.ts';

/** GET /config.json: what the browser needs before login. */
export function publicConfigRoutes(deps: Deps): FastifyPluginAsync {
  const { identity, publicUrl, origins, shortLinkDomain } = deps.config;
  const isNew = askWhetherNew(deps);
  return async (app) => {
    app.get(
      '/config.json',
      { config: { access: 'public' }, schema: { hide: true, response: { 200: publicConfig } } },
      async (request, reply): Promise<PublicConfig> => {
        reply.header('cache-control', 'no-cache');
        const origin = requestOrigin(request);
        return {
          identity: {
            domain: identity.hostedDomain ?? `${origins.includes(origin) ? origin : publicUrl}/identity`,
            clientId: identity.clientId,
            audience: identity.audience,
            connection: identity.connection,
            responseType: identity.responseType,
          },
          shortLinkDomain,
          address: publicUrl,
          origins: [...origins],
          is_new: await isNew(),
        };
      },
    );
  };
}

/**
 * Queries the database until the first account exists. A failed query counts as an existing account, so that the page
 * does not wait.
 */
function askWhetherNew({ db }: Pick<Deps, 'db'>): () => Promise<boolean> {
  let hasPeople = false;
  return async () => {
    if (!hasPeople) {
      hasPeople = await db
        .selectFrom('users')
        .select('id')
        .limit(1)
        .executeTakeFirst()
        .then(
          (person) => person !== undefined,
          () => true,
        );
    }
    return !hasPeople;
  };
}

function requestOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
