import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { createIdentityProvider, type IdentityProvider } from './identity.ts';

/** A hosted tenant that answers /userinfo. */
let tenant: Server;
let claims: object;
let identity: IdentityProvider;
const asked: string[] = [];
beforeEach(async () => {
  asked.length = 0;
  tenant = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(claims));
  }).listen(0, '127.0.0.1');
  await once(tenant, 'listening');
  const { port } = tenant.address() as AddressInfo;
  identity = createIdentityProvider(
    readConfig({ IDENTITY_DOMAIN: `http://127.0.0.1:${port}`, IDENTITY_API_CLIENT_SECRET: 'x'.repeat(32) }),
    'x'.repeat(32),
  );
});
afterEach(() => tenant.close());

const email = 'ada@example.org';
test.each([
  [
    { email, email_verified: true },
    { email, isVerified: true },
  ],
  [
    { email, email_verified: false },
    { email, isVerified: false },
  ],
  [
    { email, email_verified: 'true' },
    { email, isVerified: false },
  ],
  [{ email }, { email, isVerified: false }],
  [{ email_verified: true }, null],
])("a hosted tenant's claims %j mean %j", async (given, meaning) => {
  claims = given;
  expect(await identity.emailOf('the-token')).toEqual(meaning);
  expect(asked).toEqual(['GET /userinfo Bearer the-token']);
});

test('a hosted tenant is not asked to send its verification mail again', async () => {
  await expect(identity.sendVerification('the-token')).rejects.toMatchObject({ code: 'verification.elsewhere' });
  expect(asked).toEqual([]);
});
