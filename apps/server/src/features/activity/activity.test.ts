import { ACTIVITY_DAYS, type ActivityEntry, activityResponse } from '@kinreel/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { readPages } from '../../testing/pages.ts';
import { runHere } from '../../testing/run-command.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { visibleTo } from '../visibility/visibility.policy.ts';
import { deleteOldActivity, readAccountActivity, readOwnActivity } from './activity.service.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;
let owner: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await loginAs(server, { firstName: 'Odalie' });
  await makeOwner(server.deps.db, owner.email);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  [ada, bea] = await Promise.all([
    loginAs(server, { firstName: 'Ada', lastName: 'Quist' }),
    loginAs(server, { firstName: 'Bea', lastName: 'Rasmus' }),
  ]);
});

const call = (by: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) });
const entries = async (person: TestPerson, url = '/api/activity?limit=100'): Promise<ActivityEntry[]> =>
  activityResponse.parse((await call(person, 'GET', url)).json());
/** All entries, fetched page by page. */
async function pagesOf(person: TestPerson, list: string): Promise<ActivityEntry[]> {
  const paged: ActivityEntry[] = [];
  for await (const page of readPages(list, (url) => call(person, 'GET', url))) {
    paged.push(...activityResponse.parse(page.json()));
  }
  return paged;
}
/** "kind person detail", oldest first, as short lines. */
const lines = async (person: TestPerson, url?: string) =>
  (await entries(person, url))
    .reverse()
    .map((entry) => [entry.kind, entry.person?.first_name, entry.detail].filter(Boolean).join(' '));
const linesOfSite = async () =>
  (await entries(owner, '/api/admin/activity?limit=100'))
    .reverse()
    .map(({ kind, person, detail, by }) =>
      [kind, person?.first_name, detail, by && `by ${by.first_name}`].filter(Boolean).join(' '),
    );

