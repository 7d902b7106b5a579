import { expect, it } from 'vitest';
import { deleteExpired } from './cleanup.ts';
import { openDatabase } from './database.ts';
import { readMails, serviceForTest, TestBrowser } from './testing/support.ts';

it('deletes only expired rows', async () => {
  // Starts with unexpired rows; some lifetimes are short, and the machine may be slow.
  const begin = new Date();
  const service = await serviceForTest();
  const browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await browser.logIn('ada@example.org');
  await browser.authenticate('ada@example.org');
  await browser.requestReset('ada@example.org');
  await readMails(service, 1);
  const tables = ['users', 'sessions', 'login_tickets', 'reset_tokens', 'rate_limits'];
  const count = async () =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [table, (await service.query(`select 1 from identity.${table}`)).length]),
      ),
    );
  const database = openDatabase(service.databaseUrl, () => undefined);
  const before = await count();
  await deleteExpired(database.db, begin);
  expect(await count()).toEqual(before);
  expect(before).toMatchObject({ users: 1, sessions: 1, login_tickets: 1, reset_tokens: 1 });

  await deleteExpired(database.db, new Date(Date.now() + 9 * 60 * 60 * 1000));
  await database.close();
  expect(await count()).toEqual({ users: 1, sessions: 0, login_tickets: 0, reset_tokens: 0, rate_limits: 0 });
});
