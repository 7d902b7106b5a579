import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { up } from '../../platform/db/migrations/0017-verified-addresses.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { runHere } from '../../testing/run-command.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { requireUser } from './profile.service.ts';
import { readUserAndAddress } from './verified-address.service.ts';

let server: TestServer;
/** A registered person whose address is not verified. */
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  vi.restoreAllMocks();
  ada = await loginAs(server, {}, { isVerified: false });
});

const call = (person: TestPerson, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
const isVerified = async (person = ada) => (await call(person, 'GET', '/api/user')).json().email_verified;

describe('the state at the identity provider', () => {
  test('an address that is unverified there is unverified', async () => {
    expect(await isVerified()).toBe(false);
  });

  test('an address that is verified there is verified, and not asked about again', async () => {
    const ask = vi.spyOn(server.deps.identity, 'emailOf');
    ask.mockResolvedValue({ email: ada.email.toUpperCase(), isVerified: true });
    expect(await isVerified()).toBe(true);
    ask.mockResolvedValue({ email: ada.email, isVerified: false });
    expect(await isVerified()).toBe(true);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  test('another verified address there does not verify the stored one', async () => {
    vi.spyOn(server.deps.identity, 'emailOf').mockResolvedValue({ email: `b.${ada.email}`, isVerified: true });
    expect(await isVerified()).toBe(false);
  });

  test.each([null, new DomainError('identity.unavailable')])(
    'without a response (%s) it is unverified',
    async (answer) => {
      const ask = vi.spyOn(server.deps.identity, 'emailOf');
      if (answer) ask.mockRejectedValue(answer);
      else ask.mockResolvedValue(null);
      expect(await isVerified()).toBe(false);
    },
  );

  test('a programming error is not treated as a missing response', async () => {
    vi.spyOn(server.deps.identity, 'emailOf').mockRejectedValue(new TypeError('ours'));
    const row = await requireUser(server.deps.db, ada.id);
    await expect(readUserAndAddress(server.deps, row, { token: ada.token, epoch: 0 })).rejects.toThrow('ours');
  });
});

describe('after the end of all sessions, as after a change of the address', () => {
  let bea: TestPerson;
  const user = async () => (await call(bea, 'GET', '/api/user')).json();
  /** Ends all sessions and logs the person in again. */
  const endSessions = () =>
    server.deps.db
      .updateTable('users')
      .set((eb) => ({ address_epoch: eb('address_epoch', '-', 1) }))
      .where('id', '=', bea.id)
      .execute();
  const answer = (email: string, isVerified: boolean) =>
    vi.spyOn(server.deps.identity, 'emailOf').mockResolvedValue({ email, isVerified });
  beforeEach(async () => {
    bea = await loginAs(server);
  });

  test('a new address replaces a verified one, and is unverified until the identity provider verifies it', async () => {
    const email = `new.${bea.email}`;
    const [ask, warn] = [answer(email, false), vi.spyOn(server.deps.log, 'warn')];
    expect(await user()).toMatchObject({ email: bea.email, email_verified: true });
    expect(ask).not.toHaveBeenCalled();
    await endSessions();
    expect(await user()).toMatchObject({ email, email_verified: false });
    answer(email, true);
    expect(await user()).toMatchObject({ email, email_verified: true });
    expect(await user()).toMatchObject({ email, email_verified: true });
    expect(ask.mock.calls).toEqual([[bea.token], [bea.token]]);
    expect(warn).not.toHaveBeenCalled();
  });

  test('sends a verification mail to the new address, although the previous one was verified', async () => {
    const ask = answer(`new.${bea.email}`, false);
    const send = vi.spyOn(server.deps.identity, 'sendVerification').mockResolvedValue('sent');
    await endSessions();
    expect((await call(bea, 'POST', '/api/user/verification-mail')).json()).toEqual({ email_verified: false });
    expect([...ask.mock.calls, ...send.mock.calls]).toEqual([[bea.token], [bea.token]]);
  });

  test('does not store the address of another person, and logs that', async () => {
    const warn = vi.spyOn(server.deps.log, 'warn').mockReturnValue();
    answer(ada.email, true);
    await endSessions();
    expect(await user()).toMatchObject({ email: bea.email, email_verified: true });
    expect(warn.mock.calls).toEqual([['address not stored: another person has it']]);
  });
});

describe('sending the mail again', () => {
  const again = () => call(ada, 'POST', '/api/user/verification-mail');

  test('asks the identity service, until its limit of mails', async () => {
    const answer = await again();
    expect([answer.statusCode, answer.json()]).toEqual([200, { email_verified: false }]);
    vi.spyOn(server.deps.identity, 'sendVerification').mockRejectedValue(new DomainError('verification.too_many'));
    const refused = await again();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'verification.too_many']);
  });

  test('sends nothing to a verified address', async () => {
    const send = vi.spyOn(server.deps.identity, 'sendVerification');
    vi.spyOn(server.deps.identity, 'emailOf').mockResolvedValue({ email: ada.email, isVerified: true });
    expect((await again()).json()).toEqual({ email_verified: true });
    expect(send).not.toHaveBeenCalled();
  });

  test('[API-25] needs a token', async () => {
    const answer = await server.app.inject({ method: 'POST', url: '/api/user/verification-mail' });
    expect(answer.statusCode).toBe(401);
  });
});

describe('an invitation', () => {
  /** Invites an address. @returns the code from the mail */
  async function codeFor(email: string): Promise<string> {
    const owner = await loginAs(server);
    const send = vi.spyOn(server.deps.mailer, 'send');
    const video_id = await storedVideo(server, owner.id);
    await call(owner, 'POST', '/api/invitation', { video_id, email, relationship: 'friend' });
    await server.drainJobs();
    return /\/invitation\/([\w-]{22})/.exec(send.mock.calls.map(([mail]) => mail.text).join())?.[1] ?? '';
  }

  test('to exactly this address verifies it when accepted', async () => {
    const code = await codeFor(ada.email.toUpperCase());
    expect(await isVerified()).toBe(false);
    expect((await call(ada, 'POST', '/api/invitation/accept', { code })).statusCode).toBe(200);
    expect(await isVerified()).toBe(true);
  });

  test('to another address verifies nothing', async () => {
    const code = await codeFor(`${newId()}@example.org`);
    expect((await call(ada, 'POST', '/api/invitation/accept', { code })).statusCode).toBe(200);
    expect(await isVerified()).toBe(false);
  });
});

describe('the migration', () => {
  test('verifies only people who accepted an invitation to their own address, and counts earlier mails', async () => {
    const [bea, cleo] = await Promise.all([loginAs(server), loginAs(server)]);
    const shared = await storedVideo(server, ada.id);
    const invitation = (person: TestPerson, email: string) => ({
      id: newId(),
      owner_id: ada.id,
      email,
      relationship: 'friend' as const,
      code_hash: Buffer.from(newId()),
      expires_at: new Date(Date.now() + 3600_000),
      accepted_at: new Date(),
      accepted_by: person.id,
    });
    const rollback = new Error('roll back');
    const updated = server.deps.db.transaction().execute(async (tx) => {
      for (const table of ['invitations', 'shares'] as const) await tx.deleteFrom(table).execute();
      await tx
        .insertInto('invitations')
        .values([invitation(bea, bea.email), invitation(cleo, `other.${cleo.email}`)])
        .execute();
      await tx.insertInto('shares').values({ video_id: shared, owner_id: ada.id, recipient_id: cleo.id }).execute();
      // Restores the earlier schema.
      await sql`
        drop table sent_mails;
        alter table users drop column email_verified_at;
        create table connection_mails (sender_id uuid, recipient_id uuid, kind text, queued_at timestamptz);
      `.execute(tx);
      await up(tx as unknown as Kysely<unknown>);
      const verified = await tx.selectFrom('users').select('id').where('email_verified_at', 'is not', null).execute();
      expect(verified).toEqual([{ id: bea.id }]);
      const mails = await tx.selectFrom('sent_mails').select(['kind', 'sender_id', 'subject_id']).execute();
      expect(mails).toEqual([{ kind: 'video-shared', sender_id: ada.id, subject_id: shared }]);
      throw rollback;
    });
    await expect(updated).rejects.toBe(rollback);
  });
});

describe('kinreel address verify', () => {
  const verify = (...addresses: string[]) =>
    runHere(
      { DATABASE_URL: server.deps.config.databaseUrl ?? '', DATA_DIR: server.dataDir },
      ...['address', 'verify', ...addresses],
    );

  test('verifies an address in any letter case, and can be repeated', async () => {
    const other = await loginAs(server, {}, { isVerified: false });
    for (let times = 0; times < 2; times += 1) {
      const done = await verify(ada.email.toUpperCase());
      expect([done.code, done.output]).toEqual([0, `${ada.email.toUpperCase()} is verified.\n`]);
    }
    expect(await isVerified()).toBe(true);
    expect(await isVerified(other)).toBe(false);
  });

  test('names unknown addresses, and prints its usage', async () => {
    const missing = await verify('nobody@example.org');
    expect(missing).toEqual({ code: 1, output: '', errors: 'Nobody has registered with nobody@example.org.\n' });
    for (const addresses of [[], ['--all'], ['anna']]) {
      const wrong = await verify(...addresses);
      expect([wrong.code, wrong.errors]).toEqual([
        64,
        expect.stringContaining('Usage: npm run kinreel -- address verify '),
      ]);
    }
  });
});
