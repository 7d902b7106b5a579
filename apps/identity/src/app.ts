import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { createMailer } from '@kinreel/mailer';
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { sql } from 'kysely';
import { authorizeRoutes } from './authorize/authorize.routes.ts';
import { createBackgroundWork } from './background.ts';
import { deleteExpired } from './cleanup.ts';
import type { IdentityConfig } from './config.ts';
import type { Context } from './context.ts';
import { migrate, openDatabase } from './database.ts';
import { addCors, pathOf } from './http/cors.ts';
import { ProtocolError } from './http/protocol-error.ts';
import { loginRoutes } from './login/login.routes.ts';
import { sendErrorPage } from './pages/error-page.ts';
import { passwordResetRoutes } from './password-reset/password-reset.routes.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { createRateLimits } from './rate-limits/rate-limits.ts';
import { logoutRoutes } from './sessions/logout.routes.ts';
import { signupRoutes } from './signup/signup.routes.ts';
import { discoveryRoutes } from './tokens/discovery.routes.ts';
import { createSigningKeys } from './tokens/signing-keys.ts';
import { tokenRoutes } from './tokens/token.routes.ts';
import { userinfoRoutes } from './tokens/userinfo.routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A person opens this address in a browser: its errors are pages, not JSON. */
    page?: boolean;
  }
}

/** What a caller may put in place of the usual. */
export interface IdentityDeps {
  /** The clock; by default the machine's. */
  now?: () => Date;
  /** Where log lines go; by default standard output. */
  logStream?: { write(line: string): void };
  /** Told subject and link of mails kept in the mail folder; by default nobody is. */
  printMail?: (line: string) => void;
}

/** No call needs more than a few hundred bytes. */
const BODY_LIMIT = 16 * 1024;
/** Other processes may be migrating at the same time. In milliseconds. */
const START_TIMEOUT = 60_000;
const CLEANUP_EVERY = 10 * 60 * 1000;
const ROTATE_EVERY = 60 * 60 * 1000;

/**
 * The identity service, ready to listen. Migrations and the first signing key are made when it becomes ready; closing
 * it finishes what is going on and lets go of the database.
 */
export function buildIdentity(config: IdentityConfig, deps: IdentityDeps = {}): FastifyInstance {
  const now = deps.now ?? (() => new Date());
  const app = Fastify({
    trustProxy: 'loopback',
    bodyLimit: BODY_LIMIT,
    pluginTimeout: START_TIMEOUT,
    requestTimeout: 30_000,
    // Whoever watches the service asks every few seconds.
    logController: new LogController({
      disableRequestLogging: (request) => request.url.startsWith('/identity/health/'),
    }),
    logger: {
      name: 'identity',
      level: config.logLevel,
      stream: deps.logStream,
      // Only what is listed here is ever logged of a request: queries carry tickets and bodies carry passwords.
      serializers: {
        req: (request) => ({ method: request.method, path: pathOf(request.url) }),
        // The database's errors carry their client, settings and all.
        err: ({ name, message, code, stack }) => ({ type: name, message, code, stack: stack ?? '' }),
      },
    },
  });

  const database = openDatabase(config.databaseUrl, (error) =>
    app.log.warn({ err: error }, 'database connection lost'),
  );
  const { db, pool } = database;
  const context: Context = {
    config,
    db,
    keys: createSigningKeys(db, config, now),
    hasher: createPasswordHasher(config.hashing),
    limits: createRateLimits(pool, config.limits),
    mailer: createMailer({
      smtpUrl: config.smtpUrl,
      mailDir: config.mailDir,
      from: config.mailFrom,
      print: deps.printMail,
    }),
    background: createBackgroundWork((error) => app.log.error({ err: error }, 'work in the background failed')),
    now,
  };

  const timers: NodeJS.Timeout[] = [];
  const every = (milliseconds: number, work: () => Promise<void>) => {
    timers.push(setInterval(() => context.background.start(work), milliseconds).unref());
  };
  app.addHook('onReady', async () => {
    await migrate(database);
    await context.keys.rotate();
    every(ROTATE_EVERY, () => context.keys.rotate());
    every(CLEANUP_EVERY, () => deleteExpired(db, now()));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    await context.background.settled();
    await context.mailer.close();
    await database.close();
  });

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // Not no-referrer: with it the browser would send `Origin: null` with the form of the reset page.
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
    });
  });
  addCors(app, config);
  app.register(cookie);
  app.register(formbody, { bodyLimit: BODY_LIMIT });
  app.register(
    async (routes) => {
      for (const add of FEATURES) add(routes, context);
    },
    { prefix: '/identity' },
  );

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'not_found', error_description: 'There is nothing at this address.' }),
  );
  app.setErrorHandler((error: FastifyError | ProtocolError, request, reply) => {
    const failure = error instanceof ProtocolError ? error : failureOf(error);
    if (failure.statusCode >= 500) request.log.error({ err: error }, 'request failed');
    reply.headers(failure.headers);
    return request.routeOptions.config.page
      ? sendErrorPage(reply, failure.statusCode, String(failure.body.error_description), `${config.publicUrl}/login`)
      : reply.code(failure.statusCode).send(failure.body);
  });
  return app;
}

const FEATURES = [
  healthRoutes,
  discoveryRoutes,
  signupRoutes,
  loginRoutes,
  authorizeRoutes,
  tokenRoutes,
  userinfoRoutes,
  logoutRoutes,
  passwordResetRoutes,
];

/** For whoever operates the service: is the process alive, and can it do its work. */
function healthRoutes(app: FastifyInstance, { db, keys }: Context): void {
  app.get('/health/live', () => ({ status: 'ok' }));
  app.get('/health/ready', async (request, reply) => {
    try {
      await sql`select 1 from identity.users limit 1`.execute(db);
      await keys.current();
      return { status: 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
}

/** What the framework refuses (size, form, type of a body) keeps its status; all else is our own failure. */
function failureOf(error: FastifyError): ProtocolError {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500
    ? new ProtocolError(status, { error: 'invalid_request', error_description: 'The request could not be read.' })
    : new ProtocolError(500, {
        error: 'server_error',
        error_description: 'Something went wrong on our side. Please try again in a moment.',
      });
}
