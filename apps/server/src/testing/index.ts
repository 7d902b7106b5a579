import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import { createMailer } from '@kinreel/mailer';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { buildApp } from '../app/build-app.ts';
import { JOB_DEFINITIONS, jobHandlers } from '../app/jobs.ts';
import { verifyAddress } from '../features/profile/verified-address.service.ts';
import { createIdentityProvider } from '../platform/auth/identity.ts';
import { readConfig, type ServerConfig } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/db/database.ts';
import { createLiveEvents } from '../platform/db/events.ts';
import { connectLocks } from '../platform/db/locks.ts';
import type { Deps } from '../platform/deps.ts';
import { connectJobs } from '../platform/jobs/jobs.ts';
import { createLogger } from '../platform/log/logger.ts';
import { createStorage } from '../platform/storage/create-storage.ts';
import { createRunningHashes } from '../platform/system/running-hashes.ts';
import { checkResponses } from './checked-responses.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    template: string;
    /** Seed of the property tests of this run. */
    propertySeed: number;
    identity: { origin: string; publicUrl: string; apiClientSecret: string };
    /** URL that starts the S3 store of the run on demand and returns its settings. */
    s3Offer: string;
  }
  /** Counts of a test, for its JSON report. */
  interface TaskMeta {
    /** Requests of an authorization matrix. */
    cells?: number;
    /** Random sequences of a model test, and the calls in them. */
    sequences?: number;
    steps?: number;
  }
}

/** A complete server with its own database, storage and mail folder, and the real identity service. */
export interface TestServer {
  app: FastifyInstance;
  deps: Deps;
  /** Data folder of this server. */
  dataDir: string;
  /** Runs all waiting jobs. @returns the number of jobs run */
  drainJobs(): Promise<number>;
  /** Listens on a free loopback port. @returns the origin */
  listen(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a test server; one per test file is enough. It validates its responses against the contracts.
 * @param env additional environment variables
 * @param logTo receives its log lines instead of standard output
 * @param settings values that no environment variable sets
 */
export async function startTestServer(
  env: Record<string, string> = {},
  logTo?: { write(line: string): void },
  settings: Partial<Pick<ServerConfig, 'bodyTimeoutMs' | 'webDir'>> = {},
): Promise<TestServer> {
  const database = await cloneTemplate(inject('adminUrl'), inject('template'));
  const dataDir = await mkdtemp(join(tmpdir(), 'kinreel-server-'));
  const identity = inject('identity');
  const given = readConfig({
    PUBLIC_URL: identity.publicUrl,
    IDENTITY_INTERNAL_URL: identity.origin,
    IDENTITY_API_CLIENT_SECRET: identity.apiClientSecret,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    APP_SECRET: 'the-secret-of-this-test-server-0123456789',
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    PATH: process.env.PATH ?? '',
    ...env,
  });
  const config: ServerConfig = { ...given, ...settings };
  const log = createLogger({ level: config.logLevel, name: 'test', ...(logTo && { to: logTo }) });
  const db = connectDatabase(database.url, config.databasePoolSize);
  const jobs = await connectJobs({ databaseUrl: database.url, definitions: JOB_DEFINITIONS, supervise: false, log });
  const deps: Deps = {
    config,
    appSecret: config.appSecret ?? '',
    db,
    jobs,
    events: createLiveEvents(database.url, log),
    locks: connectLocks(database.url, log),
    storage: await createStorage(config),
    runningHashes: createRunningHashes(),
    mailer: createMailer({ mailDir: config.mail.dir, from: config.mail.from }),
    identity: createIdentityProvider(config, identity.apiClientSecret),
    log,
  };
  const app = await buildApp(deps, checkResponses);
  await app.ready();
  return {
    app,
    deps,
    dataDir,
    drainJobs: () => jobs.drain(jobHandlers(deps)),
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await app.close();
      await deps.events.close();
      await jobs.stop(2_000);
      await deps.locks.close();
      await deps.mailer.close();
      await db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A logged-in person. */
export interface TestPerson {
  id: string;
  email: string;
  password: string;
  token: string;
  /** Header to send with a request. */
  headers: { authorization: string };
}

/** Default fields of a registration. */
export const PROFILE = {
  firstName: 'Odalie',
  lastName: 'Fennick',
  city: 'Duluth',
  state: 'MN',
  country: 'United States',
  birthday: '1944-03-09',
};

/** Sends JSON to the identity service. */
async function postToIdentity(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(`${inject('identity').origin}/identity${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

const CONNECTION = 'Username-Password-Authentication';

/** Logs in. A token expires after 15 minutes: longer tests need another one. */
export async function logIn({ email, password }: Pick<TestPerson, 'email' | 'password'>) {
  const { access_token: token = '' } = await postToIdentity('/oauth/token', {
    grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
    realm: CONNECTION,
    client_id: 'kinreel-api',
    client_secret: inject('identity').apiClientSecret,
    audience: 'urn:kinreel:api',
    username: email,
    password,
  });
  return { token, headers: { authorization: `Bearer ${token}` } };
}

/** Signs up at the identity service and gets a token, without creating a profile. */
export async function signUp(email = `${randomUUID()}@example.org`, password = 'Correct-horse-7') {
  const { _id: id } = await postToIdentity('/dbconnections/signup', {
    client_id: 'kinreel-web',
    email,
    password,
    connection: CONNECTION,
  });
  return { email, password, auth0Id: `auth0|${id}`, ...(await logIn({ email, password })) };
}

/**
 * Creates a person with account and profile, through the public API. Their address is verified, as by the operator's
 * command, unless `options.isVerified` is false.
 */
export async function loginAs(
  server: TestServer,
  profile: Partial<typeof PROFILE> = {},
  options: { isVerified?: boolean } = {},
): Promise<TestPerson> {
  const { auth0Id, ...account } = await signUp();
  const registered = await server.app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: { ...PROFILE, ...profile, auth0Id, email: account.email, password: account.password },
  });
  if (registered.statusCode !== 201) throw new Error(`register: ${registered.statusCode} ${registered.body}`);
  if (options.isVerified !== false) await verifyAddress(server.deps.db, account.email);
  return { id: registered.json().id, ...account };
}

/** Connects two people: the first sends a request, the second accepts. */
export async function connect(server: TestServer, a: TestPerson, b: TestPerson, relationship: 'friend' | 'family') {
  const asked = await server.app.inject({
    method: 'POST',
    url: '/api/connections',
    headers: a.headers,
    payload: { relationship, userB: b.id },
  });
  const id: string = asked.json().connection_id;
  const confirmed = await server.app.inject({ method: 'PUT', url: `/api/connections/${id}`, headers: b.headers });
  if (confirmed.statusCode !== 200) throw new Error(`connect: ${confirmed.statusCode} ${confirmed.body}`);
  return id;
}
