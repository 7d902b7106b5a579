import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteMails } from '@kinreel/contracts';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { IdentityMail } from '../../platform/auth/identity.ts';
import { up as createOutbox } from '../../platform/db/migrations/0022-mails.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { connectJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { mailsCommands } from './mails.command.ts';
import { DAILY_BUDGETS } from './mails.policy.ts';
import {
  deleteOldMails,
  type PersonalMail,
  sendAccountMail,
  sendMail,
  sendMailToOperator,
  sendTestMail,
} from './mails.service.ts';
import * as outbox from './outbox.service.ts';
import { retryAllFailed } from './site-mails.service.ts';

let server: TestServer;
let sender: TestPerson;
let recipient: TestPerson;
/** A person whose address is unverified. */
let unverified: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [sender, recipient, unverified] = await Promise.all([
    loginAs(server, { firstName: 'Odalie' }),
    loginAs(server, { firstName: 'Bram' }),
    loginAs(server, { firstName: 'Mallory' }, { isVerified: false }),
  ]);
});

const call = (person: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
const share = (owner: TestPerson, videoId: string, to: TestPerson) =>
  call(owner, 'POST', '/api/share', { user_id: [to.id], video_id: videoId, message: 'Click here' });

/** Runs the jobs. @returns the mails to an address */
async function mailsTo(address: string): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const names = await readdir(dir).catch(() => []);
  const mails = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replaceAll(/=\r?\n/g, ''));
}

const mail = (more: Partial<PersonalMail> = {}): PersonalMail => ({
  kind: 'video-shared',
  senderId: sender.id,
  recipient: { userId: recipient.id },
  subjectId: newId(),
  content: () => ({ subject: 'Hi', text: 'Hello', html: '', pictures: [] }),
  ...more,
});
const earlierMails = (count: number, more: { sender_id: string; recipient_hash?: Buffer; sent_at?: Date }) =>
  server.deps.db
    .insertInto('sent_mails')
    .values(
      Array.from({ length: count }, () => ({
        id: newId(),
        kind: 'invitation' as const,
        recipient_hash: Buffer.from(newId()),
        subject_id: null,
        ...more,
      })),
    )
    .execute();
const hashTo = async (sent: PersonalMail) => {
  await sendMail(server.deps, sent);
  const row = await server.deps.db
    .selectFrom('sent_mails')
    .select('recipient_hash')
    .where('sender_id', '=', sent.senderId)
    .executeTakeFirstOrThrow();
  return row.recipient_hash;
};

describe('people whose address is not verified', () => {
  test('can connect, share, withdraw and share again in the app, and cause no mail', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await connect(server, unverified, recipient, 'friend');
      const videoId = await storedVideo(server, unverified.id);
      await share(unverified, videoId, recipient);
      await call(unverified, 'DELETE', `/api/share/${videoId}/${recipient.id}`);
      expect((await share(unverified, videoId, recipient)).statusCode).toBe(200);
      expect((await call(recipient, 'GET', '/api/video/sharedwithme')).json()).toMatchObject([
        { id: videoId, first_name: 'Mallory', email: null },
      ]);
      await call(recipient, 'DELETE', `/api/connections/${id}`);
    }
    expect(await mailsTo(recipient.email)).toEqual([]);
  });

  test('get no mail: their address may belong to another person', async () => {
    await connect(server, sender, unverified, 'family');
    await share(sender, await storedVideo(server, sender.id), unverified);
    await connect(server, unverified, recipient, 'family');
    expect(await mailsTo(unverified.email)).toEqual([]);
    expect((await call(unverified, 'GET', '/api/video/sharedwithme')).json()).toHaveLength(1);
  });

  test('cannot invite by mail, and are asked to confirm their address', async () => {
    const videoId = await storedVideo(server, unverified.id);
    const email = `${newId()}@example.org`;
    const invited = await call(unverified, 'POST', '/api/invitation', {
      video_id: videoId,
      email,
      relationship: 'friend',
    });
    expect([invited.statusCode, invited.json().code]).toEqual([403, 'invitation.unverified']);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('show nobody their address until it is verified', async () => {
    await connect(server, unverified, recipient, 'family');
    await share(unverified, await storedVideo(server, unverified.id), recipient);
    const shown = async () => (await call(recipient, 'GET', '/api/video/sharedwithme')).json()[0].email;
    expect(await shown()).toBe(null);
    await server.deps.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', unverified.id)
      .execute();
    expect(await shown()).toBe(unverified.email);
  });
});

