import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { SCHEMAS } from '../../../app/schemas.ts';
import { newId } from '../../../platform/ids.ts';
import { createLocalStorage } from '../../../platform/storage/local.ts';
import { createS3Storage } from '../../../platform/storage/s3.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { startApiProcess } from '../../../testing/api-process.ts';
import { emptyDatabase, query, rowsOf } from '../../../testing/database-rows.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { type CommandEnd, startKinreel } from '../../../testing/kinreel-command.ts';
import { makeOldInstallation } from '../../../testing/old-installation.ts';
import { runHere } from '../../../testing/run-command.ts';
import { describeWithS3, newBucket } from '../../../testing/s3.ts';
import { storedContent, storedPieces, storedRenditions, storedVideo } from '../../../testing/stored-video.ts';
import { deleteDueAccounts } from '../../account/delete-account.service.ts';
import { takeBackup } from './backup.service.ts';
import { signerOf, signText } from './backup-signature.service.ts';

let server: TestServer;
let ada: TestPerson;
let video: string;
/** Environment of this installation; its secret is in a file, as after `npm start`. */
let env: Record<string, string>;
let root: string;
let dir: string;

beforeAll(async () => {
  server = await startTestServer();
  root = await mkdtemp(join(tmpdir(), 'kinreel-backup-'));
  env = { DATABASE_URL: server.deps.config.databaseUrl ?? '', DATA_DIR: server.dataDir };
  await writeFile(join(server.dataDir, 'app-secret'), `${server.deps.appSecret}\n`);
  await SCHEMAS[1]?.migrate(env.DATABASE_URL ?? '');
  ada = await loginAs(server, { firstName: 'Ada', lastName: 'Øksen 家' });
  const bea = await loginAs(server, { firstName: 'Bea' });
  await connect(server, ada, bea, 'family');
  video = await storedVideo(server, ada.id, { permission: 'everyone' });
  await storedRenditions(server, video);
  await storedVideo(server, bea.id);
  await putFile(`videos/${video}/playback`, randomBytes(300_000));
  await server.deps.db
    .insertInto('captions')
    .values({
      video_id: video,
      source: 'person',
      version: newId(),
      search_text: 'tab\tand \\N',
      cues: JSON.stringify([{ start: 0, end: 1, text: 'Hé\\n"x"\t' }]),
    } as never)
    .execute();
  const photo = `photos/${ada.id}/${newId()}.webp`;
  await putFile(photo, Buffer.from('a photo'));
  await server.deps.db.updateTable('users').set({ photo_key: photo }).where('id', '=', ada.id).execute();
  await query(
    env.DATABASE_URL ?? '',
    `insert into identity.users (id, email, password_hash, created_at, updated_at)
     values ('ada', 'ada@example.org', 'hash', now(), now()), ('bea', 'bea@example.org', 'hash', now(), now());
     insert into identity.signing_keys values ('key', '{}', '\\x00ff5c0a', now());`,
  );
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  dir = join(root, newId());
});

/** Stores a file; sets size and hash in the row of a video file. */
async function putFile(key: string, content: Buffer): Promise<void> {
  const path = join(await server.deps.storage.stagingFolder(), 'file');
  await writeFile(path, content);
  await server.deps.storage.put(key, path);
  await server.deps.db
    .updateTable('video_files')
    .set({ size: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    .where('key', '=', key)
    .execute();
}

/** SHA-256 of all files in the storage of a data folder, by key. */
function filesOf(dataDir: string): Promise<Record<string, string>> {
  return filesIn(createLocalStorage(join(dataDir, 'media')));
}

/** SHA-256 of all files in a storage, by key. */
async function filesIn(storage: Storage): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const { key } of storage.list('')) {
    all[key] = createHash('sha256')
      .update(await buffer(await storage.open(key)))
      .digest('hex');
  }
  return all;
}

