import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { DAILY_BUDGETS } from './mails.policy.ts';
import { deleteOldMails, type PersonalMail, sendMail } from './mails.service.ts';

let server: TestServer;
let sender: TestPerson;
let recipient: TestPerson;
/** Uses an address that may be somebody else's. */
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
  test('connect, share, withdraw and share again in the app, without one mail from them', async () => {
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

  test('get no mail: their address may belong to somebody else', async () => {
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
      ...{ video_id: videoId, email, relationship: 'friend' },
    });
    expect([invited.statusCode, invited.json().code]).toEqual([403, 'invitation.unverified']);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('show their address to nobody, until it is verified', async () => {
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
  test('[SHARE-06] withdrawing and sharing again sends no second mail, ever', async () => {
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
  });

  test('a mail that the mail server does not accept is not counted', async () => {
    const send = vi.spyOn(server.deps.mailer, 'send').mockRejectedValueOnce(new Error('550'));
    const once = mail();
    await expect(sendMail(server.deps, once)).rejects.toThrow('550');
    send.mockRestore();
    expect(await sendMail(server.deps, once)).toBe(null);
  });
});

describe('budgets of a day', () => {
  test('of a sender: above it there is no mail, and yesterday does not count', async () => {
    await earlierMails(DAILY_BUDGETS.perSender, {
      sender_id: sender.id,
      sent_at: new Date(Date.now() - 25 * 3600_000),
    });
    await earlierMails(DAILY_BUDGETS.perSender - 1, { sender_id: sender.id });
    expect(await sendMail(server.deps, mail())).toBe(null);
    expect(await sendMail(server.deps, mail())).toBe('budget of the sender');
    expect(await mailsTo(recipient.email)).toHaveLength(1);
  });

  test('of a recipient, from all senders together, however the address is written', async () => {
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
    await earlierMails(DAILY_BUDGETS.perSenderAndRecipient - 1, { sender_id: sender.id, recipient_hash });
    expect(await sendMail(server.deps, mail())).toBe('budget of the sender');
  });

  test('deleting videos gives nothing back', async () => {
    await connect(server, sender, recipient, 'family');
    const before = (await mailsTo(recipient.email)).length;
    for (let n = 0; n < DAILY_BUDGETS.perSenderAndRecipient + 2; n += 1) {
      const videoId = await storedVideo(server, sender.id);
      await share(sender, videoId, recipient);
      await server.drainJobs();
      await call(sender, 'DELETE', `/api/video/${videoId}`);
    }
    expect((await mailsTo(recipient.email)).length - before).toBeLessThan(DAILY_BUDGETS.perSenderAndRecipient);
  }, 60_000);
});

describe('what is remembered', () => {
  test('the address of a recipient is in no table of mails, and all ends with the sender', async () => {
    const address = `${newId()}@example.org`;
    expect(await sendMail(server.deps, mail({ kind: 'invitation', recipient: { address } }))).toBe(null);
    expect(await tablesContaining(server.deps.db, address)).toEqual([]);
    await server.deps.db.deleteFrom('users').where('id', '=', sender.id).execute();
    const left = await server.deps.db.selectFrom('sent_mails').selectAll().where('sender_id', '=', sender.id).execute();
    expect(left).toEqual([]);
  });

  test('after a month only mails about videos that exist', async () => {
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

describe('the text of a mail', () => {
  test("subject and first line are ours; a stranger's name is cleaned and their message introduced", async () => {
    const hostile = await loginAs(server, { firstName: 'Visit evil.example', lastName: 'x'.repeat(80) });
    await connect(server, hostile, recipient, 'friend');
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

test('every mail to a person goes through the policy: nothing else uses the mailer', () => {
  const root = join(import.meta.dirname, '../..');
  const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) =>
      /\bmailer\b[^;\n]*\.send\b|\{[^}\n]*\bmailer\b[^}\n]*\} *(=|:)/.test(readFileSync(join(root, file), 'utf8')),
    );
  expect(users).toEqual(['features/mails/mails.service.ts']);
});
