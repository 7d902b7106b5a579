import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, signUp, startTestServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());

test('[API-25] a token gives no access to the profile of the same subject at another provider', async () => {
  const other = await loginAs(server);
  const account = await signUp();
  await server.deps.db
    .updateTable('users')
    .set({ issuer: 'https://another.example/', subject: account.auth0Id })
    .where('id', '=', other.id)
    .execute();
  const answer = await server.app.inject({ url: '/api/user', headers: account.headers });
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'profile.missing']);
});
