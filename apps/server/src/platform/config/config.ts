import { isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  DEFAULT_MAX_VIDEO_BYTES,
  DEFAULT_MAX_VIDEO_SECONDS,
  DEFAULT_QUOTA_BYTES,
  REGISTRATION_MODES,
  type RegistrationMode,
} from '@kinreel/contracts';
import { ConfigError } from '@kinreel/service';
import * as z from 'zod';
import type { S3Settings } from '../storage/s3.ts';
import { OTHER_VARIABLES } from './unknown-variables.ts';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:3000' })
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => new URL(value).origin === value, 'must have no path, only scheme, host and port');

/** Origins, separated by commas. */
const origins = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
  .pipe(z.array(origin));

const integer = z.coerce.number({ error: 'must be a whole number' }).int('must be a whole number');

/** Whether it is an IP address, a network in CIDR notation, or a network name of Fastify. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** All environment variables. Must match the tables in the README and in docs/operations.md. */
const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integer.min(0).max(65_535, 'must be a port, 1 to 65535').default(3000),
  PUBLIC_URL: origin.optional(),
  FORMER_URLS: origins,
  IDENTITY_ALLOWED_ORIGINS: origins,
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
    .refine((list) => list.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, separated by commas'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_SESSION_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOL_SIZE: integer.min(2).max(100).default(10),
  STORAGE: z.enum(['local', 's3'], 'must be local or s3').default('local'),
  S3_ENDPOINT: origin.optional(),
  S3_PUBLIC_ENDPOINT: origin.optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PREFIX: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/,
      'must be a path without a slash at either end',
    )
    .default(''),
  S3_DELIVERY: z.enum(['stream', 'redirect'], 'must be stream or redirect').default('stream'),
  UPLOAD_PARTS: z.enum(['local', 'storage'], 'must be local or storage').default('local'),
  MEDIA_OFFLOAD: z.enum(['nginx', 'off'], 'must be nginx or off').default('off'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().min(3).default('Kinreel <no-reply@localhost>'),
  OPERATOR_EMAIL: z
    .string()
    .regex(/^[^\s@<>,]+@[^\s@<>,]+$/, 'must be one email address')
    .optional(),
  REGISTRATION: z.enum(REGISTRATION_MODES, 'must be open, invited or closed').optional(),
  IDENTITY_DOMAIN: z.string().min(1).optional(),
  IDENTITY_INTERNAL_URL: z.url().optional(),
  IDENTITY_CLIENT_ID: z.string().min(1).default('kinreel-web'),
  IDENTITY_AUDIENCE: z.string().min(1).default('urn:kinreel:api'),
  IDENTITY_CONNECTION: z.string().min(1).default('Username-Password-Authentication'),
  IDENTITY_RESPONSE_TYPE: z.enum(['token', 'code']).default('token'),
  IDENTITY_API_CLIENT_ID: z.string().min(1).default('kinreel-api'),
  IDENTITY_API_CLIENT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SHORT_LINK_DOMAIN: origin.optional(),
  MAX_VIDEO_BYTES: integer.positive().default(DEFAULT_MAX_VIDEO_BYTES),
  MAX_VIDEO_SECONDS: integer.positive().default(DEFAULT_MAX_VIDEO_SECONDS),
  QUOTA_BYTES: integer.positive().default(DEFAULT_QUOTA_BYTES),
  DISK_RESERVE_BYTES: integer.min(0).default(1024 ** 3),
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: integer.min(1).max(65_535, 'must be a port, 1 to 65535').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: integer.min(1, 'must be at least 1').default(14),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{50,}$/, 'must be a public key of age, which starts with age1')
    .optional(),
  FFMPEG_PATH: z.string().min(1).optional(),
  SPEECH_TO_TEXT_COMMAND: z.string().min(1).optional(),
  SPEECH_TO_TEXT_MODEL: z.string().min(1).optional(),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The server's configuration, read once at startup; nothing else reads the environment. */
