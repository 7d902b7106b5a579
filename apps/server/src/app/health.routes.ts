import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../platform/deps.ts';

/** Liveness and readiness checks for the operator. */
export function healthRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    const config = { access: 'public' } as const;
    app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'ok' }));
    app.get('/health/ready', { config, schema: { hide: true } }, async (_request, reply) => {
      const checks = {
        database: await passes(() => sql`select 1`.execute(deps.db)),
        storage: await passes(() => deps.storage.stat('health/none')),
      };
      const ok = Object.values(checks).every(Boolean);
      return reply.status(ok ? 200 : 503).send({ status: ok ? 'ok' : 'unavailable', checks });
    });
  };
}

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch {
    return false;
  }
}
