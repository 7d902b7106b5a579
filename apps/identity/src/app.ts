import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { createMailer } from '@kinreel/mailer';
import { identity as text } from '@kinreel/messages/en/identity';
import { isDatabaseUnavailable, isNoSpaceError } from '@kinreel/service';
import { createLogger } from '@kinreel/service/log';
import Fastify, { type FastifyBaseLogger, type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { sql } from 'kysely';
import { accountRoutes } from './account/account.routes.ts';
import { passwordChangedMail } from './account/account-mails.ts';
import { addressChangePages } from './account/address-change.routes.ts';
import { writeAddressNotice, writeNewAddressMail } from './account/address-change.service.ts';
import { authorizeRoutes } from './authorize/authorize.routes.ts';
import { createBackgroundWork } from './background.ts';
import { deleteExpired } from './cleanup.ts';
import type { IdentityConfig } from './config.ts';
import { migrate, openDatabase } from './database.ts';
import type { Deps } from './deps.ts';
import { addCors } from './http/cors.ts';
import { oauthError, ProtocolError, serverBusy } from './http/protocol-error.ts';
import { answerBadAddress, answerClientError, HEADERS, rememberRequest } from './http/unroutable-requests.ts';
import { LOG_FIELDS } from './log-fields.ts';
import { loginRoutes } from './login/login.routes.ts';
import { createOutbox } from './mails/outbox.ts';
import { managementRoutes } from './management/management.routes.ts';
import { sendErrorPage } from './pages/error-page.ts';
import { forgotPasswordRoutes } from './password-reset/forgot-password.routes.ts';
import { passwordResetPages } from './password-reset/password-reset.routes.ts';
import { writeResetMail } from './password-reset/password-reset.service.ts';
import { createPasswordHasher, type HashCost } from './passwords/password-hasher.ts';
import { createRateLimits } from './rate-limits/rate-limits.ts';
import { logoutRoutes } from './sessions/logout.routes.ts';
import { deliverLogoutNotices } from './sessions/logout-notices.ts';
import { sessionsRoutes } from './sessions/sessions.routes.ts';
import { signupRoutes } from './signup/signup.routes.ts';
import { discoveryRoutes } from './tokens/discovery.routes.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { tokenRoutes } from './tokens/token.routes.ts';
import { userinfoRoutes } from './tokens/userinfo.routes.ts';
import { verificationRoutes } from './verification/verification.routes.ts';
import { writeVerificationMail } from './verification/verification.service.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Opened by people in a browser: errors are HTML pages, not JSON. */
    page?: boolean;
  }
}

/** Optional replacements, mainly for tests. */
export interface IdentityOptions {
  /** The clock; by default the system clock. */
  now?: () => Date;
  /** Destination of log lines; standard output by default. */
  logStream?: { write(line: string): void };
  /** Receives subject and link of mails saved to the mail folder. */
  printMail?: (line: string) => void;
  /** Deadline for receiving a request, in milliseconds; ten seconds by default. */
  requestTimeoutMs?: number;
  /** Cost of new password hashes; `HASH_COST` by default. */
  hashCost?: HashCost;
}

/** Maximum body size in bytes; requests need a few hundred. */
const BODY_LIMIT = 16 * 1024;
/** In milliseconds; long, because other processes may be migrating at the same time. */
const START_TIMEOUT_MS = 60_000;
/** In milliseconds: enough for 16 KiB over a bad connection. */
const REQUEST_TIMEOUT_MS = 10_000;
const CLEANUP_INTERVAL_MS = 10 * 60 * 1000;
/** Time between attempts to reach the API server. */
const NOTICE_INTERVAL_MS = 2_000;
/** Interval of checking for mails that are due. */
const MAIL_INTERVAL_MS = 5_000;
const ROTATION_INTERVAL_MS = 60 * 60 * 1000;

/**
 * Builds the identity service; the caller starts listening. Getting ready runs migrations and creates the first signing
 * key. Closing it finishes running work and closes the database.
 */