export interface ServerConfig {
  host: string;
  /** TCP port of the web server; 0 picks a free one. */
  port: number;
  /** Origin that people use, without a trailing slash. */
  publicUrl: string;
  /** Whether PUBLIC_URL is set; otherwise commands use the stored address. */
  isPublicUrlSet: boolean;
  /** All addresses by which people can log in: PUBLIC_URL and IDENTITY_ALLOWED_ORIGINS. */
  origins: readonly string[];
  /** Earlier public URLs: requests for them are redirected, and links to them are recognized. */
  formerUrls: readonly string[];
  /**
   * Who may register. `fixed`: set by the variable, so site owners cannot change it; otherwise the default for the
   * address.
   */
  registration: { mode: RegistrationMode; fixed: boolean };
  /** Addresses, networks or network names of proxies whose X-Forwarded headers are used. */
  trustedProxies: string[];
  /** Absolute path of the folder for all data outside the database. */
  dataDir: string;
  /** Null: the all-in-one start provides an embedded PostgreSQL. */
  databaseUrl: string | null;
  /** The database URL for sessions: locks, notifications, commands. Differs from databaseUrl only with a pooler. */
  databaseSessionUrl: string | null;
  /** Whether prepared statements are used. Not with a pooler, because older ones do not support them. */
  databasePrepared: boolean;
  databasePoolSize: number;
  /** Where files are stored, the S3 settings if any, and whether the nginx in front sends local files. */
  storage: { kind: 'local' | 's3'; s3: S3Settings | null; offload: boolean };
  /**
   * Where the bytes of unfinished uploads are stored: in the data folder, or, for web servers on several machines, in
   * the storage.
   */
  uploadParts: 'local' | 'storage';
  /** All keys of the server are derived from this; null: the all-in-one start generates and stores one. */
  appSecret: string | null;
  /** `operator`: recipient of reports by mail; null for nobody. */
  mail: { smtpUrl: string | undefined; from: string; dir: string; operator: string | null };
  identity: {
    /** Host or URL of a hosted tenant; null for the bundled service. */
    hostedDomain: string | null;
    /** Internal URL of the bundled service, e.g. http://127.0.0.1:4567. */
    internalUrl: string | null;
    clientId: string;
    audience: string;
    connection: string;
    responseType: 'token' | 'code';
    apiClientId: string;
    apiClientSecret: string | null;
  };
  /** Origin of new short links. */
  shortLinkDomain: string;
  limits: {
    videoBytes: number;
    videoSeconds: number;
    quotaBytes: number;
    /** Free bytes on the disk of the data folder that uploads must not use. */
    diskReserveBytes: number;
  };
  /** Address for Prometheus, without authentication; null to turn metrics off. */
  metrics: { host: string; port: number } | null;
  /** Whether browsers must use https for all subdomains too, if PUBLIC_URL is https. */
  hstsSubdomains: boolean;
  /** Deadline for the body of a request, in milliseconds; for files see app/body-deadlines.ts. */
  bodyTimeoutMs: number;
  /** The folder for nightly backups (null for none), how many are kept, and the public key for encryption, or null. */
  backup: { dir: string | null; keep: number; recipient: string | null };
  ffmpegPath: string | undefined;
  /** The program that drafts captions and the absolute path of its model; null if not configured. */
  speechToText: { command: string; model: string } | null;
  rateLimit: boolean;
  logLevel: string;
  /** Folder of the built web app. */
  webDir: string;
}

export { ConfigError };

/** All variables of Kinreel, including those of its other processes. */
export const KNOWN_VARIABLES: readonly string[] = [...Object.keys(environment.shape), ...OTHER_VARIABLES];

/** Variables whose values are never printed. */
const SECRET = /SECRET|_KEY|_URL$/;

