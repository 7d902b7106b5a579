import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const REQUIRED = {
  DATABASE_URL: 'postgres://localhost/kinreel',
  IDENTITY_API_CLIENT_SECRET: 'a'.repeat(32),
  IDENTITY_KEY_SECRET: 'b'.repeat(32),
};

describe('configuration', () => {
  it('requires three values and has defaults for the others', () => {
    expect(loadConfig(REQUIRED)).toMatchObject({
      host: '127.0.0.1',
      port: 0,
      publicUrl: 'http://localhost:3000',
      issuer: 'http://localhost:3000/identity/',
      allowedOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
      clientId: 'kinreel-web',
      audience: 'urn:kinreel:api',
      limits: { addressAndAccount: { points: 10, seconds: 900 }, account: { points: 100, seconds: 86_400 } },
    });
  });

  it('RATE_LIMIT=off removes all limits except that of mails', () => {
    const { limits } = loadConfig({ ...REQUIRED, RATE_LIMIT: 'off' });
    expect(Math.min(limits.addressAndAccount.points, limits.account.points, limits.network.points)).toBe(1_000_000);
    expect(limits.mails).toEqual({ points: 5, seconds: 3600 });
  });

  it('allows the public origin and the configured ones', () => {
    const config = loadConfig({
      ...REQUIRED,
      PUBLIC_URL: 'https://kin.example/',
      IDENTITY_ALLOWED_ORIGINS: 'https://app.kin.example, https://old.kin.example',
    });
    expect(config.issuer).toBe('https://kin.example/identity/');
    expect(config.allowedOrigins).toEqual([
      'https://kin.example',
      'https://app.kin.example',
      'https://old.kin.example',
    ]);
  });

  it.each([
    ['DATABASE_URL', undefined, 'DATABASE_URL is not set.'],
    ['IDENTITY_KEY_SECRET', '', 'IDENTITY_KEY_SECRET is not set.'],
    ['IDENTITY_KEY_SECRET', 'short', 'IDENTITY_KEY_SECRET is wrong: must have at least 32 characters.'],
    ['PUBLIC_URL', 'https://kin.example/app', /^PUBLIC_URL is wrong: .+\.$/],
    ['PUBLIC_URL', 'ftp://kin.example', /^PUBLIC_URL is wrong: .+\.$/],
    ['IDENTITY_ALLOWED_ORIGINS', 'https://kin.example,*', /^IDENTITY_ALLOWED_ORIGINS is wrong: .+\.$/],
    ['IDENTITY_PORT', 'abc', /^IDENTITY_PORT is wrong: .+\.$/],
    ['RATE_LIMIT', 'none', /^RATE_LIMIT is wrong: .+\.$/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL is wrong: .+\.$/],
  ])('ends with one sentence when %s is %s', (variable, value, message) => {
    expect(() => loadConfig({ ...REQUIRED, [variable]: value })).toThrow(message);
  });
});