/** A new database and data folder, both empty. */
async function emptyHost(): Promise<{ DATABASE_URL: string; DATA_DIR: string }> {
  return { DATABASE_URL: await emptyDatabase(), DATA_DIR: join(root, newId()) };
}

const backup = (...args: string[]) => runHere(env, 'backup', dir, ...args);
const verify = (...args: string[]) => runHere({}, 'verify', dir, ...args);
const restore = (host: Record<string, string>, ...args: string[]) => runHere(host, 'restore', dir, ...args);
const ok = { code: 0, errors: '' };

/** Path and content of every file in the backup folder. */
async function stored(): Promise<Map<string, Buffer>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.sort().map(async (path) => [path, await readFile(path)] as const)));
}

/** Path of the object with this content. */
async function pathOf(content: Buffer): Promise<string> {
  const found = [...(await stored())].find(([, bytes]) => bytes.equals(content));
  return found?.[0] ?? '';
}

async function flipOneByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)] = 255 - (bytes[Math.floor(bytes.length / 2)] ?? 0);
  await writeFile(path, bytes);
}

test('rows and files are the same after restore, and the restored server plays the video', async () => {
  expect(await backup()).toMatchObject({ ...ok, output: expect.stringContaining('9 files, 9 of them copied now') });
  expect(await verify()).toMatchObject({ ...ok, output: expect.stringContaining('1 backups are intact') });
  expect((await stat(dir)).mode & 0o077).toBe(0);

  const host = await emptyHost();
  expect(await restore(host)).toMatchObject({ ...ok, output: expect.stringContaining('Start Kinreel now.') });
  expect(await rowsOf(host.DATABASE_URL ?? '')).toEqual(await rowsOf(env.DATABASE_URL ?? ''));
  expect(await filesOf(host.DATA_DIR ?? '')).toEqual(await filesOf(server.dataDir));
  expect(await readFile(join(host.DATA_DIR ?? '', 'app-secret'), 'utf8')).toBe(`${server.deps.appSecret}\n`);
  // Foreign keys and sequences are restored.
  await expect(query(host.DATABASE_URL ?? '', 'update videos set prompt_id = 9999')).rejects.toThrow('foreign key');

  const { config } = server.deps;
  const restored = { ...config, databaseUrl: host.DATABASE_URL ?? '', dataDir: host.DATA_DIR ?? '' };
  const api = await startApiProcess({ ...server, deps: { ...server.deps, config: restored } });
  try {
    const [found] = (await (await fetch(`${api.origin}/api/video/${video}`, { headers: ada.headers })).json()) as {
      url: string;
    }[];
    const played = await fetch(`${api.origin}${found?.url}`, { headers: ada.headers });
    expect(played.status).toBe(200);
    const original = await buffer(await server.deps.storage.open(`videos/${video}/playback`));
    expect(Buffer.from(await played.arrayBuffer()).equals(original)).toBe(true);
  } finally {
    await api.end('SIGTERM');
  }
  // A second restore fails, because the database has people.
  expect(await restore(host)).toMatchObject({ code: 1, errors: expect.stringContaining('has people in it') });
}, 180_000);

test('unchanged files are not copied again, and old backups are deleted with the objects that only they use', async () => {
  await backup();
  const first = await stored();
  const extra = await storedVideo(server, ada.id);
  expect((await backup()).output).toContain('12 files, 3 of them copied now');
  for (const [path, content] of first) expect((await stored()).get(path)?.equals(content), path).toBe(true);
  const opened: string[] = [];
  const { storage, appSecret } = server.deps;
  await takeBackup({
    dir,
    databaseUrl: env.DATABASE_URL ?? '',
    schemas: SCHEMAS,
    appSecret,
    isSecretInFile: true,
    recipient: null,
    keep: null,
    storage: {
      ...storage,
      open(key) {
        opened.push(key);
        return storage.open(key);
      },
    },
  });
  // Only photos have no hash in their row.
  expect(opened).toEqual([expect.stringContaining('photos/')]);
  const path = await pathOf(Buffer.from(storedContent('original', extra)));
  expect(path).not.toBe('');

  for await (const { key } of server.deps.storage.list(`videos/${extra}/`)) await server.deps.storage.delete(key);
  await server.deps.db.deleteFrom('videos').where('id', '=', extra).execute();
  expect((await backup('--keep', '1')).output).toContain('Old backups deleted');
  expect(await pathOf(Buffer.from(storedContent('original', extra)))).toBe('');
  expect(await verify()).toMatchObject({ ...ok, output: expect.stringContaining('1 backups are intact') });
}, 120_000);

