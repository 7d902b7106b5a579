import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { ROWS } from '../../testing/authorization/rows.ts';
import { tablesContaining } from '../../testing/find-in-database.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { meanwhile } from '../../testing/lock-waits.ts';
import { storedKeys, storedVideo } from '../../testing/stored-video.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { partialFiles } from '../uploads/partial-files.ts';
import { isLastSiteOwner } from './account.queries.ts';
import { remindLeaving, writeDeletionMail } from './account.service.ts';
import { deleteDueAccounts } from './delete-account.service.ts';

let server: TestServer;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await loginAs(server, { firstName: 'Odalie' });
  await makeOwner(server.deps.db, owner.email);
});
afterAll(() => server?.stop());

const call = (by: TestPerson | null, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, ...(by && { headers: by.headers }), ...(payload && { payload }) });
const deletionOf = async (by: TestPerson) => (await call(by, 'GET', '/api/account/deletion')).json().deletion;
const signal = new AbortController().signal;
/** Who made the latest changes, as site owners see them, newest first. */
const actors = async (count: number): Promise<(string | undefined)[]> =>
  (await call(owner, 'GET', `/api/admin/activity?limit=${count}`))
    .json()
    .map(({ kind, by }: { kind: string; by: { first_name: string } | null }) => `${kind} ${by?.first_name}`);
/** Disables or enables an account in the database. */
const setOff = ({ id }: TestPerson, disabled_at: Date | null) =>
  server.deps.db.updateTable('users').set({ disabled_at }).where('id', '=', id).execute();

/** A proof of the password, requested as the web app does. */
async function prove(person: TestPerson, password = person.password): Promise<string> {
  const response = await fetch(`${inject('identity').origin}/identity/account/proof`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  });
  return ((await response.json()) as { proof?: string }).proof ?? 'none';
}
const leave = async (person: TestPerson, proof?: string) =>
  call(person, 'POST', '/api/account/deletion', { proof: proof ?? (await prove(person)) });
/** Ends the grace period. */
const passGrace = (person: TestPerson) =>
  server.deps.db
    .updateTable('users')
    .set({ delete_at: sql<Date>`now() - interval '1 second'` })
    .where('id', '=', person.id)
    .execute();

async function mailsTo(address: string): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const files = await Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'utf8')));
  return files.filter((mail) => mail.includes(`To: ${address}`)).map((mail) => mail.replace(/=\r?\n/g, ''));
}