describe('GET /api/activity', () => {
  it("lists each change of a video's visibility, for its owner only, and no codes", async () => {
    await connect(server, ada, bea, 'family');
    const video = await storedVideo(server, ada.id, { permission: 'invite-only' });
    const other = await storedVideo(server, ada.id, { permission: 'family' });
    await call(ada, 'PUT', `/api/permission/${video}`, { permission: 'everyone' });
    await call(ada, 'PUT', `/api/permission/${video}`, { permission: 'everyone' });
    for (let twice = 0; twice < 2; twice++) {
      await call(ada, 'POST', '/api/share', { user_id: [bea.id], video_id: video });
    }
    await call(ada, 'DELETE', `/api/share/${video}/${bea.id}`);
    const url = `${server.deps.config.publicUrl}/user/${ada.id}/videos?autoplay=${video}`;
    const code = (await call(ada, 'POST', '/api/link', { url })).body.split('/s/')[1] ?? '';
    await call(ada, 'GET', `/api/link?video_id=${video}`);
    for (let twice = 0; twice < 2; twice++) await call(bea, 'POST', '/api/link/redeem', { code });
    await call(ada, 'DELETE', `/api/video/${video}/audience/${bea.id}`);
    const [link] = (await call(ada, 'GET', `/api/link?video_id=${video}`)).json();
    if (link) await call(ada, 'DELETE', `/api/link/${link.id}`);
    const invited = { video_id: video, email: 'tom@example.org', relationship: 'friend' };
    const invitation = (await call(ada, 'POST', '/api/invitation', invited)).json();
    await call(ada, 'DELETE', `/api/invitation/${invitation.id}`);
    // Deleting a video removes its shares without entries of their own.
    await call(ada, 'POST', '/api/share', { user_id: [bea.id], video_id: other });
    await call(ada, 'DELETE', `/api/video/${other}`);

    expect(await lines(ada)).toEqual([
      'connected Bea family',
      'permission-changed everyone',
      'shared Bea',
      'unshared Bea',
      'link-made',
      'link-opened Bea',
      'link-closed Bea',
      'link-ended',
      'invitation-made',
      'invitation-ended',
      'shared Bea',
    ]);
    expect(new Set((await entries(ada)).map(({ prompt }) => prompt))).toEqual(
      new Set(['What was your first job?', null]),
    );
    expect(await lines(bea)).toEqual(['connected Ada family']);
    expect(JSON.stringify(await entries(ada))).not.toContain(code);
    expect((await call(ada, 'GET', '/api/admin/activity')).json().code).toBe('owner.only');
  });

  it('lists connections and their kinds for both people, and a block only for the one who blocks', async () => {
    const id = await connect(server, ada, bea, 'family');
    const change = (by: TestPerson, relationship: string) =>
      call(by, 'PUT', `/api/connections/${id}/relationship`, { relationship });
    await change(bea, 'friend');
    await change(bea, 'family');
    await change(bea, 'friend');
    await change(ada, 'friend');
    const both = ['connected family', 'relationship-asked friend', 'relationship-stays family'];
    both.push('relationship-asked friend', 'relationship-changed friend');
    const named = (name: string) => both.map((line) => line.replace(' ', ` ${name} `));
    expect(await lines(ada)).toEqual(named('Bea'));
    expect(await lines(bea)).toEqual(named('Ada'));
    await call(ada, 'PUT', `/api/blocks/${bea.id}`);
    // A block also ends the connection, in the same transaction.
    const [blocked, disconnected] = (await lines(ada)).slice(-2).toSorted();
    expect([blocked, disconnected]).toEqual(['blocked Bea', 'disconnected Bea']);
    expect((await lines(ada)).slice(0, -2)).toEqual(named('Bea'));
    // Looks the same as if Ada had deleted her account.
    expect(await lines(bea)).toEqual([...both, 'disconnected']);
    // Also if others have blocked Ada, and Bea has blocked others.
    await call(owner, 'PUT', `/api/blocks/${ada.id}`);
    await call(bea, 'PUT', `/api/blocks/${owner.id}`);
    expect(await lines(bea)).toEqual([...both, 'disconnected', 'blocked Odalie']);
    await call(owner, 'DELETE', `/api/blocks/${ada.id}`);
    await call(bea, 'DELETE', `/api/blocks/${owner.id}`);
    await call(ada, 'DELETE', `/api/blocks/${bea.id}`);
    expect((await lines(ada)).at(-1)).toBe('unblocked Bea');
    expect(await lines(bea)).toContain('disconnected Ada');
  });

  it('merges the entries of the identity service, page by page', async () => {
    const before = await lines(ada);
    await call(owner, 'POST', `/api/admin/people/${ada.id}/reset-link`);
    await connect(server, ada, bea, 'friend');
    await call(owner, 'DELETE', `/api/admin/people/${ada.id}/sessions`);
    await server.deps.db.deleteFrom('session_ends').execute();
    expect(await lines(ada)).toEqual([...before, 'reset-link-made', 'connected Bea friend', 'logged-out-everywhere']);
    const paged = await pagesOf(ada, '/api/activity?limit=1');
    expect(paged).toEqual(await entries(ada));
    expect(paged.length).toBeGreaterThanOrEqual(3);
    // The archive of each person contains all of their entries.
    const ofAccount = await readAccountActivity(server.deps, ada.id);
    expect(ofAccount.map(({ kind }) => kind)).toEqual(['logged-out-everywhere', 'reset-link-made']);
    expect((await readOwnActivity(server.deps.db, ada.id)).map(({ kind }) => kind)).toEqual(['connected']);
    expect(await readAccountActivity(server.deps, newId())).toEqual([]);
  });

  it('lists each of many changes with the same time once', async () => {
    for (let n = 0; n < 8; n += 1) await call(ada, n % 2 ? 'DELETE' : 'PUT', `/api/blocks/${bea.id}`);
    await server.deps.db.updateTable('activity').set({ at: new Date() }).where('user_id', '=', ada.id).execute();
    const paged = (await pagesOf(ada, '/api/activity?limit=3')).map(({ id }) => id);
    expect(paged).toHaveLength(8);
    expect(paged).toEqual([...paged].sort().reverse());
  });

  it('fails without the identity service; an account that it does not know has no entries', async () => {
    const ask = vi.spyOn(server.deps.identity.accounts, 'activity');
    try {
      ask.mockRejectedValue(new DomainError('identity.unavailable'));
      expect((await call(ada, 'GET', '/api/activity')).json().code).toBe('identity.unavailable');
      for (const code of ['account.elsewhere', 'person.missing'] as const) {
        ask.mockRejectedValue(new DomainError(code));
        expect(await lines(ada)).toEqual([]);
      }
    } finally {
      ask.mockRestore();
    }
  });

  it('is deleted after a year and with the account, and names other people only while they have an account', async () => {
    const { db } = server.deps;
    await connect(server, ada, bea, 'family');
    await deleteOldActivity(db);
    expect(await lines(ada)).toEqual(['connected Bea family']);
    await db
      .updateTable('users')
      .set({ deletion_asked_at: new Date(), delete_at: new Date() })
      .where('id', '=', bea.id)
      .execute();
    expect(await lines(ada)).toEqual(['connected family']);
    await db.deleteFrom('users').where('id', '=', bea.id).execute();
    expect(await lines(ada)).toEqual(['connected family']);
    expect(await db.selectFrom('activity').select('id').where('user_id', '=', bea.id).execute()).toEqual([]);
    const old = sql<Date>`now() - make_interval(days => ${sql.lit(ACTIVITY_DAYS + 1)})`;
    await db.updateTable('activity').set({ at: old }).where('user_id', '=', ada.id).execute();
    await deleteOldActivity(db);
    expect(await lines(ada)).toEqual([]);
  });
});