test('a killed backup does not damage the previous one, and the next run reuses its files', async () => {
  await backup();
  const before = await stored();
  const extra = await storedVideo(server, ada.id);
  await putFile(`videos/${extra}/playback`, randomBytes(50_000_000));
  const { child, ended } = startKinreel(env, ['backup', dir]);
  const partial = async () => {
    const names = await readdir(join(dir, 'partial')).catch(() => []);
    const sizes = await Promise.all(
      names.map(async (name) => (await stat(join(dir, 'partial', name)).catch(() => null))?.size ?? 0),
    );
    return Math.max(0, ...sizes);
  };
  await expect.poll(partial, { timeout: 30_000, interval: 2 }).toBeGreaterThan(1_000_000);
  child.kill('SIGKILL');
  await ended;
  const after = await stored();
  for (const [path, content] of before) expect(after.get(path)?.equals(content), path).toBe(true);
  expect(await verify()).toMatchObject({ ...ok, output: expect.stringContaining('1 backups are intact') });

  expect(await backup()).toMatchObject(ok);
  expect(await readdir(join(dir, 'partial'))).toEqual([]);
  expect((await verify()).output).toContain('2 backups are intact');
  await server.deps.db.deleteFrom('videos').where('id', '=', extra).execute();
  for await (const { key } of server.deps.storage.list(`videos/${extra}/`)) await server.deps.storage.delete(key);
}, 180_000);

test('rejects a damaged, incomplete, foreign or newer backup with the reason, and changes nothing', async () => {
  await backup();
  const host = await emptyHost();
  async function refused(message: RegExp, ...args: string[]): Promise<CommandEnd> {
    const end = await restore(host, ...args);
    expect(end).toMatchObject({ code: 1, errors: expect.stringMatching(message) });
    expect(await rowsOf(host.DATABASE_URL ?? '')).toEqual({});
    expect(await filesOf(host.DATA_DIR ?? '')).toEqual({});
    return end;
  }
  const original = await pathOf(Buffer.from(storedContent('original', video)));
  const users =
    [...(await stored())].find(([, bytes]) => bytes.includes(`${ada.id}\t`) && bytes.includes('Duluth'))?.[0] ?? '';
  const index = join(dir, 'backups', (await readdir(join(dir, 'backups')))[0] ?? '');

  for (const [path, message] of [
    [original, /1 files of this backup cannot be read.*--skip-damaged.*is damaged/s],
    [users, /Rows of this backup cannot be read.*is damaged/s],
    [index, /The index of backup .* is damaged/],
  ] as const) {
    const content = await readFile(path);
    await flipOneByte(path);
    await refused(message);
    expect(await verify()).toMatchObject({ code: 1, errors: expect.stringContaining('damaged') });
    await writeFile(path, content);
  }
  const content = await readFile(original);
  await rm(original);
  await refused(/is missing/);
  await writeFile(original, content);

  const text = await readFile(index, 'utf8');
  const { body } = JSON.parse(text);
  const newer = { ...body, format: 2 };
  const sha256 = createHash('sha256').update(JSON.stringify(newer)).digest('hex');
  await writeFile(index, JSON.stringify({ body: newer, sha256 }));
  await refused(/made by a newer version/);
  await rm(index);
  await refused(/has no complete backup/);
  await writeFile(index, text);

  await mkdir(join(host.DATA_DIR ?? '', 'media/objects/photos'), { recursive: true });
  await writeFile(join(host.DATA_DIR ?? '', 'media/objects/photos/other.webp'), 'x');
  expect(await restore(host)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The storage has files in it'),
  });
  await rm(join(host.DATA_DIR ?? '', 'media'), { recursive: true });
  await writeFile(join(host.DATA_DIR ?? '', 'app-secret'), `${'x'.repeat(40)}\n`);
  await refused(/is not the secret of this backup/);
  await rm(join(host.DATA_DIR ?? '', 'app-secret'));

  await flipOneByte(original);
  expect(await restore(host, '--skip-damaged')).toMatchObject({ code: 1, output: expect.stringContaining('8 files') });
  dir = server.dataDir;
  expect(await restore(host)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('is not a folder with backups'),
  });
  expect(await backup()).toMatchObject({ code: 1, errors: expect.stringContaining('has other files in it') });
}, 240_000);

