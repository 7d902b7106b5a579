import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { nameColumns } from '../../apps/server/src/features/profile/name-keys.table.ts';
import { type Session, withSession } from '../../apps/server/src/platform/db/copy-rows.ts';

/**
 * Fills an empty installation with invented people. Each has three videos with the rows of their files, is connected
 * with four others and shares two videos. The same number of people always gives the same rows. There are no stored
 * files.
 *
 * COPY inserts the rows in the order of their primary keys; all other indexes are built afterwards. Foreign keys are
 * not checked, because the generated rows are consistent.
 */

export const VIDEOS_EACH = 3;
const SHARES_EACH = 2;
/** Offsets of the people that a person is connected with. */
const CONNECTED = [1, 2, 47, 1009];

const FIRST_ID = { user: '00', video: '01', connection: '02' };

const SYLLABLES =
  'ba be bri da del do fa fen ga gri ha ho ja jo ka kel la lin lo ma mi mor na nel no o pa per ra ren ri ro sa sel si ta tel to u va vin wa wen ya za'.split(
    ' ',
  );

/** 2026-01-01, in milliseconds. Each row is one second newer than the row before. */
const EPOCH_MS = Date.UTC(2026, 0, 1);
const CHUNK_CHARACTERS = 256 * 1024;

/** Like the server's ids, they are ordered by creation time. */
function idOf(kind: keyof typeof FIRST_ID, index: number): string {
  return `01900000-00${FIRST_ID[kind]}-7000-8000-${index.toString(16).padStart(12, '0')}`;
}

export const personId = (index: number): string => idOf('user', index);
export const videoId = (index: number): string => idOf('video', index);

