import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { printBackupNotes } from '../../../app/backup-notes.ts';
import { SCHEMAS } from '../../../app/schemas.ts';
import { announceWorker, countWorkers } from '../../../platform/jobs/workers.ts';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { PROCESS_ENV } from '../../../testing/process-env.ts';
import { runHere } from '../../../testing/run-command.ts';
import { createSmallDisk } from '../../../testing/small-disk.ts';
import { storedContent, storedVideo } from '../../../testing/stored-video.ts';
import { updateWarnings } from '../../administration/site-warnings.service.ts';
import { makeOwner } from '../../site-owners/site-owners.service.ts';
import { backupJob } from './backup.job-definition.ts';
import { BACKUP_LOCK } from './backup-locks.ts';
import { takeLock } from './backup-runs.queries.ts';
import { readBackupState } from './backup-state.service.ts';
import { makeNightlyBackup, verifyNightlyBackups } from './nightly-backup.service.ts';

const OPERATOR = 'operator@example.org';
const HOUR_MS = 3600_000;
const FIRST_NIGHT = Date.parse('2030-01-01T02:30:00Z');

let server: TestServer;
let owner: TestPerson;
let root: string;
let dir: string;
let log: Record<string, unknown>[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'kinreel-nights-'));
  dir = join(root, 'backups');
  const write = (line: string) => void log.push(JSON.parse(line));
  server = await startTestServer({ OPERATOR_EMAIL: OPERATOR, LOG_LEVEL: 'info', BACKUP_DIR: dir }, { write });
  await SCHEMAS[1]?.migrate(server.deps.config.databaseUrl ?? '');
  owner = await loginAs(server, { firstName: 'Odalie' });
  await makeOwner(server.deps.db, owner.email);
  await storedVideo(server, owner.id);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

/** The time of a night, plus some hours. */
const at = (night: number, hours = 0) => new Date(FIRST_NIGHT + (24 * (night - 1) + hours) * HOUR_MS);
const overview = async () => (await server.app.inject({ url: '/api/admin/overview', headers: owner.headers })).json();

/** @returns the failure, or null */
async function backup(night: number): Promise<string | null> {
  return makeNightlyBackup(server.deps, SCHEMAS, AbortSignal.timeout(60_000), () => at(night)).then(
    () => null,
    (error: Error) => error.message,
  );
}

/** Number of messages that the last call has returned: mails, and log lines about ended warnings. */
let seen = 0;
async function told() {
  const lines = log.filter(({ msg }) => msg === 'site warning ended').map(({ kind, reason }) => `${kind} ${reason}`);
  log = [];
  await server.drainJobs();
  const { dir: mailDir } = server.deps.config.mail;
  const all = (await readdir(mailDir).catch(() => [])).sort();
  const mails = await Promise.all(all.slice(seen).map((name) => readFile(join(mailDir, name), 'utf8')));
  seen = all.length;
  const texts = mails.map((mail) => {
    const plain = mail.replaceAll(/=\r?\n/g, '').replaceAll(/\s+/g, ' ');
    return `${/To: (\S+)/.exec(plain)?.[1]}: ${/problem with the backups of Kinreel: ([^.]*)\./.exec(plain)?.[1]}`;
  });
  return { mails: texts.sort(), over: lines };
}

/** One mail to each site owner and to the operator. */
const mailsAbout = (words: string) => [`${OPERATOR}: ${words}`, `${owner.email}: ${words}`].sort();

/** The morning after a night: results of the hourly checks. */
async function morning(night: number) {
  for (const hours of [1, 2, 8, 20]) await updateWarnings(server.deps, at(night, hours));
  const { warnings, backup: state } = await overview();
  return {
    ...(await told()),
    warnings: warnings.map(({ kind }: { kind: string }) => kind),
    problem: state.problem,
    lastGood: state.last_good_at,
  };
}