test('an encrypted backup reveals no content, can be verified without the key, and restored only with it', async () => {
  const key = await generateIdentity();
  const keyFile = join(root, 'key.txt');
  await writeFile(keyFile, `# created\n${key}\n`);
  expect(await backup('--recipient', await identityToRecipient(key))).toMatchObject(ok);
  const all = Buffer.concat([...(await stored()).values()]);
  for (const secret of ['Duluth', ada.email, server.deps.appSecret, 'a photo', storedContent('original', video)]) {
    expect(all.includes(secret), secret).toBe(false);
  }
  expect((await backup('--recipient', await identityToRecipient(key))).output).toContain('0 of them copied now');
  expect(await verify()).toMatchObject(ok);
  expect(await verify('--key', keyFile)).toMatchObject({
    ...ok,
    output: expect.stringContaining('The key decrypts all'),
  });

  const host = await emptyHost();
  expect(await restore(host)).toMatchObject({ code: 1, errors: expect.stringContaining('is encrypted') });
  const other = join(root, 'other.txt');
  await writeFile(other, await generateIdentity());
  expect(await restore(host, '--key', other)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('with this key'),
  });
  // Anybody with the public key can add an encrypted backup.
  const signer = signerOf(server.deps.appSecret);
  expect(await restore(host, '--key', keyFile)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(new RegExp(`anybody can encrypt to your key.*add --signer ${signer}`)),
  });
  expect(await restore(host, '--key', keyFile, '--signer', signer)).toMatchObject(ok);
  expect(await rowsOf(host.DATABASE_URL ?? '')).toEqual(await rowsOf(env.DATABASE_URL ?? ''));
  expect(await filesOf(host.DATA_DIR ?? '')).toEqual(await filesOf(server.dataDir));
}, 180_000);

test('restoring a backup of the first release gives the same rows as upgrading; a newer one is rejected', async () => {
  const old = await emptyHost();
  const host = await emptyHost();
  const login = { passwordHash: 'hash', issuer: 'i' };
  await makeOldInstallation(old.DATABASE_URL, old.DATA_DIR, { login, original: randomBytes(2_000) });
  await writeFile(join(old.DATA_DIR, 'app-secret'), server.deps.appSecret);
  expect(await runHere(old, 'backup', dir)).toMatchObject({ ...ok, output: expect.stringContaining('5 files') });
  expect(await restore(host)).toMatchObject(ok);
  const names = await query(host.DATABASE_URL, 'select max(name) as name from kysely_migration');
  expect(names[0]?.name).toBe(SCHEMAS[0]?.migrations.at(-1));

  for (const schema of SCHEMAS) await schema.migrate(old.DATABASE_URL);
  const upgraded = await rowsOf(old.DATABASE_URL);
  const restored = await rowsOf(host.DATABASE_URL);
  // A migration creates these rows with random ids.
  for (const rows of [upgraded, restored]) {
    rows['public.sent_mails'] = JSON.stringify(rows['public.sent_mails']).replaceAll(/\([0-9a-f-]{36},/g, '(');
  }
  expect(restored).toEqual(upgraded);
  for (const [table, rows] of Object.entries({ 'public.users': 2, 'public.videos': 2, 'identity.users': 1 })) {
    expect(upgraded[table], table).toHaveLength(rows);
  }
  expect(await filesOf(host.DATA_DIR)).toEqual(await filesOf(old.DATA_DIR));

  await query(old.DATABASE_URL ?? '', `insert into kysely_migration values ('9999-later', '2030')`);
  expect(await runHere(old, 'backup', dir)).toMatchObject(ok);
  expect(await restore(await emptyHost())).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/made by a newer version of Kinreel.*9999-later.*Install that version/s),
  });
}, 180_000);

