import proxy from '@fastify/http-proxy';
import type { FastifyPluginAsync } from 'fastify';
import { DomainError } from '../platform/http/errors.ts';

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
          const error = new DomainError('identity.unavailable');
          reply.status(error.status).send({
            ...error.toBody(),
            error: 'temporarily_unavailable',
            error_description: error.message,
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
