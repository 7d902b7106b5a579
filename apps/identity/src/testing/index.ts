import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIdentity, type IdentityOptions } from '../app.ts';
import { type IdentityConfig, loadConfig, UNLIMITED } from '../config.ts';
import type { HashCost } from '../passwords/password-hasher.ts';

/** A running identity service for tests. */
export interface TestIdentity {
  /** http://127.0.0.1:PORT */
  origin: string;
  /** `origin` + /identity */
  baseUrl: string;
  config: IdentityConfig;
  /** Folder of sent mails. */
  mailDir: string;
  stop(): Promise<void>;
}

export interface StartOptions {
  databaseUrl: string;
  /** Public origin of the product; defines the issuer and the allowed origins. */
  publicUrl?: string;
  overrides?: Partial<IdentityConfig>;
  appOptions?: IdentityOptions;
}

/** The cheapest hash, because tests make thousands, and few are about them. */
const CHEAP_HASH: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Starts the service in this process on a free port, with cheap hashes and without rate limits unless overridden. */
export async function startIdentity(options: StartOptions): Promise<TestIdentity> {
  const mailDir = await mkdtemp(join(tmpdir(), 'kinreel-mail-'));
  const config: IdentityConfig = {
    ...loadConfig({
      DATABASE_URL: options.databaseUrl,
      PUBLIC_URL: options.publicUrl,
      IDENTITY_API_CLIENT_SECRET: 'client-secret-of-the-tests-0123456789',
      IDENTITY_KEY_SECRET: 'key-secret-of-the-tests-0123456789abcdef',
      MAIL_DIR: mailDir,
      LOG_LEVEL: 'silent',
    }),
    limits: { ...UNLIMITED, mails: UNLIMITED.address },
    // Tests that need the API server start it first.
    logoutUrl: null,
    registrationUrl: null,
    ...options.overrides,
  };
  const app = buildIdentity(config, { hashCost: CHEAP_HASH, ...options.appOptions });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    baseUrl: `${origin}/identity`,
    config,
    mailDir,
    async stop() {
      await app.close();
      await rm(mailDir, { recursive: true, force: true });
    },
  };
}

/** Signs up and logs in, through HTTP. @returns the user id (`auth0|…`) and an access token */
export async function signUpAndGetToken(
  { baseUrl, config }: Pick<TestIdentity, 'baseUrl' | 'config'>,
  { email, password }: { email: string; password: string },
): Promise<{ sub: string; token: string }> {
  const { _id } = await postJson<{ _id: string }>(`${baseUrl}/dbconnections/signup`, {
    client_id: config.clientId,
    connection: config.connection,
    email,
    password,
  });
  const { access_token } = await postJson<{ access_token: string }>(`${baseUrl}/oauth/token`, {
    grant_type: 'http://auth0.com/oauth/grant-type/password-realm',
    client_id: config.apiClientId,
    client_secret: config.apiClientSecret,
    realm: config.connection,
    audience: config.audience,
    username: email,
    password,
  });
  return { sub: `auth0|${_id}`, token: access_token };
}

async function postJson<Body>(url: string, body: object): Promise<Body> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${new URL(url).pathname} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}