/** Rows without timestamps and random values. */
function timeless(rows: Record<string, unknown>): unknown {
  const text = JSON.stringify(rows).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?/g, 'a time');
  // A migration creates these rows with random ids.
  return {
    ...JSON.parse(text),
    'public.sent_mails': text.match(/(?<="public.sent_mails":)\[.*?\]/)?.[0].replaceAll(/\([0-9a-f-]{36},/g, '('),
  };
}

test('verifies and restores a backup written by release 0.1.0', async () => {
  await mkdir(dir);
  // Made from the rows and files of release 0.1.0, on 2026-11-22, by that release with migrations up to 0022.
  await promisify(execFile)('tar', [
    '-xzf',
    join(import.meta.dirname, '../../../testing/first-backup.tar.gz'),
    '-C',
    dir,
  ]);
  expect(await verify()).toMatchObject(ok);
  const host = await emptyHost();
  expect(await restore(host)).toMatchObject({ code: 1, errors: expect.stringContaining('--accept-unsigned') });
  expect(await restore(host, '--accept-unsigned')).toMatchObject(ok);
  expect(await readFile(join(host.DATA_DIR, 'app-secret'), 'utf8')).toContain('only-for-tests');

  const old = await emptyHost();
  const login = { passwordHash: 'hash', issuer: 'i' };
  await makeOldInstallation(old.DATABASE_URL, old.DATA_DIR, { login, original: Buffer.from('the original') });
  for (const schema of SCHEMAS) await schema.migrate(old.DATABASE_URL);
  expect(timeless(await rowsOf(host.DATABASE_URL))).toEqual(timeless(await rowsOf(old.DATABASE_URL)));
  expect(await filesOf(host.DATA_DIR)).toEqual(await filesOf(old.DATA_DIR));
}, 120_000);

test('a second concurrent backup is rejected', async () => {
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  await client.query(`select pg_advisory_lock(hashtextextended('kinreel backup', 0))`);
  expect(await backup()).toMatchObject({ code: 1, errors: expect.stringContaining('is running') });
  await client.end();
});

describeWithS3('an installation whose files are in S3', () => {
  test('is restored byte for byte, also after an interruption, and can be backed up', async () => {
    // A multipart upload to S3.
    const large = `videos/${video}/original`;
    await putFile(large, randomBytes(17_000_000));
    expect(await backup()).toMatchObject(ok);
    const files = await filesOf(server.dataDir);
    const { env: bucket, settings } = await newBucket();
    const host = { ...(await emptyHost()), ...bucket };
    const s3 = createS3Storage(settings, join(host.DATA_DIR, 'media'));

    // As an interrupted restore leaves it, with one file that has the right size and wrong content.
    const staging = await s3.stagingFolder();
    await writeFile(join(staging, 'file'), randomBytes(300_000));
    await s3.put(`videos/${video}/playback`, join(staging, 'file'));
    await rm(staging, { recursive: true });

    expect(await restore(host)).toMatchObject({ ...ok, output: expect.stringContaining('9 files') });
    expect(await filesIn(s3)).toEqual(files);
    expect(await rowsOf(host.DATABASE_URL)).toEqual(await rowsOf(env.DATABASE_URL ?? ''));
    // No file is stored on the machine itself.
    expect(await filesOf(host.DATA_DIR)).toEqual({});
    expect(await readdir(join(host.DATA_DIR, 'media/staging')).catch(() => [])).toEqual([]);

    dir = join(root, newId());
    expect(await runHere(host, 'backup', dir)).toMatchObject(ok);
    const home = await emptyHost();
    expect(await restore(home)).toMatchObject(ok);
    expect(await filesOf(home.DATA_DIR ?? '')).toEqual(files);
  }, 180_000);

  test('with other files in the bucket is not restored to', async () => {
    await backup();
    const { env: bucket, settings } = await newBucket();
    const host = { ...(await emptyHost()), ...bucket };
    const s3 = createS3Storage(settings, join(host.DATA_DIR, 'media'));
    const staging = await s3.stagingFolder();
    await writeFile(join(staging, 'file'), 'of somebody else');
    await s3.put('videos/other/original', join(staging, 'file'));
    const end = await restore(host);
    expect(end).toMatchObject({ code: 1, errors: expect.stringContaining('such as videos/other/original') });
    expect(Object.keys(await filesIn(s3))).toEqual(['videos/other/original']);
    expect(await rowsOf(host.DATABASE_URL)).toEqual({});
  }, 60_000);
});

