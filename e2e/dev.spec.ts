import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './support/asserting-test.ts';
import { freePort } from './support/free-port.ts';
import { login, newPerson, register } from './support/people.ts';

/** A real `npm run dev` with its own data folder. */
let dev: ChildProcess;
let dataDir: string;
let origin: string;
let output = '';

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kinreel-dev-'));
  await chmod(dataDir, 0o755);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), PUBLIC_URL: origin, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk) => (output += chunk));
  // Vite bundles the libraries first, which takes half a minute on a busy machine.
  await expect.poll(() => output, { timeout: 110_000 }).toContain(`Kinreel for development: ${origin}`);
});

test.afterAll(async () => {
  if (dev.exitCode === null) {
    const ended = once(dev, 'exit');
    dev.kill('SIGTERM');
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

test('people can sign up, log out and log in at the address with hot reload', async ({ page }) => {
  const person = newPerson('Odalie');
  await page.goto(`${origin}/registration`);
  await register(page, person);
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}\/videos/, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await login(page, person);
  await expect(page).toHaveURL(/\/user\/[0-9a-f-]{36}\/videos/);
  // Vite's client is loaded, so this is not a build.
  await expect(page.locator('script[src="/@vite/client"]')).toBeAttached();
});