describe('repeated mails', () => {
  test('[SHARE-06] withdrawing and sharing again never sends a second mail', async () => {
    await connect(server, sender, recipient, 'family');
    const [first, second] = [await storedVideo(server, sender.id), await storedVideo(server, sender.id)];
    for (let round = 0; round < 3; round += 1) {
      await share(sender, first, recipient);
      await server.drainJobs();
      await call(sender, 'DELETE', `/api/share/${first}/${recipient.id}`);
    }
    const shares = async () => (await mailsTo(recipient.email)).filter((text) => text.includes('shared a video'));
    expect(await shares()).toHaveLength(1);
    await server.deps.db
      .updateTable('sent_mails')
      .set({ sent_at: new Date('2020-01-01') })
      .where('sender_id', '=', sender.id)
      .execute();
    await deleteOldMails(server.deps.db);
    await share(sender, first, recipient);
    expect(await shares()).toHaveLength(1);
    await share(sender, second, recipient);
    expect(await shares()).toHaveLength(2);
  });

  test('ten parallel attempts send one mail', async () => {
    const subjectId = newId();
    const results = await Promise.all(Array.from({ length: 10 }, () => sendMail(server.deps, mail({ subjectId }))));
    expect(results.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(results.filter((refusal) => refusal === 'repeated')).toHaveLength(9);
    expect(await mailsTo(recipient.email)).toHaveLength(1);
    // Mails that were not sent are not counted.
    const counted = server.deps.db.selectFrom('sent_mails').select('id').where('sender_id', '=', sender.id);
    expect(await counted.execute()).toHaveLength(1);
  });

  test('of other kinds are sent again after some days; counted per sender and address', async () => {
    const address = `${newId()}@example.org`;
    for (const [kind, most, days] of [
      ['connection-request', 1, 3],
      ['connection-accepted', 1, 1],
      ['steward-named', 1, 1],
      ['invitation', 3, 7],
    ] as const) {
      const toAddress = kind === 'invitation' && { recipient: { address } };
      const send = () => sendMail(server.deps, mail({ kind, subjectId: null, ...toAddress }));
      const sentAgo = (hours: number) =>
        server.deps.db
          .updateTable('sent_mails')
          .set({ sent_at: new Date(Date.now() - hours * 3600_000) })
          .where('sender_id', '=', sender.id)
          .where('kind', '=', kind)
          .execute();
      for (let n = 0; n < most; n += 1) expect(await send(), kind).toBe(null);
      expect(await send(), kind).toBe('repeated');
      await sentAgo(days * 24 - 1);
      expect(await send(), kind).toBe('repeated');
      await sentAgo(days * 24 + 1);
      for (let n = 0; n < most; n += 1) expect(await send(), kind).toBe(null);
      expect(await send(), kind).toBe('repeated');
    }
    const invitation = mail({ kind: 'invitation', recipient: { address }, subjectId: null });
    expect(await sendMail(server.deps, { ...invitation, recipient: { address: `b.${address}` } })).toBe(null);
    expect(await sendMail(server.deps, { ...invitation, senderId: recipient.id })).toBe(null);
  });

  test('a mail that the mail server rejects is not counted', async () => {
    const [sent, once] = [mail(), mail()];
    expect(await sendMail(server.deps, sent)).toBe(null);
    const send = vi.spyOn(server.deps.mailer, 'send').mockRejectedValueOnce(new Error('550'));
    await expect(sendMail(server.deps, once)).rejects.toThrow('550');
    send.mockRestore();
    expect(await sendMail(server.deps, once)).toBe(null);
    expect(await sendMail(server.deps, sent)).toBe('repeated');
  });
});

describe('daily budgets', () => {
  test('of a sender: no mail is sent above it, and mails of the day before do not count', async () => {
    await earlierMails(DAILY_BUDGETS.perSender, {
      sender_id: sender.id,
      sent_at: new Date(Date.now() - 25 * 3600_000),
    });
    await earlierMails(DAILY_BUDGETS.perSender - 1, { sender_id: sender.id });
    expect(await sendMail(server.deps, mail())).toBe(null);
    expect(await sendMail(server.deps, mail())).toBe('budget of the sender');
    expect(await mailsTo(recipient.email)).toHaveLength(1);
  });

  test('of a recipient: counts all senders and all spellings of the address', async () => {
    const recipient_hash = await hashTo(mail());
    const other = await loginAs(server);
    await earlierMails(DAILY_BUDGETS.perRecipient - 1, { sender_id: other.id, recipient_hash });
    const address = recipient.email.toUpperCase();
    expect(await sendMail(server.deps, mail())).toBe('budget of the recipient');
    const invited = mail({ kind: 'invitation', recipient: { address }, subjectId: null });
    expect(await sendMail(server.deps, invited)).toBe('budget of the recipient');
    expect(await sendMail(server.deps, mail({ recipient: { userId: other.id } }))).toBe(null);
  });

  test('of a sender to one recipient', async () => {
    const recipient_hash = await hashTo(mail());
    await earlierMails(DAILY_BUDGETS.perSenderAndRecipient - 2, { sender_id: sender.id, recipient_hash });
    const [last, id] = [mail(), newId()];
    expect(await sendMail(server.deps, last, id)).toBe(null);
    // Another attempt after its worker was lost is not another mail.
    expect(await sendMail(server.deps, last, id)).toBe(null);
    expect(await sendMail(server.deps, mail())).toBe('budget of the sender');
  });

  test('deleting videos does not restore the budget', async () => {
    await connect(server, sender, recipient, 'family');
    const before = (await mailsTo(recipient.email)).length;
    for (let n = 0; n < DAILY_BUDGETS.perSenderAndRecipient + 2; n += 1) {
      const videoId = await storedVideo(server, sender.id);
      await share(sender, videoId, recipient);
      await server.drainJobs();
      await call(sender, 'DELETE', `/api/video/${videoId}`);
    }
    expect((await mailsTo(recipient.email)).length - before).toBe(DAILY_BUDGETS.perSenderAndRecipient);
  }, 60_000);
});

describe('people who have blocked each other', () => {
  test('get no mail, also not to an address in any spelling', async () => {
    await call(recipient, 'PUT', `/api/blocks/${sender.id}`);
    const invitation = (address: string) => mail({ kind: 'invitation', recipient: { address }, subjectId: null });
    expect(await sendMail(server.deps, mail())).toBe('blocked');
    expect(await sendMail(server.deps, invitation(recipient.email.toUpperCase()))).toBe('blocked');
    expect(await sendMail(server.deps, invitation(unverified.email))).toBe(null);
    expect(await mailsTo(recipient.email)).toEqual([]);
  });

  test('sends no mail from or to a person without an account', async () => {
    expect(await sendMail(server.deps, mail({ recipient: { userId: newId() } }))).toBe('no recipient');
    expect(await sendMail(server.deps, mail({ senderId: newId() }))).toBe('sender not verified');
  });
});

describe('mails without a sender', () => {
  const content = (firstName = '') => ({ subject: `News ${firstName}`, text: 'Hello', html: '', pictures: [] });

  test('are sent to the address of an account if it is verified', async () => {
    const about = (accountOf: string) => sendAccountMail(server.deps, { accountOf, content });
    expect(await about(newId())).toBe('no recipient');
    expect(await about(unverified.id)).toBe('recipient not verified');
    expect(await about(recipient.id)).toBe(null);
    expect(await mailsTo(unverified.email)).toEqual([]);
    expect(await mailsTo(recipient.email)).toEqual([expect.stringContaining('Subject: News Bram')]);
  });

  test('are sent to the operator if an address is configured', async () => {
    const { config, mailer } = server.deps;
    const operator = `${newId()}@example.org`;
    const withAddress = { mailer, config: { ...config, mail: { ...config.mail, operator } } };
    const send = vi.spyOn(mailer, 'send');
    expect(await sendMailToOperator(server.deps, { recipient: 'operator', content })).toBe('no recipient');
    expect(send).not.toHaveBeenCalled();
    expect(await sendMailToOperator(withAddress, { recipient: 'operator', content })).toBe(null);
    expect(await mailsTo(operator)).toEqual([expect.stringContaining('Subject: News')]);
    send.mockRestore();
  });
});

describe('stored counts', () => {
  test('contain no address of a recipient, and are deleted with the sender', async () => {
    const address = `${newId()}@example.org`;
    expect(await sendMail(server.deps, mail({ kind: 'invitation', recipient: { address } }))).toBe(null);
    expect(await tablesContaining(server.deps.db, address)).toEqual([]);
    await server.deps.db.deleteFrom('users').where('id', '=', sender.id).execute();
    const left = await server.deps.db.selectFrom('sent_mails').selectAll().where('sender_id', '=', sender.id).execute();
    expect(left).toEqual([]);
  });

  test('are deleted after a month, except those about existing videos', async () => {
    const subjectId = await storedVideo(server, sender.id);
    await sendMail(server.deps, mail({ subjectId }));
    await sendMail(server.deps, mail());
    await sendMail(server.deps, mail({ kind: 'connection-request', subjectId: null }));
    await deleteOldMails(server.deps.db);
    const left = () =>
      server.deps.db.selectFrom('sent_mails').select('subject_id').where('sender_id', '=', sender.id).execute();
    expect(await left()).toHaveLength(3);
    await server.deps.db
      .updateTable('sent_mails')
      .set({ sent_at: new Date(Date.now() - 31 * 24 * 3600_000) })
      .where('sender_id', '=', sender.id)
      .execute();
    await deleteOldMails(server.deps.db);
    expect(await left()).toEqual([{ subject_id: subjectId }]);
  });
});

describe('the outbox', () => {
  const { enqueueMail, listMails, retryMail, retryFailedMails, countMails, sweepOutbox } = outbox;
  const mine = async () => (await listMails(server.deps.db, ['waiting', 'sent', 'failed'])).filter(isMine);
  const isMine = ({ to }: { to: string }) => to === recipient.email;
  /** Makes the next attempt due. */
  const makeDue = (id: string) =>
    server.deps.db
      .updateTable('mails')
      .set({ next_attempt_at: new Date(Date.now() - 3600_000) })
      .where('id', '=', id)
      .execute();
  const refuse = () =>
    vi
      .spyOn(server.deps.mailer, 'send')
      .mockRejectedValue(Object.assign(new Error(`450 <${recipient.email}> greylisted`), { code: 'EENVELOPE' }));
  async function shared(): Promise<void> {
    await connect(server, sender, recipient, 'family');
    await server.drainJobs();
    await server.deps.db.deleteFrom('mails').execute();
    await share(sender, await storedVideo(server, sender.id), recipient);
  }

  test('only site owners see waiting mails, can retry them and test the mail server', async () => {
    await shared();
    const sending = refuse();
    const before = (await mailsTo(recipient.email)).length;
    const owner = await loginAs(server, { firstName: 'Juniper' });
    expect((await call(owner, 'GET', '/api/admin/mails')).statusCode).toBe(403);
    await makeOwner(server.deps.db, owner.email);
    const read = async (): Promise<SiteMails> => (await call(owner, 'GET', '/api/admin/mails')).json();
    const { mails, ...counts } = await read();
    expect(counts).toEqual({ waiting: 1, failed: 0, sent: 0, account_mails_missing: false });
    expect(mails).toMatchObject([{ kind: 'video-shared', to: recipient.email, state: 'waiting', attempts: 1 }]);
    expect(mails[0]?.error).not.toContain(recipient.email);
    expect((await call(owner, 'POST', '/api/admin/mails/test')).json()).toEqual({ error: expect.any(String) });

    sending.mockRestore();
    const again = `/api/admin/mails/${mails[0]?.id}/retry`;
    expect((await call(owner, 'POST', again)).statusCode).toBe(204);
    expect(await mailsTo(recipient.email)).toHaveLength(before + 1);
    expect(await read()).toEqual({ waiting: 0, failed: 0, sent: 1, mails: [], account_mails_missing: false });
    expect((await call(owner, 'POST', again)).json()).toMatchObject({ code: 'mail.missing' });
    expect((await call(owner, 'POST', '/api/admin/mails/test')).json()).toEqual({ error: null });
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  test('mails of the identity service are in the same list, and can be retried', async () => {
    await server.deps.db.deleteFrom('mails').execute();
    const owner = await loginAs(server, { firstName: 'Juniper' });
    await makeOwner(server.deps.db, owner.email);
    const refused: IdentityMail = {
      id: newId(),
      kind: 'reset',
      email: 'carl@example.org',
      state: 'failed',
      attempts: 44,
      created_at: '2026-01-12T12:00:00.000Z',
      next_attempt_at: '2026-01-15T12:00:00.000Z',
      error: '450 greylisted',
    };
    const list = vi.spyOn(server.deps.identity.mails, 'list').mockResolvedValue([refused]);
    const retry = vi.spyOn(server.deps.identity.mails, 'retry').mockImplementation(async (id) => id === refused.id);
    const read = async (): Promise<SiteMails> => (await call(owner, 'GET', '/api/admin/mails')).json();
    try {
      expect(await read()).toEqual({
        waiting: 0,
        failed: 1,
        sent: 0,
        account_mails_missing: false,
        mails: [
          {
            id: refused.id,
            kind: 'reset',
            to: 'carl@example.org',
            state: 'failed',
            attempts: 44,
            created_at: refused.created_at,
            next_attempt_at: null,
            settled_at: refused.next_attempt_at,
            error: '450 greylisted',
          },
        ],
      });
      expect((await call(owner, 'POST', `/api/admin/mails/${refused.id}/retry`)).statusCode).toBe(204);
      expect((await call(owner, 'POST', `/api/admin/mails/${newId()}/retry`)).json().code).toBe('mail.missing');
      expect(await retryAllFailed(server.deps)).toBe(1);
      expect(retry).toHaveBeenCalledTimes(3);
      // While it is unreachable, other mails are listed, and a mail that it may have is not reported as missing.
      list.mockRejectedValue(new DomainError('identity.unavailable'));
      retry.mockRejectedValue(new DomainError('identity.unavailable'));
      expect(await read()).toEqual({ waiting: 0, failed: 0, sent: 0, mails: [], account_mails_missing: true });
      expect((await call(owner, 'POST', `/api/admin/mails/${refused.id}/retry`)).json().code).toBe(
        'identity.unavailable',
      );
    } finally {
      list.mockRestore();
      retry.mockRestore();
    }
    // The same with the real identity service.
    expect(await read()).toMatchObject({ account_mails_missing: false });
    expect((await call(owner, 'POST', `/api/admin/mails/${newId()}/retry`)).json().code).toBe('mail.missing');
  });

  test('a mail that the mail server rejects waits, is retried, and is sent once', async () => {
    await shared();
    const send = refuse();
    await server.drainJobs();
    const [waiting] = await mine();
    expect(waiting).toMatchObject({
      kind: 'video-shared',
      state: 'waiting',
      attempts: 1,
      error: 'EENVELOPE: 450 [address] greylisted',
    });
    expect(Date.parse(waiting?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(20_000);
    // An extra job does not send it early.
    await sweepOutbox(server.deps);
    await server.drainJobs();
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRestore();
    const before = (await mailsTo(recipient.email)).length;
    await makeDue(waiting?.id ?? '');
    await sweepOutbox(server.deps);
    expect((await mailsTo(recipient.email)).length - before).toBe(1);
    expect(await mine()).toMatchObject([{ state: 'sent', attempts: 2, error: null, next_attempt_at: null }]);
    expect(await retryMail(server.deps, waiting?.id ?? '')).toBe(false);
  });

  test('fails after three days, is not counted, and can be sent again', async () => {
    await shared();
    const send = refuse();
    await server.deps.db.updateTable('mails').set({ attempts: 43 }).execute();
    await server.drainJobs();
    send.mockRestore();
    const [failed] = await mine();
    expect(failed).toMatchObject({ state: 'failed', attempts: 44, next_attempt_at: null });
    expect(await countMails(server.deps.db)).toEqual({ waiting: 0, sent: 0, failed: 1 });
    const counted = server.deps.db
      .selectFrom('sent_mails')
      .select('id')
      .where('id', '=', failed?.id ?? '');
    expect(await counted.execute()).toEqual([]);
    expect(await retryFailedMails(server.deps)).toBe(1);
    await server.drainJobs();
    expect(await mine()).toMatchObject([{ state: 'sent', attempts: 1 }]);
    expect(await counted.execute()).toHaveLength(1);
  });

  test('a mail is only lost if its transaction is rolled back, also if the worker of an attempt is lost', async () => {
    await shared();
    await server.deps.db
      .transaction()
      .execute(async (tx) => {
        await enqueueMail(server.deps, tx, { kind: 'invitation', invitationId: newId() });
        throw new Error('rolled back');
      })
      .catch(() => {});
    expect(await listMails(server.deps.db)).toHaveLength(1);
    // As after the kill of a worker that had counted and started it: no job is left, and it counts for the budget.
    const [{ id = '' } = {}] = await mine();
    await server.deps.db.updateTable('mails').set({ attempts: 1 }).execute();
    await sql`delete from pgboss.job where name = 'send-mail'`.execute(server.deps.db);
    const video = await server.deps.db.selectFrom('mails').select('params').executeTakeFirstOrThrow();
    await sendMail(server.deps, mail({ subjectId: video.params.videoId ?? '' }), id);
    await makeDue(id);
    await sweepOutbox(server.deps);
    await server.drainJobs();
    expect(await mine()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('waits for a video in preparation without an attempt, and drops obsolete and refused mails', async () => {
    await connect(server, sender, recipient, 'family');
    await server.drainJobs();
    await server.deps.db.deleteFrom('mails').execute();
    const [first, second] = [await storedVideo(server, sender.id), await storedVideo(server, sender.id)];
    await server.deps.db.updateTable('videos').set({ status: 'processing' }).where('id', '=', first).execute();
    await share(sender, first, recipient);
    await share(sender, second, recipient);
    await call(sender, 'DELETE', `/api/share/${second}/${recipient.id}`);
    await server.drainJobs();
    expect(await mine()).toMatchObject([{ state: 'waiting', attempts: 0, error: null }]);
    await call(recipient, 'PUT', `/api/blocks/${sender.id}`);
    const [{ id = '' } = {}] = await mine();
    await makeDue(id);
    await sweepOutbox(server.deps);
    await server.drainJobs();
    expect(await mine()).toEqual([]);
  });

  test('lists sent mails for a week, failed ones for a month', async () => {
    await server.deps.db.deleteFrom('mails').execute();
    const settled = (state: 'sent' | 'failed', days: number) => ({
      id: newId(),
      kind: 'report',
      params: '{}',
      recipient_id: null,
      state,
      settled_at: new Date(Date.now() - days * 86_400_000),
    });
    await server.deps.db
      .insertInto('mails')
      .values([settled('sent', 6), settled('sent', 8), settled('failed', 29), settled('failed', 31)])
      .execute();
    await sweepOutbox(server.deps);
    expect(await countMails(server.deps.db)).toEqual({ waiting: 0, sent: 1, failed: 1 });
    expect((await listMails(server.deps.db)).map(({ to }) => to)).toEqual(['operator']);
  });

  test('the operator lists and retries mails by command', async () => {
    await shared();
    const send = refuse();
    await server.deps.db.updateTable('mails').set({ attempts: 43 }).execute();
    await server.drainJobs();
    const lines: string[] = [];
    const spies = (['log', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((line) => lines.push(String(line)) && undefined),
    );
    const commands = mailsCommands(async () => server.deps.identity);
    const run = async (wanted: string, ...args: string[]) => {
      lines.length = 0;
      const command = commands.find(({ name }) => name === wanted);
      return [await command?.run(args, () => server.deps.config), lines.join('\n')];
    };
    try {
      const [failed] = await mine();
      const listed = await run('mails list');
      for (const part of [failed?.id, 'failed  video-shared', recipient.email, '44 attempts', '[address] greylisted']) {
        expect(listed[1]).toContain(part);
      }
      expect(listed[1]).toContain('0 waiting, 1 failed, 0 sent');
      expect(await run('mails retry', newId())).toEqual([1, expect.stringContaining('no waiting or failed mail')]);
      expect(await run('mails retry', failed?.id ?? '')).toEqual([0, '1 mail will be retried.']);
      expect(await mine()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
      expect(await run('mails retry', '--failed')).toEqual([0, '0 mails will be retried.']);
      expect(await run('mails test', 'recipient@example.org')).toEqual([0, expect.stringContaining('was written to')]);
    } finally {
      for (const spy of [...spies, send]) spy.mockRestore();
    }
  });

  test('a test mail reports immediately whether it was sent, or why not', async () => {
    expect(await sendTestMail(server.deps, 'operator@example.org')).toBe(null);
    expect(await mailsTo('operator@example.org')).toHaveLength(1);
    const send = refuse();
    expect(await sendTestMail(server.deps, 'operator@example.org')).toBe('EENVELOPE: 450 [address] greylisted');
    send.mockRestore();
  });
});

describe('the text of a mail', () => {
  test("subject and first line are fixed texts; a sender's name is sanitized and their message quoted", async () => {
    const hostile = await loginAs(server, { firstName: 'Visit evil.example', lastName: 'x'.repeat(80) });
    const asked = await call(hostile, 'POST', '/api/connections', { relationship: 'friend', userB: recipient.id });
    // The mail about a request is not written after it was accepted.
    await server.drainJobs();
    await call(recipient, 'PUT', `/api/connections/${asked.json().connection_id}`);
    await share(hostile, await storedVideo(server, hostile.id), recipient);
    const mails = await mailsTo(recipient.email);
    expect(mails).toHaveLength(2);
    for (const text of mails) {
      const [head = '', ...parts] = text.split(/\r?\n\r?\n/);
      expect(head).toMatch(/^Subject: (=\?UTF-8\?Q\?)?Kinreel(: |=3A_)Visit/m);
      expect(text).not.toContain('evil.example');
      expect(text).not.toContain('x'.repeat(40));
      const body = parts.join('\n\n');
      const lead = body.indexOf('Hello Bram,');
      expect(lead).toBeGreaterThanOrEqual(0);
      for (const theirs of ['Visit', 'Click here']) {
        const at = body.indexOf(theirs);
        expect(at === -1 || at > lead).toBe(true);
      }
      if (body.includes('Click here')) expect(body).toMatch(/writes:\s+Click here/);
    }
  });
});

test('the upgrade keeps mails that wait as jobs of the version without an outbox', async () => {
  const { db, jobs } = server.deps;
  await connect(server, sender, recipient, 'family');
  const videoId = await storedVideo(server, sender.id);
  await share(sender, videoId, recipient);
  await sql`drop table mails`.execute(db);
  await sql`delete from pgboss.job where name = 'send-mail'`.execute(db);
  const shareMailJob = defineJob('share-mail', z.object({ videoId: z.string(), recipientId: z.string() }));
  const databaseUrl = String(server.deps.config.databaseUrl);
  const earlier = await connectJobs({
    databaseUrl,
    definitions: [shareMailJob],
    supervise: false,
    log: server.deps.log,
  });
  await earlier.enqueue(db, shareMailJob, { videoId, recipientId: recipient.id });
  await earlier.enqueue(db, shareMailJob, { videoId, recipientId: newId() });
  await earlier.stop();
  await createOutbox(db as unknown as Kysely<unknown>);
  await outbox.sweepOutbox({ db, jobs });
  expect((await mailsTo(recipient.email)).filter((text) => text.includes('shared a video'))).toHaveLength(1);
});

test('only the mail policy uses the mailer for mails to people', () => {
  const root = join(import.meta.dirname, '../..');
  const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /\bmailer\b[^;\n]*\.send\b|\{[^}\n]*\bmailer\b[^}\n]*\} *(=|:)/.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(users).toEqual(['features/mails/mails.service.ts']);
});