describe('leaving', () => {
  it("needs a proof of the person's password", async () => {
    const [ada, bea] = [await loginAs(server), await loginAs(server)];
    for (const proof of ['x', await prove(ada, 'Wrong-horse-7'), await prove(bea), ada.token]) {
      expect((await leave(ada, proof)).json().code).toBe('account.proof');
    }
    expect(await deletionOf(ada)).toBeNull();
  });

  it('rejects a proof that was used before', async () => {
    const ada = await loginAs(server);
    const proof = await prove(ada);
    expect((await leave(ada, proof)).statusCode).toBe(202);
    await call(ada, 'DELETE', '/api/account/deletion');
    expect((await leave(ada, proof)).json().code).toBe('account.proof');
    expect(await deletionOf(ada)).toBeNull();
    expect((await leave(ada)).statusCode).toBe(202);
  });

  it('allows nothing but cancelling for 30 days, and sends a mail', async () => {
    const ada = await loginAs(server);
    const { 'set-cookie': cookies } = (await call(ada, 'GET', '/api/user')).headers;
    const answer = await leave(ada);
    expect(answer.statusCode).toBe(202);
    const { delete_at, by_site_owner } = answer.json().deletion;
    expect(by_site_owner).toBe(false);
    expect(Math.round((Date.parse(delete_at) - Date.now()) / 86_400_000)).toBe(30);
    expect(await deletionOf(ada)).toEqual(answer.json().deletion);

    const open = ROWS.filter(({ route, path, who }) => route.startsWith('GET /api/') && !path && who !== 'anyone');
    expect(open.length).toBeGreaterThan(10);
    for (const { route } of open) {
      const [, url = ''] = route.split(' ');
      const { code } = (await call(ada, 'GET', url.replace(':id', newId()).replace(':videoId', newId()))).json();
      expect(code, route).toBe(url === '/api/account/deletion' ? undefined : 'account.leaving');
    }
    expect((await leave(ada)).json().code).toBe('account.leaving');
    const cookie = String(cookies).split(';')[0] ?? '';
    const media = await server.app.inject({ url: `/media/photos/${ada.id}/${ada.id}`, headers: { cookie } });
    expect(media.statusCode).toBe(401);
    const [mail] = await mailsTo(ada.email);
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(delete_at));
    expect(mail).toContain('Hello Odalie,');
    expect(mail).toContain(`your account is deleted on ${date}`);
    expect(mail).toContain('/login');

    expect((await call(ada, 'DELETE', '/api/account/deletion')).statusCode).toBe(204);
    expect(await writeDeletionMail(server.deps, ada.id), 'a delayed mail').toBeNull();
    expect((await call(ada, 'GET', '/api/user')).json()).toMatchObject({ id: ada.id });
    expect((await call(ada, 'DELETE', '/api/account/deletion')).statusCode).toBe(204);
  });

  it('hides the person and their videos until the deletion is cancelled', async () => {
    const [ada, bea] = [await loginAs(server, { lastName: 'Zzyzx' }), await loginAs(server)];
    await connect(server, ada, bea, 'family');
    const video = await storedVideo(server, ada.id, { permission: 'everyone' });
    await call(ada, 'POST', '/api/share', { video_id: video, user_id: [bea.id] });
    const made = await call(ada, 'POST', '/api/link', {
      url: `${server.deps.config.publicUrl}/user/${ada.id}/videos?autoplay=${video}`,
    });
    const code = made.body.split('/s/')[1]?.slice(0, 22) ?? '';
    const seen = async () => ({
      video: (await call(bea, 'GET', `/api/video/${video}`)).statusCode,
      shared: (await call(bea, 'GET', '/api/video/sharedwithme')).json().length,
      found: (await call(bea, 'GET', '/api/search?q=Zzyzx')).json().length,
      person: (await call(bea, 'GET', `/api/search/${ada.id}`)).statusCode,
      connections: (await call(bea, 'GET', `/api/connections/${bea.id}`)).json().length,
      notifications: (await call(bea, 'GET', '/api/notifications/count')).json().unread,
      preview: (await call(null, 'GET', `/api/link/${code}/preview`)).statusCode,
    });
    const before = await seen();
    expect(before).toMatchObject({ video: 200, shared: 1, found: 1, connections: 1, preview: 200 });
    await leave(ada);
    const during = await seen();
    expect(during).toMatchObject({ video: 404, shared: 0, found: 0, connections: 0, notifications: 0, preview: 404 });
    expect(during.person).not.toBe(before.person);
    await call(ada, 'DELETE', '/api/account/deletion');
    expect(await seen()).toEqual(before);
  });

  it('sends a reminder a week and a day before the end, each once, and none after it was cancelled', async () => {
    const ada = await loginAs(server);
    await leave(ada);
    /** Sets the time left of the grace period. */
    const subjects = async (left: string) => {
      await server.deps.db
        .updateTable('users')
        .set({ delete_at: sql<Date>`now() + ${left}::interval` })
        .where('id', '=', ada.id)
        .execute();
      await remindLeaving(server.deps);
      await remindLeaving(server.deps);
      return (await mailsTo(ada.email)).map((mail) => /^Subject: .*: (.*)/m.exec(mail)?.[1] ?? mail).sort();
    };
    const first = await subjects('8 days');
    expect(first).toHaveLength(1);
    expect(await subjects('7 days')).toEqual([...first, 'your account is deleted in 7 days'].sort());
    expect((await subjects('2 days')).length).toBe(2);
    expect(await subjects('20 hours')).toContain('your account is deleted in one day');
    expect((await subjects('1 hour')).length).toBe(3);
    await call(ada, 'DELETE', '/api/account/deletion');
    await remindLeaving(server.deps);
    expect((await mailsTo(ada.email)).length).toBe(3);
    await leave(ada);
    // After the grace period the deletion cannot be cancelled, and no mail offers it.
    expect((await subjects('-1 hour')).length).toBe(4);
    // No worker was running in the last week: one mail is enough.
    expect((await subjects('10 hours')).length).toBe(5);
  });

  it('is rejected for the last site owner, and accepted for all others', async () => {
    const [carl, ada] = [await loginAs(server), await loginAs(server)];
    const { db } = server.deps;
    const answer = async (person: TestPerson) => (await leave(person)).json().code ?? 'leaves';
    const back = (person: TestPerson) => call(person, 'DELETE', '/api/account/deletion');
    expect(await answer(owner)).toBe('account.last_owner');
    await makeOwner(db, carl.email);
    expect(await answer(carl)).toBe('leaves');
    expect(await answer(owner)).toBe('account.last_owner');
    await back(carl);
    await setOff(carl, new Date());
    expect(await answer(owner)).toBe('account.last_owner');
    await setOff(carl, null);
    // Two concurrent calls: the second waits for the first.
    const isLast: boolean[] = [];
    const second = await meanwhile(
      db,
      async (tx) => isLast.push(await isLastSiteOwner(tx, carl.id)),
      () => answer(owner),
      (tx) => tx.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', carl.id).execute(),
    );
    expect([isLast, second]).toEqual([[false], 'account.last_owner']);
    await setOff(carl, null);
    await db.updateTable('users').set({ site_owner_since: null }).where('id', '=', carl.id).execute();
    await setOff(owner, new Date());
    expect(await answer(ada)).toBe('leaves');
    await setOff(owner, null);
  });
});

