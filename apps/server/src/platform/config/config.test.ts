import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const S3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'https://store.example.org',
  S3_BUCKET: 'family',
  S3_ACCESS_KEY_ID: 'the-key-id',
  S3_SECRET_ACCESS_KEY: 'the-secret',
};
function configError(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('it was accepted');
}

describe('storage settings', () => {
  test('the local disk is the default', () => {
    expect(readConfig({}).storage).toEqual({ kind: 'local', s3: null, offload: false });
    expect(readConfig({ S3_BUCKET: 'family' }).storage.kind).toBe('local');
  });

  test('an S3 store has common defaults', () => {
    expect(readConfig(S3).storage).toEqual({
      kind: 's3',
      offload: false,
      s3: {
        endpoint: 'https://store.example.org',
        region: 'us-east-1',
        bucket: 'family',
        accessKeyId: 'the-key-id',
        secretAccessKey: 'the-secret',
        forcePathStyle: true,
        prefix: '',
        direct: null,
      },
    });
    const { S3_ENDPOINT: _, ...amazon } = S3;
    expect(readConfig({ ...amazon, S3_REGION: 'eu-north-1' }).storage.s3).toMatchObject({
      endpoint: 'https://s3.eu-north-1.amazonaws.com',
      forcePathStyle: false,
    });
    expect(readConfig({ ...S3, STORAGE: '', S3_PREFIX: 'home/kinreel' }).storage).toMatchObject({
      kind: 'local',
      s3: { prefix: 'home/kinreel' },
    });
  });

  test('browsers can be redirected to the public endpoint of the store', () => {
    const redirect = { ...S3, S3_DELIVERY: 'redirect' };
    expect(readConfig(redirect).storage.s3?.direct).toEqual({ endpoint: 'https://store.example.org' });
    expect(readConfig({ ...redirect, S3_PUBLIC_ENDPOINT: 'https://files.example.org' }).storage.s3?.direct).toEqual({
      endpoint: 'https://files.example.org',
    });
  });

  test('missing and invalid variables are reported in a sentence', () => {
    expect(configError({ STORAGE: 's3' })).toBe(
      'S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY must be set when STORAGE is s3.',
    );
    expect(configError({ ...S3, S3_SECRET_ACCESS_KEY: '' })).toBe(
      'S3_SECRET_ACCESS_KEY must be set when STORAGE is s3.',
    );
    expect(configError({ STORAGE: 'tape' })).toBe('STORAGE must be local or s3 (it is "tape").');
    expect(configError({ ...S3, S3_ENDPOINT: 'store.example.org' })).toContain('S3_ENDPOINT must be an address');
    expect(configError({ ...S3, S3_BUCKET: 'Our Family' })).toBe(
      'S3_BUCKET must be the name of a bucket (it is "Our Family").',
    );
    expect(configError({ ...S3, S3_PREFIX: '/home/' })).toContain('S3_PREFIX must be a path');
    expect(configError({ ...S3, S3_DELIVERY: 'pigeon' })).toContain('S3_DELIVERY must be stream or redirect');
  });

  test('nginx can only send files of the local disk', () => {
    expect(readConfig({ MEDIA_OFFLOAD: 'nginx' }).storage.offload).toBe(true);
    expect(configError({ ...S3, MEDIA_OFFLOAD: 'nginx' })).toContain('MEDIA_OFFLOAD=nginx needs STORAGE=local');
    expect(configError({ MEDIA_OFFLOAD: 'apache' })).toContain('MEDIA_OFFLOAD must be nginx or off');
  });

  test('invalid secrets are not printed', () => {
    expect(configError({ APP_SECRET: 'too-short' })).toBe('APP_SECRET must have at least 32 characters.');
    for (const name of ['DATABASE_URL', 'DATABASE_SESSION_URL']) {
      expect(configError({ [name]: 'mysql://user:hidden@host/x' })).toBe(`${name} must start with postgres://.`);
    }
  });
});

test('uses no prepared statements if a session URL shows that DATABASE_URL is a pooler', () => {
  const database = { DATABASE_URL: 'postgres://user@pooler/kinreel' };
  expect(readConfig(database).databasePrepared).toBe(true);
  const session = { DATABASE_SESSION_URL: 'postgres://user@host/kinreel' };
  expect(readConfig({ ...database, ...session }).databasePrepared).toBe(false);
});

test('a removed variable does not prevent a start, whatever its value', () => {
  const removed = { S3_FORCE_PATH_STYLE: 'yes', DATABASE_WAIT_SECONDS: 'long', BODY_TIMEOUT_SECONDS: '0' };
  expect(readConfig(removed)).toEqual(readConfig({}));
});

test('trusts only proxies on this machine by default', () => {
  expect(readConfig({}).trustedProxies).toEqual(['loopback']);
  expect(readConfig({ TRUSTED_PROXIES: 'loopback, 172.16.0.0/12,fc00::/7 , 10.0.0.1' }).trustedProxies).toEqual([
    'loopback',
    '172.16.0.0/12',
    'fc00::/7',
    '10.0.0.1',
  ]);
  for (const wrong of ['everybody', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0', 'fc00::/129', '10.0.0.0/']) {
    expect(configError({ TRUSTED_PROXIES: wrong })).toContain('TRUSTED_PROXIES must be addresses or networks');
  }
});

test('[UP-02] allows 4 GiB and 2 hours per video, and 50 GiB per person by default', () => {
  expect(readConfig({}).limits).toEqual({
    videoBytes: 4_294_967_296,
    videoSeconds: 7_200,
    quotaBytes: 53_687_091_200,
    diskReserveBytes: 1_073_741_824,
  });
  const given = { MAX_VIDEO_BYTES: '1000', MAX_VIDEO_SECONDS: '60', QUOTA_BYTES: '5000' };
  expect(readConfig(given).limits).toMatchObject({ videoBytes: 1000, videoSeconds: 60, quotaBytes: 5000 });
});

test('people can log in at PUBLIC_URL and at the other listed addresses', () => {
  expect(readConfig({}).origins).toEqual(['http://localhost:3000', 'http://127.0.0.1:3000']);
  const env = { PUBLIC_URL: 'https://stories.example.org', IDENTITY_ALLOWED_ORIGINS: 'https://home.example.org' };
  expect(readConfig(env).origins).toEqual(['https://stories.example.org', 'https://home.example.org']);
});
