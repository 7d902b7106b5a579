import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SCHEMAS } from '../app/schemas.ts';
import { query } from './database-rows.ts';
import { DATA, RELEASES } from './release-data.ts';

/** The tables of the identity service in the first release. */
const IDENTITY_MIGRATION = '0001-start';

/** Tables with references to stored files, with size and hash. */
const FILE_TABLES = ['video_files', 'renditions', 'previews'];

/** The owner of the videos in the data of the first release, and their account. */
export const ADA = { email: 'ada@example.org', id: '00000000-0000-7000-8000-000000000001', account: 'ada' };

/** Their ready video. */
export const ADAS_VIDEO = '00000000-0000-7000-8000-00000000000a';

/**
 * Creates an installation in the state of the first release: tables and rows of both services, and all files that rows
 * reference.
 * @param login of the person's account: the hash of its password, and the issuer of its tokens
 * @param original content of the originals
 */
export async function makeOldInstallation(
  databaseUrl: string,
  dataDir: string,
  { login, original }: { login: { passwordHash: string; issuer: string }; original: Buffer },
): Promise<void> {
  await SCHEMAS[0]?.migrate(databaseUrl, RELEASES['0.1.0']);
  await SCHEMAS[1]?.migrate(databaseUrl, IDENTITY_MIGRATION);
  await query(databaseUrl, DATA);
  await query(
    databaseUrl,
    `insert into identity.users (id, email, email_verified, password_hash, created_at, updated_at)
     values ('${ADA.account}', '${ADA.email}', true, '${login.passwordHash}', now(), now());
     update users set issuer = '${login.issuer}', subject = 'auth0|${ADA.account}' where id = '${ADA.id}'`,
  );
  const write = async (key: unknown, content: Buffer) => {
    const path = join(dataDir, 'media/objects', String(key));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  for (const table of FILE_TABLES) {
    for (const { key } of await query(databaseUrl, `select key from ${table}`)) {
      const content = String(key).endsWith('original') ? original : Buffer.from(`the bytes of ${key}`);
      await write(key, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      await query(
        databaseUrl,
        `update ${table} set size = ${content.length}, sha256 = '${sha256}' where key = '${key}'`,
      );
    }
  }
  for (const { key } of await query(databaseUrl, 'select photo_key as key from users where photo_key is not null')) {
    await write(key, Buffer.from('a photo'));
  }
}