/** A made-up name. @param count number of different names */
function nameAt(index: number, count: number): string {
  // Neighbors must not have similar names. The factor is a prime.
  let rest = (index * 7919) % count;
  let name = '';
  for (let n = 0; n < 3; n += 1) {
    name += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const FIRST_NAMES = 5003;
const LAST_NAMES = 70_001;

export const nameOf = (index: number): { first: string; last: string } => ({
  first: nameAt(index % FIRST_NAMES, FIRST_NAMES),
  last: nameAt(index % LAST_NAMES, LAST_NAMES),
});

const timeOf = (index: number): string => new Date(EPOCH_MS - 3_600_000 * 24 * 300 + index * 1000).toISOString();

/** 64 hexadecimal digits. */
function hashOf(index: number): string {
  const part = (Math.imul(index, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return part.repeat(8);
}

const PERMISSIONS = ['everyone', 'friend', 'family', 'everyone', 'friend', 'everyone', 'family', 'friend', 'everyone'];
export const permissionOf = (video: number): string => PERMISSIONS[video % 10] ?? 'invite-only';

const words = (text: string): string[] => nameColumns(text, '').name_forms;

/** One table: its columns, and its rows as lines for COPY. */
interface Content {
  table: string;
  columns: string[];
  lines(people: number): Generator<string>;
}

const CONTENT: readonly Content[] = [
  {
    table: 'users',
    columns:
      'id provider subject email email_verified_at first_name last_name first_key last_key name_forms city state country birthday created_at'.split(
        ' ',
      ),
    *lines(people) {
      const forms = new Map<string, string>();
      const formsOf = (name: string) => {
        const known = forms.get(name) ?? words(name).join(',');
        forms.set(name, known);
        return known;
      };
      for (let n = 0; n < people; n += 1) {
        const { first, last } = nameOf(n);
        const time = timeOf(n);
        const number = String(n).padStart(9, '0');
        yield `${personId(n)}\thttps://example.org/\tauth0|${number}\tperson${number}@example.org\t${time}\t${first}\t${last}\t${first.toLowerCase()}\t${last.toLowerCase()}\t{${formsOf(first)},${formsOf(last)}}\tDuluth\tMN\tUnited States\t1950-01-01\t${time}\n`;
      }
    },
  },
  {
    table: 'videos',
    // Set, because a worker would measure the loudness of every video without it and find no files.
    columns:
      'id owner_id prompt_id permission status progress duration_ms sound_measured width height thumbhash created_at'.split(
        ' ',
      ),
    *lines(people) {
      for (let n = 0; n < people * VIDEOS_EACH; n += 1) {
        yield `${videoId(n)}\t${personId(Math.floor(n / VIDEOS_EACH))}\t${1 + (n % 40)}\t${permissionOf(n)}\tready\t100\t60000\tt\t1280\t720\t\\\\x00112233445566778899aabb\t${timeOf(n)}\n`;
      }
    },
  },
  {
    table: 'video_files',
    columns: 'video_id kind key content_type size sha256 name'.split(' '),
    *lines(people) {
      for (let n = 0; n < people * VIDEOS_EACH; n += 1) {
        const id = videoId(n);
        const hash = hashOf(n);
        const key = `videos/${id}/`;
        yield `${id}\toriginal\t${key}original\tvideo/quicktime\t90000000\t${hash}\tIMG_0001.MOV\n${id}\tplayback\t${key}playback\tvideo/mp4\t30000000\t${hash}\t\\N\n${id}\tposter\t${key}poster\timage/webp\t30000\t${hash}\t\\N\n`;
      }
    },
  },
  {
    table: 'connections',
    columns: 'id user_lo user_hi requester_id relationship status created_at accepted_at'.split(' '),
    *lines(people) {
      let index = 0;
      for (let n = 0; n < people; n += 1) {
        const low = personId(n);
        const time = timeOf(n);
        for (const distance of CONNECTED) {
          if (n + distance >= people) continue;
          yield `${idOf('connection', index)}\t${low}\t${personId(n + distance)}\t${low}\t${index % 2 === 0 ? 'family' : 'friend'}\taccepted\t${time}\t${time}\n`;
          index += 1;
        }
      }
    },
  },
  {
    table: 'shares',
    columns: 'video_id recipient_id owner_id created_at video_created_at message'.split(' '),
    *lines(people) {
      for (let n = 0; n < people; n += 1) {
        const owner = personId(n);
        const recipient = personId((n + 1) % people);
        for (let video = n * VIDEOS_EACH; video < n * VIDEOS_EACH + SHARES_EACH; video += 1) {
          const time = timeOf(video);
          yield `${videoId(video)}\t${recipient}\t${owner}\t${time}\t${time}\t\n`;
        }
      }
    },
  },
];

/** Joins lines into larger chunks: one write per line would take longer than COPY itself. */
function* chunks(lines: Generator<string>): Generator<Buffer> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

/** How long each step took, in seconds. */
export type SeedTimes = Record<'rows' | 'indexes' | 'analyze', number>;

/** Fills the tables. With `wal_level = minimal`, tables created in the same transaction are not written to the WAL. */
export async function seed(databaseUrl: string, people: number): Promise<SeedTimes> {
  return withSession(databaseUrl, async (session) => {
    const { client } = session;
    // Disables the foreign key triggers. Needs a superuser, which the embedded PostgreSQL has.
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '64MB'`,
    );
    const began = performance.now();
    await client.query('begin');
    await client.query('truncate users cascade');
    const indexes = await dropIndexes(session);
    for (const content of CONTENT) await copy(session, content, people);
    const copied = performance.now();
    for (const definition of indexes) await client.query(definition);
    await client.query('commit');
    const indexed = performance.now();
    for (const { table } of CONTENT) await client.query(`analyze ${table}`);
    const seconds = (from: number, to: number) => (to - from) / 1000;
    return {
      rows: seconds(began, copied),
      indexes: seconds(copied, indexed),
      analyze: seconds(indexed, performance.now()),
    };
  });
}

/** Drops the indexes that no constraint needs. @returns the statements that create them again */
async function dropIndexes({ client }: Session): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [CONTENT.map(({ table }) => table)],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Inserts rows as frozen, which needs no vacuum. The table must have been truncated in the same transaction. */
async function copy({ client }: Session, { table, columns, lines }: Content, people: number): Promise<void> {
  const rows = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin (freeze)`));
  await pipeline(Readable.from(chunks(lines(people)), { objectMode: true }), rows);
}