export function buildIdentity(config: IdentityConfig, options: IdentityOptions = {}): FastifyInstance {
  const now = options.now ?? (() => new Date());
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const app = Fastify({
    trustProxy: 'loopback',
    bodyLimit: BODY_LIMIT,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerBadAddress,
    pluginTimeout: START_TIMEOUT_MS,
    requestTimeout,
    // A longer headersTimeout (60 seconds by default) would also apply to bodies. Node checks deadlines at an interval,
    // by default of 30 seconds.
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: 1_000 },
    // Replaced by our own log line below.
    logController: new LogController({ disableRequestLogging: true }),
    loggerInstance: createLogger({
      level: config.logLevel,
      name: 'identity',
      fields: LOG_FIELDS,
      to: options.logStream,
    }) as FastifyBaseLogger,
  });

  const database = openDatabase(config.databaseUrl, (error) =>
    app.log.warn({ err: error }, 'database connection lost'),
  );
  const { db, pool } = database;
  const mailer = createMailer({
    smtpUrl: config.smtpUrl,
    mailDir: config.mailDir,
    from: config.mailFrom,
    print: options.printMail,
  });
  const deps: Deps = {
    config,
    db,
    keys: createSigningKeys(db, config, now),
    hasher: createPasswordHasher(config.hashing, options.hashCost),
    limits: createRateLimits(pool, config.limits),
    outbox: createOutbox(
      { db, mailer, now },
      {
        reset: (email) => writeResetMail(deps, email),
        verification: (email) => writeVerificationMail(deps, email),
        'new-address': (_email, changeId) => writeNewAddressMail(deps, changeId),
        'address-notice': (_email, changeId) => writeAddressNotice(deps, changeId),
        'password-changed': async () => passwordChangedMail(`${config.publicUrl}/login`),
      },
      (kind, reason, isLast) => {
        if (isLast) app.log.error({ kind, reason }, 'mail failed');
        else app.log.warn({ kind, reason }, 'mail will be retried');
      },
    ),
    background: createBackgroundWork((error) => app.log.error({ err: error }, 'background work failed')),
    now,
  };

  const timers: NodeJS.Timeout[] = [];
  const every = (milliseconds: number, work: () => Promise<void>) => {
    timers.push(setInterval(() => deps.background.start(work), milliseconds).unref());
  };
  app.addHook('onReady', async () => {
    await migrate(database);
    await deps.keys.rotate();
    every(ROTATION_INTERVAL_MS, () => deps.keys.rotate());
    every(NOTICE_INTERVAL_MS, async () => {
      const waiting = await deliverLogoutNotices(deps);
      if (waiting > 0) throw new Error(`${waiting} ended sessions are not reported to the API server yet.`);
    });
    every(MAIL_INTERVAL_MS, () => deps.outbox.sendDue());
    every(CLEANUP_INTERVAL_MS, () => deleteExpired(db, now()));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await deps.background.settled();
    await mailer.close();
    await database.close();
  });

  app.addHook('onRequest', rememberRequest);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(HEADERS);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'unknown' } = request.routeOptions;
    const line = { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    // Monitoring calls these every few seconds.
    if (route.startsWith('/identity/health/')) request.log.debug(line, 'request');
    else request.log.info(line, 'request');
  });
  addCors(app, config);
  app.register(cookie);
  // Bodies are JSON. Other types can be sent by pages of any site without a CORS preflight.
  app.removeContentTypeParser('text/plain');
  app.register(
    async (routes) => {
      for (const add of FEATURES) add(routes, deps);
    },
    { prefix: '/identity' },
  );
  app.register(
    async (routes) => {
      await routes.register(formbody, { bodyLimit: BODY_LIMIT });
      for (const add of FEATURES_WITH_FORMS) add(routes, deps);
    },
    { prefix: '/identity' },
  );

  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ error: 'not_found', error_description: 'This page does not exist.' }),
  );
  app.setErrorHandler((error: FastifyError | ProtocolError, request, reply) => {
    const failure = error instanceof ProtocolError ? error : toProtocolError(error);
    if (failure.statusCode >= 500) request.log.error({ err: error }, 'request failed');
    reply.headers(failure.headers);
    return request.routeOptions.config.page
      ? sendErrorPage(reply, failure.statusCode, String(failure.body.error_description), `${config.publicUrl}/login`)
      : reply.status(failure.statusCode).send(failure.body);
  });
  return app;
}

const FEATURES = [
  healthRoutes,
  discoveryRoutes,
  signupRoutes,
  loginRoutes,
  authorizeRoutes,
  userinfoRoutes,
  logoutRoutes,
  sessionsRoutes,
  forgotPasswordRoutes,
  managementRoutes,
  accountRoutes,
];

/**
 * Routes that also accept form bodies: OAuth requires it for tokens, and the pages behind links work without scripts.
 */
const FEATURES_WITH_FORMS = [tokenRoutes, passwordResetPages, verificationRoutes, addressChangePages];

/** Liveness and readiness checks. */
function healthRoutes(app: FastifyInstance, { db, keys }: Deps): void {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (request, reply) => {
    try {
      await sql`select 1 from identity.users limit 1`.execute(db);
      await keys.current();
      return { status: 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
}

/** Errors of the framework (size, syntax, type of a body) keep their status; any other error is unexpected. */
function toProtocolError(error: FastifyError): ProtocolError {
  if (isDatabaseUnavailable(error)) return serverBusy();
  if (isNoSpaceError(error)) return oauthError(507, 'storage_full', text.storageFull);
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? new ProtocolError(status, { error: 'invalid_request', error_description: text.unreadable })
    : new ProtocolError(500, {
        error: 'server_error',
        error_description: text.failed,
      });
}
