import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { copyIn, type Session, type TableShape } from '../../../platform/db/copy-rows.ts';
import { BackupError, listBackups } from './backup-folder.ts';
import { type OpenBackup, openBackup } from './read-backup.service.ts';

const TABLE = 'deleted_accounts';
const COLUMNS = ['id_hash', 'deleted_at'];

/** The list of deleted accounts in one backup, as lines of COPY. */
interface DeletedList {
  table: TableShape;
  lines: Buffer;
}

/** The deleted accounts that the other backups in a folder list. */
export interface DeletedLists {
  lists: DeletedList[];
  /** Names of backups that are unreadable. */
  unread: string[];
}

/**
 * Reads the lists of deleted accounts of all other backups in the folder.
 * @param key the secret key, if they are encrypted
 */
export async function readDeletedLists(dir: string, restored: OpenBackup, key: string | null): Promise<DeletedLists> {
  const found: DeletedLists = { lists: [], unread: [] };
  for (const { name } of await listBackups(dir)) {
    if (name === restored.name) continue;
    try {
      const { content, read, signer } = await openBackup(dir, name, key);
      if (signer !== restored.signer) {
        // An earlier backup lists no later deletions.
        if (name > restored.name) found.unread.push(name);
        continue;
      }
      const table = content.schemas.flatMap(({ tables }) => tables).find((saved) => saved.name === TABLE);
      if (table?.columns.some((column) => !COLUMNS.includes(column))) found.unread.push(name);
      else if (table && table.rows > 0) found.lists.push({ table, lines: await buffer(await read(table.object)) });
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      found.unread.push(name);
    }
  }
  return found;
}

/**
 * Marks restored accounts for deletion that were deleted after the restored backup was made: they are invisible
 * immediately, and the worker deletes them within an hour. Needs the tables of this version.
 * @returns how many
 */
export async function deleteAgain(session: Session, { lists }: DeletedLists): Promise<number> {
  const { client } = session;
  await client.query('begin');
  await client.query(`create temp table deleted_since on commit drop as select * from public.${TABLE} with no data`);
  for (const { table, lines } of lists) {
    await pipeline(Readable.from([lines]), copyIn(session, 'pg_temp', { ...table, name: 'deleted_since' }));
  }
  await client.query(
    `insert into public.${TABLE} (id_hash, deleted_at) select id_hash, min(deleted_at) from deleted_since group by 1
     on conflict do nothing`,
  );
  const { rowCount } = await client.query(
    `update public.users set delete_at = now(), deletion_asked_at = coalesce(deletion_asked_at, now())
     where sha256(convert_to(id::text, 'UTF8')) in (select id_hash from public.${TABLE})`,
  );
  await client.query('commit');
  return rowCount ?? 0;
}