/** Reads and validates the environment. @throws ConfigError with every invalid variable */
export function readConfig(env: NodeJS.ProcessEnv): ServerConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues
        .map(
          (issue) =>
            `${issue.path.join('.')} ${issue.message}${SECRET.test(issue.path.join('.')) ? '' : ` (it is ${JSON.stringify(given[String(issue.path[0])])})`}.`,
        )
        .join('\n'),
    );
  }
  const e = parsed.data;
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  const dataDir = resolve(e.DATA_DIR);
  if (e.IDENTITY_DOMAIN && !e.IDENTITY_API_CLIENT_SECRET) {
    throw new ConfigError('IDENTITY_API_CLIENT_SECRET must be set when IDENTITY_DOMAIN names a hosted tenant.');
  }
  if (Boolean(e.SPEECH_TO_TEXT_COMMAND) !== Boolean(e.SPEECH_TO_TEXT_MODEL)) {
    throw new ConfigError('SPEECH_TO_TEXT_COMMAND and SPEECH_TO_TEXT_MODEL must be set together.');
  }
  if (e.MEDIA_OFFLOAD === 'nginx' && e.STORAGE === 's3') {
    throw new ConfigError('MEDIA_OFFLOAD=nginx needs STORAGE=local. With s3, S3_DELIVERY=redirect does the same.');
  }
  return {
    host: e.HOST,
    port: e.PORT,
    publicUrl,
    isPublicUrlSet: e.PUBLIC_URL !== undefined,
    origins: [...new Set([...ownOrigins(publicUrl), ...e.IDENTITY_ALLOWED_ORIGINS])],
    formerUrls: e.FORMER_URLS,
    registration: {
      mode: e.REGISTRATION ?? (isOwnMachine(publicUrl) ? 'open' : 'invited'),
      fixed: e.REGISTRATION !== undefined,
    },
    trustedProxies: e.TRUSTED_PROXIES,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseSessionUrl: e.DATABASE_SESSION_URL ?? e.DATABASE_URL ?? null,
    databasePrepared: e.DATABASE_SESSION_URL === undefined,
    databasePoolSize: e.DATABASE_POOL_SIZE,
    storage: { kind: e.STORAGE, s3: readS3(e), offload: e.MEDIA_OFFLOAD === 'nginx' },
    uploadParts: e.UPLOAD_PARTS,
    appSecret: e.APP_SECRET ?? null,
    mail: {
      smtpUrl: e.SMTP_URL,
      from: e.MAIL_FROM,
      dir: resolve(dataDir, 'mail'),
      operator: e.OPERATOR_EMAIL ?? null,
    },
    identity: {
      hostedDomain: e.IDENTITY_DOMAIN ?? null,
      internalUrl: e.IDENTITY_INTERNAL_URL ?? null,
      clientId: e.IDENTITY_CLIENT_ID,
      audience: e.IDENTITY_AUDIENCE,
      connection: e.IDENTITY_CONNECTION,
      responseType: e.IDENTITY_RESPONSE_TYPE,
      apiClientId: e.IDENTITY_API_CLIENT_ID,
      apiClientSecret: e.IDENTITY_API_CLIENT_SECRET ?? null,
    },
    shortLinkDomain: e.SHORT_LINK_DOMAIN ?? publicUrl,
    limits: {
      videoBytes: e.MAX_VIDEO_BYTES,
      videoSeconds: e.MAX_VIDEO_SECONDS,
      quotaBytes: e.QUOTA_BYTES,
      diskReserveBytes: e.DISK_RESERVE_BYTES,
    },
    metrics: e.METRICS_PORT === undefined ? null : { host: e.METRICS_HOST, port: e.METRICS_PORT },
    hstsSubdomains: e.HSTS_SUBDOMAINS === 'on',
    bodyTimeoutMs: 30_000,
    backup: {
      dir: e.BACKUP_DIR ? resolve(e.BACKUP_DIR) : null,
      keep: e.BACKUP_KEEP,
      recipient: e.BACKUP_RECIPIENT ?? null,
    },
    ffmpegPath: e.FFMPEG_PATH,
    speechToText:
      e.SPEECH_TO_TEXT_COMMAND && e.SPEECH_TO_TEXT_MODEL
        ? { command: e.SPEECH_TO_TEXT_COMMAND, model: resolve(e.SPEECH_TO_TEXT_MODEL) }
        : null,
    rateLimit: e.RATE_LIMIT === 'on',
    logLevel: e.LOG_LEVEL,
    webDir: resolve(import.meta.dirname, '../../../../web/dist'),
  };
}

/** Whether the address can only be opened on this machine. */
function isOwnMachine(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The S3 settings, or null. @throws ConfigError if STORAGE is s3 and something is missing */
function readS3(e: z.infer<typeof environment>): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = e;
  if (!bucket || !accessKeyId || !secretAccessKey) {
    if (e.STORAGE === 'local') return null;
    const given = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
    const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [name]));
    throw new ConfigError(`${missing.join(', ')} must be set when STORAGE is s3.`);
  }
  const endpoint = e.S3_ENDPOINT ?? `https://s3.${e.S3_REGION}.amazonaws.com`;
  return {
    endpoint,
    region: e.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: e.S3_ENDPOINT !== undefined,
    prefix: e.S3_PREFIX,
    direct: e.S3_DELIVERY === 'redirect' ? { endpoint: e.S3_PUBLIC_ENDPOINT ?? endpoint } : null,
  };
}

/** A setting that the all-in-one start provides, and that a separately started process needs. @throws ConfigError */
export function required<T>(value: T | null, variable: string): T {
  if (value === null) throw new ConfigError(`${variable} must be set when this process is started on its own.`);
  return value;
}

/** The public origin; on a local machine both localhost and 127.0.0.1. */
function ownOrigins(publicUrl: string): string[] {
  const url = new URL(publicUrl);
  const names = ['localhost', '127.0.0.1'];
  if (!names.includes(url.hostname)) return [url.origin];
  return names.map((name) => `${url.protocol}//${name}${url.port ? `:${url.port}` : ''}`);
}
