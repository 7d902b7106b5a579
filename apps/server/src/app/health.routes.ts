import type { FastifyPluginAsync } from 'fastify';
import { sql } from 'kysely';
import * as z from 'zod';
import { VERSION } from '../platform/config/version.ts';
import type { Deps } from '../platform/deps.ts';
import { isDiskFull } from '../platform/system/disk-space.ts';

const version = z.object({ version: z.string() });

/** Liveness and readiness checks, and the running version. */
export function healthRoutes(deps: Deps): FastifyPluginAsync {
  return async (app) => {
    const config = { access: 'public' } as const;
    app.get('/health/live', { config, schema: { hide: true } }, async () => ({ status: 'ok' }));
    app.get('/version', { config, schema: { hide: true, response: { 200: version } } }, async () => ({
      version: VERSION,
    }));
    app.get('/health/ready', { config, schema: { hide: true } }, async (_request, reply) => {
      const checks = {
        database: await passes(() => sql`select 1`.execute(deps.db)),
        storage: (await passes(() => deps.storage.stat('health/none'))) && !(await isDiskFull(deps.config)),
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