describe('GET /api/admin/activity', () => {
  it('lists accounts, site owners and registration, and nothing that people share', async () => {
    const { db } = server.deps;
    const carl = await loginAs(server, { firstName: 'Carl' });
    const before = await linesOfSite();
    await connect(server, carl, bea, 'family');
    const video = await storedVideo(server, carl.id, { permission: 'invite-only' });
    await call(carl, 'POST', '/api/share', { user_id: [bea.id], video_id: video });
    await call(owner, 'PUT', `/api/admin/people/${carl.id}`, { disabled: true });
    await call(owner, 'PUT', `/api/admin/people/${carl.id}`, { disabled: false });
    await call(owner, 'POST', `/api/admin/people/${carl.id}/deletion`);
    await call(owner, 'DELETE', `/api/admin/people/${carl.id}/deletion`);
    await makeOwner(db, carl.email);
    await db.updateTable('users').set({ site_owner_since: null }).where('id', '=', carl.id).execute();
    await call(owner, 'POST', '/api/admin/invitations', { email: 'tom@example.org' });
    await call(owner, 'PUT', '/api/admin/registration', { registration: 'closed' });
    await call(owner, 'PUT', '/api/admin/registration', { registration: 'open' });
    for (const inviting of ['owners', 'everyone', 'everyone']) {
      await call(owner, 'PUT', '/api/admin/registration', { inviting });
    }
    const ofAccount = [
      'account-off',
      'account-on',
      'deletion-asked',
      'deletion-called-off',
      'site-owner-made',
      'site-owner-ended',
    ];
    // The operator named a site owner; an entry without "by" has no actor.
    expect((await linesOfSite()).slice(before.length)).toEqual([
      ...ofAccount.map((kind, n) => `${kind} Carl${n < 4 ? ' by Odalie' : ''}`),
      'site-invitation-made Odalie',
      'registration-changed closed by Odalie',
      'registration-changed open by Odalie',
      'inviting-changed owners by Odalie',
      'inviting-changed everyone by Odalie',
    ]);
    expect((await lines(carl)).filter((line) => ofAccount.includes(line))).toEqual(ofAccount);
    await db.deleteFrom('users').where('id', '=', carl.id).execute();
    const env = { DATABASE_URL: server.deps.config.databaseUrl ?? '', DATA_DIR: server.dataDir };
    const printed = await runHere(env, 'activity');
    expect(printed.output).toMatch(/ {2}account-deleted\n.* {2}inviting-changed {2}everyone {2}by Odalie Fennick\n/);
    expect(printed.output).toMatch(/ {2}registration-changed {2}open {2}by Odalie Fennick\n/);
    expect(printed.output).toContain('  site-invitation-made  Odalie Fennick\n');
    expect(await pagesOf(owner, '/api/admin/activity?limit=4')).toEqual(
      await entries(owner, '/api/admin/activity?limit=100'),
    );
    const after = await linesOfSite();
    expect(after.at(-1)).toBe('account-deleted');
    expect(after.join()).not.toContain('Carl');
  });
});

it('every table that the visibility rule reads has a trigger that writes activity', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': unknown }>`
    explain (format json) select v.id from videos v where ${visibleTo(ada.id)}`.execute(server.deps.db);
  const plan = JSON.stringify(rows);
  const read = new Set([...plan.matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name));
  expect(read).toEqual(
    new Set([
      ...['videos', 'users', 'blocks', 'connections', 'shares', 'link_redemptions', 'short_links'],
      ...['stewards', 'video_gifts'],
    ]),
  );
  const { rows: watched } = await sql<{ name: string }>`
    select distinct event_object_table::text as name from information_schema.triggers
    where trigger_name like 'activity%'`.execute(server.deps.db);
  const names = watched.map(({ name }) => name);
  for (const table of read) expect(names).toContain(table);
});
