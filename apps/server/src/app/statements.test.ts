import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../testing/index.ts';

let server: TestServer;
let viewer: TestPerson;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  viewer = await loginAs(server);
  owner = await loginAs(server);
  await connect(server, owner, viewer, 'family');
});
afterAll(() => server?.stop());

/** Counts the SQL statements of a request, without those of the job queue. */
async function countStatements(url: string): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { statusCode } = await server.app.inject({ method: 'GET', url, headers: viewer.headers });
  expect(statusCode).toBe(200);
  const texts = query.mock.calls.map(([statement]) => String((statement as { text?: string }).text ?? statement));
  query.mockRestore();
  return texts.filter((text) => !text.includes('pgboss')).length;
}

// The first statement reads the caller and their session.
test.each([
  ['/api/user', 1],
  ['/api/video/user/{owner}', 2],
  ['/api/video/userVideos', 2],
  ['/api/video/sharedwithme', 2],
  ['/api/search?q=someone', 2],
])('GET %s sends a fixed number of statements: %i', async (path, count) => {
  const url = path.replace('{owner}', owner.id);
  await countStatements(url);
  expect(await countStatements(url)).toBe(count);
});