test("a backup contains neither rows nor files of a video's chunks", async () => {
  await storedPieces(server, video);
  onTestFinished(async () => {
    await server.deps.db.deleteFrom('splits').execute();
    await server.deps.storage.delete(`videos/${video}/piece.nut`);
  });
  expect(await backup()).toMatchObject({ ...ok, output: expect.stringContaining('9 files') });
  const host = await emptyHost();
  expect(await restore(host)).toMatchObject(ok);
  expect(await query(host.DATABASE_URL ?? '', 'select id from splits union all select split_id from pieces')).toEqual(
    [],
  );
});

test('restoring a backup deletes accounts again that were deleted after it', async () => {
  const zoe = await loginAs(server, { firstName: 'Zoe' });
  const hers = await storedVideo(server, zoe.id, { permission: 'everyone' });
  expect(await backup()).toMatchObject(ok);
  const [first = ''] = (await readdir(join(dir, 'backups'))).map((name) => name.replace('.json', ''));
  await server.deps.db
    .updateTable('users')
    .set({ deletion_asked_at: new Date(), delete_at: new Date() })
    .where('id', '=', zoe.id)
    .execute();
  await deleteDueAccounts(server.deps, AbortSignal.timeout(60_000));
  expect(await backup()).toMatchObject(ok);

  const again = 'deleted again within an hour: 1.';
  const host = await emptyHost();
  expect(await restore(host, '--backup', first)).toMatchObject({ ...ok, output: expect.stringContaining(again) });
  const leaving = 'select id from users where delete_at <= now()';
  expect(await query(host.DATABASE_URL, leaving)).toEqual([{ id: zoe.id }]);
  expect(await query(host.DATABASE_URL, `select id from videos where id = '${hers}'`)).toHaveLength(1);
  // The restored installation has this list, and so do its own backups.
  expect(await query(host.DATABASE_URL, 'select id_hash from deleted_accounts')).toHaveLength(1);

  const later = await emptyHost();
  const whole = await restore(later);
  expect(whole).toMatchObject(ok);
  expect(whole.output).not.toContain('deleted again');
  expect(await query(later.DATABASE_URL, `select id from users where id = '${zoe.id}'`)).toEqual([]);

  // An unreadable list is reported, and the rest is restored.
  const index = join(dir, 'backups', (await readdir(join(dir, 'backups'))).at(-1) ?? '');
  await flipOneByte(index);
  const unread = await restore(await emptyHost(), '--backup', first);
  expect(unread).toMatchObject({ code: 0, errors: expect.stringContaining('cannot be read. If people were deleted') });
}, 180_000);

