import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RouteOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { recordSignOfLife } from '../features/stewards/sign-of-life.service.ts';
import { identityAddress } from '../platform/auth/identity.ts';
import { guardRoutes } from '../platform/auth/route-access.ts';
import { deriveKey } from '../platform/auth/secrets.ts';
import { findEnded, type OpenSession } from '../platform/auth/session-ends.ts';
import type { Deps } from '../platform/deps.ts';
import { DomainError } from '../platform/http/errors.ts';
import { createOpenResponses } from '../platform/http/open-responses.ts';
import { guardCursors } from '../platform/http/paging.ts';
import { apiDocs } from './api-docs.ts';
import { guardBodies, HEADERS_TIMEOUT_MS } from './body-deadlines.ts';
import { compressAnswers } from './compression.ts';
import { pagePolicy } from './content-security-policy.ts';
import { mapErrors } from './error-mapper.ts';
import { setFixedHeaders } from './fixed-headers.ts';
import { answerFormerUrls } from './former-urls.ts';
import { healthRoutes } from './health.routes.ts';
import { identityProxy } from './identity-proxy.ts';
import type { AnsweredRequest } from './metrics.ts';
import { publicConfigRoutes } from './public-config.routes.ts';
import { responseSerializer } from './response-serializer.ts';
import { FEATURE_ROUTES } from './routes.ts';
import { answerBadAddress, answerClientError, rememberRequest } from './unroutable-requests.ts';
import { warnAboutUntrustedProxy } from './untrusted-proxy.ts';
import { webApp } from './web-app.ts';

/** Maximum size of a JSON body, in bytes. Uploads are streamed and have their own limits. */
const BODY_LIMIT = 256 * 1024;

/**
 * Builds the complete web server: access guard, error handler, all routes. The caller starts listening.
 * @param onRoute called for each route that is registered
 * @param onAnswer called after each response
 */
export async function buildApp(
  deps: Deps,
  onRoute: (route: RouteOptions) => void = () => {},
  onAnswer: (request: AnsweredRequest) => void = () => {},
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: deps.config.trustedProxies,
    // No limit: uploads over slow connections take long. guardBodies() closes stalled uploads, keepAliveTimeout idle
    // connections.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 4 },
    clientErrorHandler: answerClientError,
    frameworkErrors: answerBadAddress,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still answered, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });

  app.addHook('onRoute', onRoute);
  app.addHook('onRequest', rememberRequest);
  warnAboutUntrustedProxy(app);
  answerFormerUrls(app, deps.config);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(responseSerializer);
  mapErrors(app);
  guardBodies(app, deps.config.bodyTimeoutMs);
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'unknown' } = request.routeOptions;
    const { method } = request;
    const ms = Math.round(reply.elapsedTime);
    const { userId } = request.caller ?? {};
    const line = { method, route, status: reply.statusCode, ms, ...(userId && { userId }) };
    onAnswer({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    // Monitoring calls these every few seconds.
    if (route.startsWith('/health/')) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });

  const stores = deps.storage.direct ? [deps.storage.direct.origin] : [];
  const hosted = deps.config.identity.hostedDomain ? [identityAddress(deps.config)] : [];
  setFixedHeaders(app, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: pagePolicy({ webDir: deps.config.webDir, stores, hosted }),
    },
    // Other sites must not see which page a person came from.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: deps.config.publicUrl.startsWith('https:')
      ? { includeSubDomains: deps.config.hstsSubdomains }
      : false,
    crossOriginEmbedderPolicy: false,
  });
  await compressAnswers(app);
  await app.register(cookie);
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => request.caller?.userId ?? request.ip,
    // Before the body is read and validated: rejecting an invalid body costs work too.
    hook: 'onRequest',
    errorResponseBuilder: () => new DomainError('request.rate_limited'),
    ...(deps.config.rateLimit ? {} : { allowList: () => true }),
  });
  const openResponses = createOpenResponses(
    (sessions: readonly OpenSession[]) => findEnded(deps.db, sessions),
    deps.log,
  );
  app.addHook('onClose', async () => openResponses.close());
  const mediaKey = deriveKey(deps.appSecret, 'media-cookie');
  guardRoutes(app, {
    db: deps.db,
    identity: deps.identity,
    mediaKey,
    openResponses,
    onSignOfLife: (userId) => recordSignOfLife(deps, userId),
  });
  guardCursors(app, deriveKey(deps.appSecret, 'page-cursor'));

  await app.register(apiDocs);
  await app.register(healthRoutes(deps));
  await app.register(publicConfigRoutes(deps));
  for (const routes of FEATURE_ROUTES) await app.register(routes(deps));
  if (deps.config.identity.internalUrl) await app.register(identityProxy(deps.config.identity.internalUrl));
  await app.register(webApp(deps.config.webDir));
  return app;
}
