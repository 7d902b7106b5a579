import proxy from '@fastify/http-proxy';
import { ERRORS } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';

/** Forwards /identity/* to the bundled identity service, so that everything is on one origin. */
export function identityProxy(upstream: string): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
    });
    await app.register(proxy, {
      upstream,
      prefix: '/identity',
      rewritePrefix: '/identity',
      proxyPayloads: true,
      // URLs contain login tickets, which must not be logged.
      disableRequestLogging: true,
      replyOptions: {
        onError: (reply) => {
          const { status, message } = ERRORS['identity.unavailable'];
          reply.status(status).send({
            code: 'identity.unavailable',
            message,
            error: 'temporarily_unavailable',
            error_description: message,
          });
        },
        rewriteRequestHeaders: (request, headers) => ({
          ...headers,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.host,
        }),
      },
    });
  };
}