describe('a site owner', () => {
  it('deletes an account; then only a site owner can cancel it', async () => {
    const [carl, dora] = [await loginAs(server), await loginAs(server)];
    const url = `/api/admin/people/${carl.id}/deletion`;
    // There is no deletion to cancel.
    expect((await call(owner, 'DELETE', url)).json()).toMatchObject({ id: carl.id, delete_at: null });
    await leave(dora);
    const { delete_at } = (await call(owner, 'POST', url)).json();
    expect(delete_at).not.toBeNull();
    expect((await call(owner, 'POST', url)).json()).toMatchObject({ delete_at });
    expect((await call(carl, 'GET', '/api/user')).json().code).toBe('account.leaving');
    expect((await call(carl, 'DELETE', '/api/account/deletion')).json().code).toBe('account.site_owner_decides');
    const mails = await mailsTo(carl.email);
    expect(mails).toEqual([expect.stringContaining('looks after this site')]);
    expect((await call(owner, 'DELETE', url)).json().delete_at).toBeNull();
    expect(await actors(3)).toEqual([
      'deletion-called-off Odalie',
      'deletion-asked Odalie',
      'deletion-asked undefined',
    ]);
    expect((await call(carl, 'GET', '/api/user')).statusCode).toBe(200);
    expect(await deletionOf(dora)).not.toBeNull();
    // A person who has deleted their own account can cancel it, until a site owner also deletes it.
    await leave(carl);
    expect(await deletionOf(carl)).toMatchObject({ by_site_owner: false });
    await call(owner, 'POST', url);
    expect(await deletionOf(carl)).toMatchObject({ by_site_owner: true });
    await call(owner, 'DELETE', url);
    const nobody = `/api/admin/people/${newId()}/deletion`;
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await call(owner, method, nobody)).json().code).toBe('person.missing');
    }
    expect((await call(owner, 'POST', `/api/admin/people/${owner.id}/deletion`)).json().code).toBe('owner.protected');
  });
});

