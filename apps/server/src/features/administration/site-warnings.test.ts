import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '../../platform/deps.ts';
import { freeDiskBytes } from '../../platform/system/disk-space.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { storedVideo } from '../../testing/stored-video.ts';
import { sendMailJob } from '../mails/mails.job-definition.ts';
import { scanFiles } from '../operations/integrity/integrity.service.ts';
import { makeOwner } from '../site-owners/site-owners.service.ts';
import { updateWarnings } from './site-warnings.service.ts';

const OPERATOR = 'operator@example.org';

let server: TestServer;
let owner: TestPerson;
let deps: Deps;

beforeAll(async () => {
  server = await startTestServer({ OPERATOR_EMAIL: OPERATOR, LOG_LEVEL: 'silent' });
  owner = await loginAs(server, { firstName: 'Odalie' });
  await makeOwner(server.deps.db, owner.email);
  // Disabled and leaving site owners, and other people, get no mail.
  const soon = new Date(Date.now() + 1e9);
  for (const change of [{ disabled_at: new Date() }, { deletion_asked_at: new Date(), delete_at: soon }]) {
    const other = await loginAs(server);
    await makeOwner(server.deps.db, other.email);
    await server.deps.db.updateTable('users').set(change).where('id', '=', other.id).execute();
  }
  await loginAs(server);
  deps = server.deps;
});
afterAll(() => server?.stop());

const overview = async () => (await server.app.inject({ url: '/api/admin/overview', headers: owner.headers })).json();
const kinds = async () => (await overview()).warnings.map(({ kind }: { kind: string }) => kind);

/** Sets the reserve so that the disk has this multiple of it free. */
async function withFree(times: number): Promise<void> {
  const { config } = server.deps;
  // Other tests write to the same disk meanwhile.
  const diskReserveBytes = (await freeDiskBytes(config)) / times;
  // The mails are written from the same settings.
  Object.assign(config.limits, { diskReserveBytes });
  await updateWarnings(deps);
}

/** Number of mails that newMails() has returned. */
let seen = 0;
async function newMails(): Promise<string[]> {
  await server.drainJobs();
  const { dir } = server.deps.config.mail;
  const all = (await readdir(dir).catch(() => [])).sort();
  const texts = await Promise.all(all.slice(seen).map((name) => readFile(join(dir, name), 'utf8')));
  seen = all.length;
  return texts.map((mail) => `${/^To: (.*)$/m.exec(mail)?.[1]}: ${/^Subject: .*?: (.*)$/m.exec(mail)?.[1]}`).sort();
}

test('site owners and the operator get one mail when the disk is nearly full, and the page shows the warning', async () => {
  await withFree(2.5);
  expect(await kinds()).toEqual([]);
  await newMails();
  await withFree(1.5);
  await withFree(1.5);
  expect(await kinds()).toEqual(['disk']);
  const subject = 'the disk is nearly full';
  expect(await newMails()).toEqual([`${OPERATOR}: ${subject}`, `${owner.email}: ${subject}`].sort());
  // The threshold for the end is higher; afterwards the warning can begin again.
  await withFree(2.5);
  expect(await kinds()).toEqual(['disk']);
  await withFree(3.5);
  expect(await kinds()).toEqual([]);
  expect(await newMails()).toEqual([]);
  await withFree(1.5);
  expect(await newMails()).toHaveLength(2);
  await withFree(10);
});

test('they get a mail about missing stored files, and the warning ends when none are missing', async () => {
  const { db, storage } = server.deps;
  const video = await storedVideo(server, owner.id);
  const scan = () => scanFiles({ db, storage }, { bytesPerSecond: Number.POSITIVE_INFINITY });
  expect((await overview()).files).toEqual({ checked_at: null, missing: 0, altered: 0, orphaned: 0 });
  const key = `videos/${video}/original`;
  await storage.delete(key);
  await scan();
  await updateWarnings(deps);
  expect(await overview()).toMatchObject({ warnings: [{ kind: 'files' }], files: { missing: 1 } });
  const subject = 'stored files are lost';
  expect(await newMails()).toEqual([`${OPERATOR}: ${subject}`, `${owner.email}: ${subject}`].sort());
  await db.deleteFrom('videos').where('id', '=', video).execute();
  await updateWarnings(deps);
  expect(await kinds()).toEqual([]);
});

test('a mail is not sent if its warning has ended', async () => {
  await withFree(1.5);
  await withFree(10);
  expect(await newMails()).toEqual([]);
});

test('the overview counts waiting and failed jobs', async () => {
  const before = (await overview()).jobs;
  await server.deps.jobs.enqueue(server.deps.db, sendMailJob, { mailId: owner.id });
  expect((await overview()).jobs).toEqual({ ...before, waiting: before.waiting + 1 });
  await server.drainJobs();
  expect((await overview()).jobs).toEqual(before);
});