/** Replaces the content of the only backup, as anybody with write access to the folder can. */
async function forge(change: (body: { content: string }) => Promise<object>, appSecret: string | null): Promise<void> {
  const [file = ''] = await readdir(join(dir, 'backups'));
  const path = join(dir, 'backups', file);
  const { body } = JSON.parse(await readFile(path, 'utf8'));
  const text = JSON.stringify(await change(body));
  const sha256 = createHash('sha256').update(text).digest('hex');
  const signature = appSecret === null ? {} : { signature: signText(text, appSecret) };
  await writeFile(path, JSON.stringify({ body: JSON.parse(text), sha256, ...signature }));
}

/** Adds an object to the folder. @returns its name */
async function addObject(text: string): Promise<{ name: string; stored: { size: number; sha256: string } }> {
  const name = createHash('sha256').update(text).digest('hex');
  await mkdir(join(dir, 'objects', name.slice(0, 2)), { recursive: true });
  await writeFile(join(dir, 'objects', name.slice(0, 2), name), text);
  return { name, stored: { size: text.length, sha256: name } };
}

test('rejects a forged backup: unsigned, of another signer, or renamed to a later date', async () => {
  expect((await backup()).output).toContain(`Signed by ${signerOf(server.deps.appSecret)}.`);
  const host = await emptyHost();
  const [file = ''] = await readdir(join(dir, 'backups'));
  const path = join(dir, 'backups', file);
  const original = await readFile(path, 'utf8');
  const unchanged = async (body: object) => body;

  await forge(unchanged, null);
  expect(await restore(host)).toMatchObject({ code: 1, errors: expect.stringContaining('is not signed') });
  expect((await verify()).output).toContain('1 not signed.');

  const stranger = 'the-secret-of-another-person-0123456789';
  await forge(unchanged, stranger);
  expect(await restore(host)).toMatchObject({ code: 1, errors: expect.stringContaining('another installation') });
  const env2 = { ...host, APP_SECRET: server.deps.appSecret };
  expect(await restore(env2)).toMatchObject({ code: 1, errors: expect.stringContaining('another installation') });
  const own = signerOf(server.deps.appSecret);
  expect(await verify('--signer', own)).toMatchObject({ code: 1, errors: expect.stringContaining(`Not by ${own}`) });

  // The signature of another index.
  await writeFile(path, original.replace(/"version":"[^"]*"/, '"version":"9.9.9"'));
  expect(await restore(host)).toMatchObject({ code: 1, errors: expect.stringContaining('is damaged') });
  await writeFile(join(dir, 'backups', '2099-01-01T00-00-00-000Z.json'), original);
  await writeFile(path, original);
  expect(await restore(host)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('The index of backup 2099-01-01T00-00-00-000Z is damaged'),
  });
  expect(await rowsOf(host.DATABASE_URL)).toEqual({});
  expect(await restore(host, '--backup', file.replace('.json', ''))).toMatchObject({ code: 0 });
}, 120_000);

test.each([
  ['table', (table: { name: string }) => ({ ...table, name: 'users"; drop schema public cascade; --' })],
  ['column', (table: { columns: string[] }) => ({ ...table, columns: [...table.columns.slice(1), 'no\u0000column'] })],
])(
  'rejects a backup with a malicious %s name with a message, and leaves the database empty',
  async (_what, change) => {
    await backup();
    await forge(async (body) => {
      const path = join(dir, 'objects', body.content.slice(0, 2), body.content);
      const content = JSON.parse(await readFile(path, 'utf8'));
      content.schemas[0].tables = content.schemas[0].tables.map((table: { name: string; columns: string[] }) =>
        table.name === 'users' ? change(table) : table,
      );
      const { name, stored } = await addObject(JSON.stringify(content));
      return { ...body, content: name, objects: { ...(body as { objects?: object }).objects, [name]: stored } };
    }, server.deps.appSecret);
    const host = await emptyHost();
    const { ended } = startKinreel(host, ['restore', dir]);
    const end = await ended;
    expect(end).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^This backup contains ".*", which its version.*\n$/),
    });
    expect(await query(host.DATABASE_URL, 'select id from users')).toEqual([]);
  },
  120_000,
);
