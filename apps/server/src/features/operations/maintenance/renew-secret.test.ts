import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalServices } from '../../../app/local-services.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { loginAs, startTestServer, type TestServer } from '../../../testing/index.ts';
import { runHere } from '../../../testing/run-command.ts';
import { storedVideo } from '../../../testing/stored-video.ts';

let server: TestServer;
let env: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  // Another installation on the same database, whose data folder has no secret.
  env = { DATABASE_URL: server.deps.config.databaseUrl ?? '', DATA_DIR: server.dataDir };
});
afterAll(() => server?.stop());

const start = () => startLocalServices(readConfig({ ...env, PATH: process.env.PATH ?? '' }), {});
const secret = () => readFile(join(server.dataDir, 'app-secret'), 'utf8');

const renew = (...args: string[]) => runHere(env, 'secret', 'renew', ...args);

test('a lost secret is never replaced silently; the command replaces it and ends only links, invitations and sessions', async () => {
  const { db } = server.deps;
  const owner = await loginAs(server);
  const videoId = await storedVideo(server, owner.id);
  await server.app.inject({
    method: 'POST',
    url: '/api/link',
    headers: owner.headers,
    payload: { url: `${server.deps.config.publicUrl}/user/${owner.id}/videos?autoplay=${videoId}` },
  });
  const count = async (table: 'short_links' | 'videos' | 'users') =>
    (await db.selectFrom(table).select('id').execute()).length;
  expect(await count('short_links')).toBe(1);

  await expect(start()).rejects.toThrow(/app-secret.*Restore the file.*npm run kinreel -- secret renew/s);
  await expect(secret()).rejects.toThrow('ENOENT');

  const first = await renew();
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('1 short links') });
  expect([await count('short_links'), await count('videos'), await count('users')]).toEqual([0, 1, 1]);
  const made = await secret();
  expect(made.trim().length).toBeGreaterThanOrEqual(64);
  expect((await start()).env.APP_SECRET).toBe(made.trim());

  const again = await renew();
  expect(again).toMatchObject({ code: 78, errors: expect.stringContaining('--replace') });
  expect(await secret()).toBe(made);
  expect(await renew('--replace')).toMatchObject({ code: 0 });
  expect(await secret()).not.toBe(made);
});
