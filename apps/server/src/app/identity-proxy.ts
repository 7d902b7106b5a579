import proxy from '@fastify/http-proxy';
import { ERRORS } from '@kinreel/contracts';
import type { FastifyPluginAsync } from 'fastify';

/** Passes /identity/* on to the bundled identity service, so that all of it stands behind one origin. */
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
      // Its lines would carry login tickets.
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
