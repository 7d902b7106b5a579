import type { Mail } from '@kinreel/mailer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../database.ts';
import { startService, TestBrowser, type TestService } from '../testing/support.ts';
import { createOutbox, deleteOldMails } from './outbox.ts';

let service: TestService;
let database: Database;
beforeAll(async () => {
  service = await startService();
  database = openDatabase(service.databaseUrl, () => undefined);
});
afterAll(async () => {
  await database?.close();
  await service?.stop();
});
beforeEach(() => service.query('delete from identity.mails'));

const HOUR_MS = 3600_000;

/** Start of an outbox's clock: in the future, so that the service's own outbox does not send these mails. */
const BEGIN = Date.now() + 200 * 24 * HOUR_MS;

/** An outbox with a fake clock, and a mail server that fails `failures` times. */
function outboxWith(failures: number) {
  const sent: Mail[] = [];
  const reasons: [string, boolean][] = [];
  let clock = BEGIN;
  const outbox = createOutbox(
    {
      db: database.db,
      now: () => new Date(clock),
      mailer: {
        async send(mail) {
          if (failures > 0) {
            failures -= 1;
            throw new Error(`451 <${mail.to}> try again`);
          }
          sent.push(mail);
        },
        async close() {},
      },
    },
    {
      reset: async (email) =>
        email.startsWith('nobody') ? null : { subject: 'A link', text: '', html: '', pictures: [] },
      verification: async () => null,
      'new-address': async () => null,
      'address-notice': async () => null,
      'password-changed': async () => null,
    },
    (_kind, reason, isLast) => reasons.push([reason, isLast]),
  );
  return { outbox, sent, reasons, pass: (milliseconds: number) => (clock += milliseconds) };
}
const rows = () => service.query('select state, attempts, last_error from identity.mails');

describe('the outbox', () => {
  it('retries a rejected mail when it is due, and sends it once', async () => {
    const { outbox, sent, pass } = outboxWith(2);
    await outbox.add(database.db, 'reset', 'ada@example.org');
    await outbox.sendDue();
    await outbox.sendDue();
    expect(await rows()).toEqual([{ state: 'waiting', attempts: 1, last_error: '451 [address] try again' }]);
    for (let times = 0; times < 3; times += 1) {
      pass(HOUR_MS);
      await Promise.all([outbox.sendDue(), outbox.sendDue()]);
    }
    expect(sent.map(({ to }) => to)).toEqual(['ada@example.org']);
    expect(await rows()).toEqual([]);
  });

  it('fails a mail after three days, and deletes it after a month', async () => {
    const { outbox, reasons, pass } = outboxWith(1000);
    await outbox.add(database.db, 'reset', 'ada@example.org');
    for (let hours = 0; hours < 4 * 24; hours += 1) {
      await outbox.sendDue();
      pass(HOUR_MS);
    }
    expect(await rows()).toMatchObject([{ state: 'failed' }]);
    expect(reasons.filter(([, isLast]) => isLast)).toHaveLength(1);
    await deleteOldMails(database.db, new Date(BEGIN + 20 * 24 * HOUR_MS));
    expect(await rows()).toHaveLength(1);
    await deleteOldMails(database.db, new Date(BEGIN + 200 * 24 * HOUR_MS));
    expect(await rows()).toEqual([]);
  });

  it('drops obsolete mails, and is rolled back with its transaction', async () => {
    const { outbox, sent } = outboxWith(0);
    await outbox.add(database.db, 'reset', 'nobody@example.org');
    await outbox.add(database.db, 'verification', 'verified@example.org');
    await database.db
      .transaction()
      .execute(async (tx) => {
        await outbox.add(tx, 'reset', 'ada@example.org');
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await outbox.sendDue();
    expect([sent, await rows()]).toEqual([[], []]);
  });
});

it('site owners see rejected mails and can retry them; mails without an attempt are not listed', async () => {
  const { outbox } = outboxWith(1);
  await outbox.add(database.db, 'reset', 'ada@example.org');
  await outbox.sendDue();
  await outbox.add(database.db, 'reset', 'typed@example.org');
  const { apiClientId, apiClientSecret } = service.config;
  const authorization = `Basic ${Buffer.from(`${apiClientId}:${apiClientSecret}`).toString('base64')}`;
  const call = (method: string, path: string) => fetch(service.baseUrl + path, { method, headers: { authorization } });
  const { mails } = (await (await call('GET', '/mails')).json()) as { mails: { id: string }[] };
  expect(mails).toEqual([
    {
      id: expect.any(String),
      kind: 'reset',
      email: 'ada@example.org',
      state: 'waiting',
      attempts: 1,
      created_at: new Date(BEGIN).toISOString(),
      next_attempt_at: expect.any(String),
      error: '451 [address] try again',
    },
  ]);
  await service.query("update identity.mails set state = 'failed', attempts = 44");
  expect((await call('POST', `/mails/${mails[0]?.id}/retry`)).status).toBe(204);
  // The service drops the mail, because the address has no account.
  await expect.poll(async () => (await call('GET', '/mails')).json()).toEqual({ mails: [] });
  expect((await call('POST', `/mails/${mails[0]?.id}/retry`)).status).toBe(404);
  expect((await fetch(`${service.baseUrl}/mails`)).status).toBe(401);
});

it('[FORGOT-02] responds with an error if the mail cannot be stored', async () => {
  const browser = new TestBrowser(service);
  await browser.signUp('ada@example.org');
  await service.query('alter table identity.mails rename to mails_away');
  try {
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      expect((await browser.requestReset(email)).status).toBe(500);
    }
    expect((await browser.signUp('bea@example.org')).status).toBe(500);
  } finally {
    await service.query('alter table identity.mails_away rename to mails');
  }
  expect((await browser.requestReset('ada@example.org')).status).toBe(200);
  expect((await browser.signUp('bea@example.org')).status).toBe(200);
});