describe('the final deletion', () => {
  it('deletes everything in steps, resumes after a kill at each step, and notifies those who had a share', async () => {
    const [ada, bea, carl] = [await loginAs(server), await loginAs(server), await loginAs(server)];
    await connect(server, ada, bea, 'family');
    const invited = await storedVideo(server, carl.id);
    for (const email of [ada.email, `other.${ada.email}`]) {
      await call(carl, 'POST', '/api/invitation', { video_id: invited, email, relationship: 'friend' });
      await call(owner, 'POST', '/api/admin/invitations', { email });
    }
    // She has accepted an invitation to an earlier address.
    const earlier = `earlier.${ada.email}`;
    await call(carl, 'POST', '/api/invitation', { video_id: invited, email: earlier, relationship: 'friend' });
    await server.deps.db.updateTable('invitations').set({ accepted_by: ada.id }).where('email', '=', earlier).execute();
    const invitations = async () =>
      (await server.deps.db.selectFrom('invitations').select('email').where('email', 'like', `%${ada.email}`).execute())
        .map(({ email }) => email)
        .sort();
    expect(await invitations()).toHaveLength(5);
    const videos = [
      await storedVideo(server, ada.id, { permission: 'family' }),
      await storedVideo(server, ada.id, { permission: 'invite-only', promptId: 27 }),
    ];
    await call(ada, 'POST', '/api/share', { video_id: videos[1], user_id: [bea.id] });
    await call(ada, 'POST', '/api/invitation', { video_id: videos[0], email: carl.email, relationship: 'friend' });
    await call(bea, 'POST', '/api/reports', { about: 'person', id: ada.id, reason: 'other', words: 'Hm' });
    await call(carl, 'PUT', `/api/blocks/${ada.id}`);
    await call(ada, 'PUT', '/api/notifications/settings', { kind: 'video-ready', in_app: false });
    const upload = await server.app.inject({
      method: 'POST',
      url: '/files',
      headers: {
        ...ada.headers,
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `prompt ${Buffer.from('1').toString('base64')}`,
      },
    });
    for (const [one, other] of [
      [ada, bea],
      [bea, ada],
    ] as const) {
      expect((await call(one, 'PUT', `/api/stewards/${other.id}`, { waiting_days: 90 })).statusCode).toBe(200);
    }
    await call(ada, 'PUT', `/api/video/${videos[0]}/steward-rule`, { rule: 'give', user_ids: [bea.id] });
    await call(ada, 'POST', '/api/archive');
    await server.drainJobs();
    const put = async (key: string) => {
      const folder = await server.deps.storage.stagingFolder();
      await writeFile(join(folder, 'file'), 'file');
      await server.deps.storage.put(key, join(folder, 'file'));
    };
    // The second file was left by a killed run and has no row.
    const photo = `photos/${ada.id}/${newId()}.webp`;
    for (const key of [photo, `photos/${ada.id}/${newId()}.webp`]) await put(key);
    await server.deps.db.updateTable('users').set({ photo_key: photo }).where('id', '=', ada.id).execute();
    // Her steward has an archive of her videos.
    const ofSteward = `archives/${bea.id}/${newId()}.zip`;
    await put(ofSteward);
    const { id: stewardRowId } = await server.deps.db
      .selectFrom('stewards')
      .select('id')
      .where('owner_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    const ready = {
      status: 'ready' as const,
      key: ofSteward,
      size: 4,
      sha256: '',
      expires_at: new Date(Date.now() + 86_400_000),
    };
    await server.deps.db
      .insertInto('archives')
      .values({ id: newId(), user_id: bea.id, steward_row_id: stewardRowId, ...ready })
      .execute();
    await server.app.inject({
      method: 'PATCH',
      url: new URL(String(upload.headers.location), server.deps.config.publicUrl).pathname,
      payload: 'abc',
      headers: {
        ...ada.headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
    });
    const uploadId = String(upload.headers.location).split('/').at(-1) ?? '';
    const isUploaded = async () => (await partialFiles(server.deps).list()).includes(uploadId);
    expect(await isUploaded()).toBe(true);
    const kept = await storedVideo(server, bea.id);
    const keys = async () =>
      (await Promise.all(['videos/', 'photos/', 'archives/'].map((prefix) => storedKeys(server, prefix))))
        .flat()
        .filter((key) => key === ofSteward || key.includes(ada.id) || videos.some((id) => key.includes(id)));
    expect((await keys()).length).toBeGreaterThan(6);

    await leave(ada);
    await server.drainJobs();
    await deleteDueAccounts(server.deps, signal);
    expect((await keys()).length).toBeGreaterThan(6);

    await passGrace(ada);
    expect((await call(ada, 'DELETE', '/api/account/deletion')).json().code).toBe('account.gone');
    expect((await call(owner, 'DELETE', `/api/admin/people/${ada.id}/deletion`)).json().code).toBe('account.gone');
    // The spelling of the address differs.
    const email = ada.email.toUpperCase();
    await server.deps.db.updateTable('users').set({ email }).where('id', '=', ada.id).execute();
    const { db } = server.deps;
    // Each attempt is killed one step later than the previous one.
    let attempts = 0;
    for (let isDone = false; !isDone; attempts += 1) {
      isDone = await deleteDueAccounts(dyingAfter(attempts), signal).then(
        () => true,
        () => false,
      );
      const row = await db.selectFrom('users').select('photo_key').where('id', '=', ada.id).executeTakeFirst();
      if (row?.photo_key)
        expect(await storedKeys(server, 'photos/'), 'rows whose file was deleted').toContain(row.photo_key);
    }
    expect(attempts).toBeGreaterThan(4);
    await server.drainJobs();
    expect([await keys(), await isUploaded()]).toEqual([[], false]);
    expect(await invitations()).toEqual(Array(2).fill(`other.${ada.email}`));

    expect((await call(bea, 'GET', '/api/notifications')).json()).toMatchObject([
      { kind: 'video-gone', actor: null, video: null, gone_prompt: expect.any(String) },
    ]);
    expect((await call(carl, 'GET', '/api/notifications')).json()).toEqual([]);
    expect((await call(bea, 'GET', `/api/connections/${bea.id}`)).json()).toEqual([]);
    expect((await call(bea, 'GET', `/api/video/${kept}`)).statusCode).toBe(200);
    const hashOf = (text: string) => createHash('sha256').update(text).digest();
    const hash = hashOf(ada.email);
    const sent = db
      .selectFrom('sent_mails')
      .select('id')
      .where('recipient_hash', '=', hashOf(`other.${ada.email}`));
    expect(await sent.execute()).toHaveLength(2);
    // Kept, so that restoring an earlier backup does not bring the account back.
    const deleted = db.selectFrom('deleted_accounts').select('id_hash').where('id_hash', '=', hashOf(ada.id));
    expect(await deleted.execute()).toHaveLength(1);
    await db.deleteFrom('invitations').where('email', '=', `other.${ada.email}`).execute();
    for (const trace of [ada.id, ada.email, email, hash]) {
      // The queue deletes old jobs by itself; they contain only ids.
      const tables = (await tablesContaining(db, trace)).filter((name) => !name.startsWith('pgboss.'));
      expect(tables, String(trace)).toEqual([]);
    }
    // The identity service has no account with this address.
    const again = await fetch(`${inject('identity').origin}/identity/userinfo`, { headers: ada.headers });
    expect(again.status).toBe(401);
  });

  it('stops when the worker ends, and deletes no account at a hosted provider', async () => {
    const ada = await loginAs(server);
    await leave(ada);
    await passGrace(ada);
    const isHere = async () =>
      (await server.deps.db.selectFrom('users').select('id').where('id', '=', ada.id).executeTakeFirst()) !== undefined;
    await expect(deleteDueAccounts(server.deps, AbortSignal.abort(new Error('the worker ends')))).rejects.toThrow(
      'the worker ends',
    );
    expect(await isHere()).toBe(true);
    const { config } = server.deps;
    const hosted = { ...config, identity: { ...config.identity, hostedDomain: 'family.auth0.com' } };
    await deleteDueAccounts({ ...server.deps, config: hosted }, signal);
    expect(await isHere()).toBe(false);
    const account = await fetch(`${inject('identity').origin}/identity/userinfo`, { headers: ada.headers });
    expect(account.status).toBe(200);
  });

  it('of one account succeeds although another one fails', async () => {
    const [ada, bea] = [await loginAs(server), await loginAs(server)];
    for (const person of [ada, bea]) {
      await leave(person);
      await passGrace(person);
    }
    const { identity } = server.deps;
    const subject = await server.deps.db
      .selectFrom('users')
      .select('subject')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
    const failing = {
      ...server.deps,
      log: { ...server.deps.log, warn: () => undefined, info: () => undefined } as unknown as typeof server.deps.log,
      identity: {
        ...identity,
        accounts: {
          ...identity.accounts,
          delete: async (of: string) => {
            if (of === subject.subject) throw new Error('away');
            await identity.accounts.delete(of);
          },
        },
      },
    };
    await expect(deleteDueAccounts(failing, signal)).rejects.toThrow('away');
    const left = async () =>
      (await server.deps.db.selectFrom('users').select('id').where('id', 'in', [ada.id, bea.id]).execute()).length;
    expect(await left()).toBe(1);
    await deleteDueAccounts(server.deps, signal);
    expect(await left()).toBe(0);
  });
});

/**
 * The server's dependencies, whose storage and identity service fail after some calls, as if the process had been
 * killed.
 */
function dyingAfter(calls: number): TestServer['deps'] {
  const { deps } = server;
  let left = calls;
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name, receiver) {
        const value = Reflect.get(from, name, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return value.apply(from, args);
        };
      },
    });
  const silent = { ...deps.log, warn: () => undefined, info: () => undefined } as unknown as typeof deps.log;
  const identity = { ...deps.identity, accounts: counted(deps.identity.accounts) };
  return { ...deps, storage: counted(deps.storage), jobs: counted(deps.jobs), identity, log: silent };
}