test('reports each failure of seven nights once: full disk, removed folder, wrong key, killed worker', async () => {
  const { config, storage } = server.deps;
  const disk = await createSmallDisk(2_000);
  if (disk) dir = join(disk.folder, 'backups');
  onTestFinished(async () => {
    await disk?.remove();
    dir = join(root, 'backups');
    Object.assign(config.backup, { dir });
  });
  Object.assign(config.backup, { dir });
  const good = { mails: [], over: [], warnings: [], problem: null };

  expect(await backup(1)).toBeNull();
  expect(await morning(1)).toEqual({ ...good, lastGood: at(1).toISOString() });

  // Simulates a full disk with a failing stream, because tests cannot mount a disk.
  await storedVideo(server, owner.id);
  const { open } = storage;
  if (disk) await disk.fill();
  else {
    storage.open = async () =>
      new PassThrough().destroy(Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' }));
  }
  expect(await backup(2)).toBe(`The folder ${dir} cannot be used: the disk is full.`);
  storage.open = open;
  const failed = { warnings: ['backup'], lastGood: at(1).toISOString() };
  const full = { mails: mailsAbout('the disk for backups is full'), over: [], problem: 'room' };
  expect(await morning(2)).toEqual({ ...failed, ...full });
  await disk?.clear();

  await rm(dir, { recursive: true });
  expect(await backup(3)).toContain(`The folder ${dir} is missing, so no backup was made. Is the disk mounted?`);
  expect(await readdir(join(dir, '..'))).not.toContain('backups');
  const folder = 'the folder for backups cannot be used';
  expect(await morning(3)).toEqual({ ...failed, mails: mailsAbout(folder), over: ['backup room'], problem: 'folder' });

  // An unmounted disk leaves an empty folder: no backup must be written there.
  await mkdir(dir);
  expect(await backup(4)).toContain('kinreel-backups.txt is missing, so no backup was made');
  expect(await readdir(dir)).toEqual([]);
  expect(await morning(4)).toEqual({ ...failed, mails: [], over: [], problem: 'folder' });

  await writeFile(join(dir, 'kinreel-backups.txt'), 'The disk is mounted again.');
  Object.assign(config.backup, { recipient: `age1${'q'.repeat(58)}` });
  expect(await backup(5)).toContain('BACKUP_RECIPIENT is not a public key of age');
  Object.assign(config.backup, { recipient: null });
  const key = mailsAbout('the key to encrypt them is wrong (BACKUP_RECIPIENT)');
  expect(await morning(5)).toEqual({ ...failed, mails: key, over: ['backup folder'], problem: 'key' });

  await killHalfway(6);
  const killed = mailsAbout('it was interrupted');
  expect(await morning(6)).toEqual({ ...failed, mails: killed, over: ['backup key'], problem: 'interrupted' });

  expect(await backup(7)).toBeNull();
  expect(await morning(7)).toEqual({ ...good, over: ['backup interrupted'], lastGood: at(7).toISOString() });
}, 120_000);

/** Kills a worker during a backup. */
async function killHalfway(night: number): Promise<void> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../testing/half-backup-process.ts')], {
    env: {
      ...PROCESS_ENV,
      DATABASE_URL: server.deps.config.databaseUrl ?? '',
      DATA_DIR: server.dataDir,
      BACKUP_DIR: dir,
      APP_SECRET: server.deps.appSecret,
      NOW: at(night).toISOString(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  // While it runs, the previous state is reported.
  await updateWarnings(server.deps, at(night));
  expect(await told()).toEqual({ mails: [], over: [] });
  child.kill('SIGKILL');
  await once(child, 'close');
  const isFree = () => server.deps.db.transaction().execute((tx) => takeLock(tx, BACKUP_LOCK));
  await expect.poll(isFree, { timeout: 10_000 }).toBe(true);
}

test('verification reports a damaged file of a backup once, and the next backup replaces it', async () => {
  const { storage } = server.deps;
  const video = await storedVideo(server, owner.id);
  expect(await backup(8)).toBeNull();
  await morning(8);
  const verify = (night: number) => verifyNightlyBackups(server.deps, AbortSignal.timeout(60_000), () => at(night, 6));
  await verify(8);
  expect((await overview()).backup).toMatchObject({ problem: null, verified_at: at(8, 6).toISOString() });

  const content = storedContent('original', video);
  const files = await readdir(join(dir, 'objects'), { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  const contents = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const path = paths[contents.indexOf(content)] ?? '';
  expect(await backup(9)).toBeNull();
  await writeFile(path, content.replace('original', 'ORIGINAL'));
  await verify(9);
  expect(await morning(9)).toMatchObject({
    mails: mailsAbout('some of their files are damaged'),
    warnings: ['backup'],
    problem: 'damaged',
  });
  expect(await backup(10)).toBeNull();
  expect(await readFile(path, 'utf8')).toBe(content);
  expect(await server.deps.jobs.isQueued(server.deps.db, backupJob, {})).toBe(false);
  await verify(10);
  expect(await morning(10)).toMatchObject({ mails: [], over: ['backup damaged'], problem: null });
  expect(await storage.stat(`videos/${video}/original`)).not.toBeNull();
}, 60_000);

test('warns when no backup has succeeded for 36 hours, and when no worker makes a due backup', async () => {
  const { db, jobs } = server.deps;
  expect((await readBackupState(db, at(10, 35))).failure).toBeNull();
  expect((await readBackupState(db, at(10, 37))).failure?.problem).toBe('old');
  // At most one job waits, however many nights have passed.
  for (let night = 1; night <= 5; night += 1) await jobs.enqueue(db, backupJob, {});
  const { rows } = await sql`select id from pgboss.job where name = 'backup' and state = 'created'`.execute(db);
  expect(rows).toHaveLength(1);
  expect((await readBackupState(db, at(10, 1))).failure?.problem).toBe('waiting');
  await jobs.unschedule(backupJob);
  expect((await readBackupState(db, at(10, 1))).failure).toBeNull();
});

test('kinreel status prints the last good backup, the current problem and the remaining state', async () => {
  const env = {
    DATABASE_URL: server.deps.config.databaseUrl ?? '',
    DATA_DIR: server.dataDir,
    PUBLIC_URL: 'https://stories.example.org',
  };
  await server.deps.db.updateTable('backup_folder').set({ problem: 'folder', explanation: 'It is away.' }).execute();
  const { code, output } = await runHere(env, 'status');
  expect(code).toBe(0);
  for (const line of [
    /^Address: +https:\/\/stories\.example\.org$/m,
    /^Last good backup: 2030-01-10T02:30:00\.000Z$/m,
    /^Problem: +It is away\.$/m,
    /^Backups verified: 2030-01-10T08:30:00\.000Z, all are complete$/m,
    /^Disk: .* free; unfinished uploads need 0 KiB; uploads leave 1\.0 GiB$/m,
    /^Jobs: +\d+ waiting, 0 failed$/m,
    /^Mails: .*written to files: set SMTP_URL to send them$/m,
  ]) {
    expect(output).toMatch(line);
  }
  expect(JSON.parse((await runHere(env, 'status', '--json')).output)).toMatchObject({
    address: 'https://stories.example.org',
    backup: { dir, last_good_at: at(10).toISOString(), problem: 'folder', explanation: 'It is away.', whole: true },
    jobs: { failed: 0 },
    mails: { as_files: true, failed: 0 },
  });
});

/** What a worker prints on start with this BACKUP_DIR. */
async function startNotes(folder: string | null): Promise<string> {
  const lines: string[] = [];
  const [output, errors] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
  for (const spy of [output, errors]) spy.mockImplementation((line) => void lines.push(String(line)));
  Object.assign(server.deps.config.backup, { dir: folder });
  try {
    await printBackupNotes(server.deps);
  } finally {
    Object.assign(server.deps.config.backup, { dir });
    for (const spy of [output, errors]) spy.mockRestore();
  }
  return lines.join('\n');
}

test('a worker prints on start why BACKUP_DIR cannot be used', async () => {
  const file = join(root, 'file');
  await writeFile(file, '');
  const other = join(root, 'other');
  await mkdir(other);
  await writeFile(join(other, 'letter.txt'), '');
  for (const [folder, why] of [
    [file, 'cannot be used: '],
    [join(file, 'below'), 'cannot be used: part of the path is a file.'],
    ['/proc/backups', 'cannot be used: '],
    [other, 'has other files in it.'],
  ] as const) {
    expect(await startNotes(folder)).toMatch(new RegExp(`^  No backups can be made: .*${folder} ${why}[^\\n]*$`));
    expect((await overview()).backup.problem).toBe('folder');
  }
  expect(await readdir(other)).toEqual(['letter.txt']);
  // A new disk contains this folder.
  const disk = join(root, 'disk');
  await mkdir(join(disk, 'lost+found'), { recursive: true });
  expect(await startNotes(disk)).toBe('');
  expect(await readdir(disk)).toEqual(['lost+found']);
  expect((await overview()).backup.problem).toBeNull();
});

test('without BACKUP_DIR, the only worker prints that no backups are made; one of several prints nothing', async () => {
  const { config, db, jobs, log: logger } = server.deps;
  await startNotes(join(root, 'disk'));
  await jobs.enqueue(db, backupJob, {});
  const leave = await Promise.all([1, 2].map(() => announceWorker(config.databaseUrl ?? '', logger)));
  expect(await startNotes(null)).toBe('');
  expect((await overview()).backup.nightly).toBe(true);
  expect(await jobs.isQueued(db, backupJob, {})).toBe(true);
  await Promise.all(leave.map((stop) => stop()));
  await expect.poll(() => countWorkers(db)).toBe(0);
  expect(await startNotes(null)).toContain('No backups are made. Set BACKUP_DIR');
  expect((await overview()).backup).toMatchObject({ nightly: false, problem: null });
  expect(await jobs.isQueued(db, backupJob, {})).toBe(false);
});
