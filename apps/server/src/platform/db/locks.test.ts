import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cloneTemplate } from '@kinreel/embedded-postgres/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { connectLocks, type Locks, LockTimeoutError } from './locks.ts';

let database: { url: string; drop(): Promise<void> };
let admin: pg.Client;
const open: Locks[] = [];
const log = createLogger({ level: 'silent', name: 'test' });

beforeAll(async () => {
  database = await cloneTemplate(inject('adminUrl'), inject('template'));
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
});
afterEach(async () => {
  for (const locks of open.splice(0)) await locks.close();
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});

/** Locks of one process. */
function processLocks(silenceMs?: number): Locks {
  const locks = connectLocks(database.url, log, silenceMs);
  open.push(locks);
  return locks;
}

const WAIT = { waitMs: 10_000 };

test.each([
  [
    'one process',
    () => {
      const locks = processLocks();
      return [locks, locks] as const;
    },
  ],
  ['two processes', () => [processLocks(), processLocks()] as const],
])('in %s, one process holds a lock at a time and is asked to release it', async (_what, processes) => {
  const [a, b] = processes();
  const order: string[] = [];
  const asked = Promise.withResolvers<void>();
  const first = await a.acquire('x', { ...WAIT, onReleaseRequested: asked.resolve });
  const second = b.acquire('x', WAIT).then((lock) => {
    order.push('second');
    return lock;
  });
  await asked.promise;
  order.push('first releases');
  await first.release();
  await (await second).release();
  expect(order).toEqual(['first releases', 'second']);
  // Locks with other names are independent.
  const others = await Promise.all(['y', 'z'].map((name) => a.acquire(name, { waitMs: 0 })));
  for (const lock of others) await lock.release();
});

test('a waiting caller times out, and callers behind it still get the lock', async () => {
  const [a, b] = [processLocks(), processLocks()];
  const held = await a.acquire('x', WAIT);
  await expect(a.acquire('x', { waitMs: 50 })).rejects.toThrow(LockTimeoutError);
  await expect(b.acquire('x', { waitMs: 50 })).rejects.toThrow(LockTimeoutError);
  const impatient = a.acquire('x', { waitMs: 50 });
  const patient = a.acquire('x', WAIT);
  await expect(impatient).rejects.toThrow(LockTimeoutError);
  await held.release();
  await (await patient).release();
});

test('of fifty concurrent callers in three processes, only one holds the lock at a time', async () => {
  const processes = [processLocks(), processLocks(), processLocks()];
  let holding = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const lock = await processes[n % 3]?.acquire('x', { waitMs: 25_000 });
      holding += 1;
      most = Math.max(most, holding);
      await new Promise(setImmediate);
      holding -= 1;
      await lock?.release();
    }),
  );
  expect(most).toBe(1);
});

test('when the connection breaks, holders are asked to release and the next lock reconnects', async () => {
  const locks = processLocks();
  const asked = Promise.withResolvers<void>();
  const lost = await locks.acquire('x', { ...WAIT, onReleaseRequested: asked.resolve });
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kinreel-locks' and datname = current_database()",
  );
  await asked.promise;
  await lost.release();
  await (await locks.acquire('x', WAIT)).release();
  // Other test files use other databases in the same PostgreSQL, with their own locks.
  const { rows } = await admin.query(
    `select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(rows).toEqual([]);
});

/**
 * A separate process that holds the lock `x` and can be suspended. On request it prints whether it still holds the
 * lock.
 */
async function startHolder() {
  const from = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const code = `
    const { connectLocks } = await import(${from('./locks.ts')});
    const { createLogger } = await import(${from('../log/logger.ts')});
    const locks = connectLocks(${JSON.stringify(database.url)}, createLogger({ level: 'silent', name: 'test' }));
    const lock = await locks.acquire('x', { waitMs: 10_000 });
    console.log('held');
    process.stdin.once('data', async () => {
      console.log(await lock.isHeld());
      process.exit();
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const printed = async () => String((await once(child.stdout, 'data'))[0]).trim();
  expect(await printed()).toBe('held');
  return { child, printed };
}

test('[UP-04] a responsive holder keeps its lock, however long others wait; a hanging one loses it', async () => {
  const { child, printed } = await startHolder();
  const locks = processLocks(1000);
  await expect(locks.acquire('x', { waitMs: 2500 })).rejects.toThrow(LockTimeoutError);
  child.kill('SIGSTOP');
  const lock = await locks.acquire('x', WAIT);
  expect(await lock.isHeld()).toBe(true);
  child.kill('SIGCONT');
  child.stdin.write('?');
  expect(await printed()).toBe('false');
  await lock.release();
});
