import { resolve } from 'node:path';
import { ConfigError } from '@kinreel/service';
import { z } from 'zod';

/** A limit of `points` attempts within `seconds`. */
export interface Limit {
  points: number;
  seconds: number;
}

/**
 * Rate limits of attempts. Each is counted separately; any exceeded limit rejects the attempt. A known device of the
 * account has separate limits, with the values of `addressAndAccount` and `account`.
 */
export interface LimitsConfig {
  /** Per network address and account. */
  addressAndAccount: Limit;
  /** Per account, from any address. Above it, attempts are slowed down to the same number per period. */
  account: Limit;
  /** Per network address (IPv6 by /64), for any account. */
  address: Limit;
  /** Per network (IPv4 by /24, IPv6 by /48), for any account. */
  network: Limit;
  /** Reset mails per account. */
  mails: Limit;
}

const LIMITS: LimitsConfig = {
  addressAndAccount: { points: 10, seconds: 15 * 60 },
  account: { points: 100, seconds: 24 * 60 * 60 },
  address: { points: 100, seconds: 60 * 60 },
  network: { points: 500, seconds: 60 * 60 },
  mails: { points: 5, seconds: 60 * 60 },
};

/** Effectively unlimited. */
const MANY = { points: 1_000_000, seconds: 60 };

/** For tests. Mails are still limited, because other people receive them. */
export const UNLIMITED: Omit<LimitsConfig, 'mails'> = {
  addressAndAccount: MANY,
  account: MANY,
  address: MANY,
  network: MANY,
};

/** The complete configuration of the service. Nothing else reads the environment. */
export interface IdentityConfig {
  databaseUrl: string;
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Origin that people use, without a trailing slash. */
  publicUrl: string;
  /** Ends with a slash, as in Auth0. */
  issuer: string;
  /** Origins of the web app. Callback and logout URLs are derived from them. */
  allowedOrigins: string[];
  /** The public client: the web app. */
  clientId: string;
  audience: string;
  /** URL of the API server for logout tokens; null for none. */
  logoutUrl: string | null;
  /** URL of the API server for checking who may sign up; null if everybody may. */
  registrationUrl: string | null;
  connection: string;
  /** The confidential client: the API server, which verifies accounts at registration. */
  apiClientId: string;
  apiClientSecret: string;
  /** Encrypts the signing keys in the database. */
  keySecret: string;
  /** Days until a signing key is rotated. */
  keyRotationDays: number;
  smtpUrl?: string;
  mailDir: string;
  mailFrom: string;
  limits: LimitsConfig;
  /** Whether attempts are limited; only tests turn it off. */
  rateLimit: boolean;
  /** Number of parallel password hashes, and of waiting ones. */
  hashing: { concurrency: number; queue: number };
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

export { ConfigError };

const LOCAL_NAMES = ['localhost', '127.0.0.1'];

const origin = z.string().transform((value, context) => {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    context.addIssue({ code: 'custom', message: 'must be an address such as https://example.org, without a path' });
    return z.NEVER;
  }
  return url.origin;
});

const name = (fallback: string) => z.string().min(1).default(fallback);

const environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be an address that starts with postgres://'),
  IDENTITY_HOST: name('127.0.0.1'),
  IDENTITY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  PUBLIC_URL: origin.default('http://localhost:3000'),
  IDENTITY_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
    .pipe(z.array(origin)),
  IDENTITY_CLIENT_ID: name('kinreel-web'),
  IDENTITY_AUDIENCE: name('urn:kinreel:api'),
  IDENTITY_LOGOUT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3000/api/session/ended' })
    .optional(),
  IDENTITY_REGISTRATION_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as http://127.0.0.1:3000/api/registration/check' })
    .optional(),
  IDENTITY_CONNECTION: name('Username-Password-Authentication'),
  IDENTITY_API_CLIENT_ID: name('kinreel-api'),
  IDENTITY_API_CLIENT_SECRET: z.string().min(32, 'must have at least 32 characters'),
  IDENTITY_KEY_SECRET: z.string().min(32, 'must have at least 32 characters'),
  IDENTITY_KEY_ROTATION_DAYS: z.coerce.number().min(2).default(30),
  SMTP_URL: z.string().optional(),
  MAIL_DIR: name('data/mail'),
  MAIL_FROM: name('Kinreel <no-reply@localhost>'),
  IDENTITY_HASH_CONCURRENCY: z.coerce.number().int().min(1).default(2),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/**
 * Reads the configuration from environment variables (see docs/identity.md). An empty value counts as not set.
 * @throws ConfigError for the first missing or invalid variable
 */
export function loadConfig(env: NodeJS.ProcessEnv): IdentityConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const variable = String(issue?.path[0]);
    throw new ConfigError(
      given[variable] === undefined ? `${variable} is not set.` : `${variable} is wrong: ${issue?.message}.`,
    );
  }
  const values = parsed.data;
  return {
    databaseUrl: values.DATABASE_URL,
    host: values.IDENTITY_HOST,
    port: values.IDENTITY_PORT,
    ...originsOf(values.PUBLIC_URL, values.IDENTITY_ALLOWED_ORIGINS),
    clientId: values.IDENTITY_CLIENT_ID,
    audience: values.IDENTITY_AUDIENCE,
    logoutUrl: values.IDENTITY_LOGOUT_URL ?? `${values.PUBLIC_URL}/api/session/ended`,
    registrationUrl: values.IDENTITY_REGISTRATION_URL ?? `${values.PUBLIC_URL}/api/registration/check`,
    connection: values.IDENTITY_CONNECTION,
    apiClientId: values.IDENTITY_API_CLIENT_ID,
    apiClientSecret: values.IDENTITY_API_CLIENT_SECRET,
    keySecret: values.IDENTITY_KEY_SECRET,
    keyRotationDays: values.IDENTITY_KEY_ROTATION_DAYS,
    smtpUrl: values.SMTP_URL,
    mailDir: resolve(values.MAIL_DIR),
    mailFrom: values.MAIL_FROM,
    rateLimit: values.RATE_LIMIT === 'on',
    limits: values.RATE_LIMIT === 'on' ? LIMITS : { ...UNLIMITED, mails: LIMITS.mails },
    hashing: { concurrency: values.IDENTITY_HASH_CONCURRENCY, queue: 32 },
    logLevel: values.LOG_LEVEL,
  };
}

/** Derives the origins from the public URL. On a local machine both localhost and 127.0.0.1 are allowed. */
function originsOf(publicUrl: string, more: string[]): Pick<IdentityConfig, 'publicUrl' | 'issuer' | 'allowedOrigins'> {
  const own = new URL(publicUrl);
  const names = LOCAL_NAMES.includes(own.hostname) ? LOCAL_NAMES : [own.hostname];
  const origins = names.map((hostname) => Object.assign(new URL(publicUrl), { hostname }).origin);
  return {
    publicUrl,
    issuer: `${publicUrl}/identity/`,
    allowedOrigins: [...new Set([publicUrl, ...origins, ...more])],
  };
}
