import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { deleteAccountsJob } from '../../apps/server/src/features/account/account.job-definition.ts';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import { connectJobs } from '../../apps/server/src/platform/jobs.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { type ApiPerson, call, registerByApi } from '../../e2e/support/api.ts';
import { newPerson } from '../../e2e/support/people.ts';
import { getOk, getRequest, HttpConnection } from '../support/http-connection.ts';
import { percentile } from '../support/measure.ts';
import { personId } from '../support/seed.ts';
import { short } from '../support/table.ts';
import type { World } from '../support/world.ts';
import { compare, type Turns } from './compare.ts';
import { growthTable, type Line } from './table.ts';

/** How much an account has. */
interface Sizes {
  videos: number;
  connections: number;
  notifications: number;
  /** People with whom its first video is shared. */
  shares: number;
  /** People who have opened the link of its second video. */
  visits: number;
}

/** Its lists fill their pages, the last page of its videos too, so both accounts get the same number of rows in an answer. */
const USUAL: Sizes = { videos: 150, connections: 120, notifications: 120, shares: 120, visits: 120 };

const LARGEST: Sizes = { videos: 10_000, connections: 5_000, notifications: 100_000, shares: 10_000, visits: 100_000 };

interface Account {
  person: ApiPerson;
  sizes: Sizes;
  sharedVideo: string;
  linkedVideo: string;
  /** Of the link. */
  code: string;
  /** Query of the last page of its own videos. */
  lastPage: string;
}

/** An account with rows of all kinds. There are no stored files. @param number of the account, for its ids */
async function createAccount(world: World, number: number, sizes: Sizes): Promise<Account> {
  const { database, kinreel } = world;
  const person = await registerByApi(kinreel.origin, newPerson('Greta'));
  const owner = person.user.id;
  const videoOf = (n: number) => `01900000-01${number}0-7000-8000-${n.toString(16).padStart(12, '0')}`;
  const ids = Array.from({ length: sizes.videos }, (_, n) => videoOf(n));
  const hash = createHash('sha256').digest('hex');
  const run = (text: string, values: unknown[]) => database.query(text, values);
  await run(
    `insert into videos (id, owner_id, prompt_id, permission, status, progress, duration_ms, sound_measured, width, height, thumbhash, created_at)
     select id, $1, 1 + n % 40, (array['everyone', 'friend', 'family'])[1 + n % 3], 'ready', 100, 60000, true, 1280, 720,
       '\\x00112233445566778899aabb', now() - n * interval '1 minute'
     from unnest($2::uuid[]) with ordinality as video (id, n)`,
    [owner, ids],
  );
  await run(
    `insert into video_files (video_id, kind, key, content_type, size, sha256)
     select id, kind, 'videos/' || id || '/' || kind, type, 30000, $2
     from unnest($1::uuid[]) as video (id), (values ('original', 'video/mp4'), ('playback', 'video/mp4'), ('poster', 'image/webp')) file (kind, type)`,
    [ids, hash],
  );
  const others = (count: number) => Array.from({ length: Math.min(count, world.people) }, (_, n) => personId(n));
  await run(
    `insert into connections (id, user_lo, user_hi, requester_id, relationship, status, created_at, accepted_at)
     select gen_random_uuid(), least(id, $1), greatest(id, $1), $1, (array['friend', 'family'])[1 + n % 2], 'accepted',
       now() - n * interval '1 second', now()
     from unnest($2::uuid[]) with ordinality as other (id, n)`,
    [owner, others(sizes.connections)],
  );
  await run(
    `insert into notifications (id, user_id, kind, gone_video_id, gone_prompt_id, created_at)
     select gen_random_uuid(), $1, 'video-gone', gen_random_uuid(), 1, now() - n * interval '1 second' from generate_series(1, $2::int) n`,
    [owner, sizes.notifications],
  );
  const [sharedVideo = '', linkedVideo = ''] = ids;
  await run(
    `insert into shares (video_id, recipient_id, owner_id, created_at)
     select $2, id, $1, now() - n * interval '1 second' from unnest($3::uuid[]) with ordinality as other (id, n)`,
    [owner, sharedVideo, others(sizes.shares)],
  );
  const url = `${kinreel.origin}/user/${owner}/videos?autoplay=${linkedVideo}`;
  const answer = await fetch(`${kinreel.origin}/api/link`, {
    method: 'POST',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url, asked: true }),
  });
  if (!answer.ok) throw new Error(`POST /api/link: ${answer.status} ${await answer.text()}`);
  await run(
    `insert into link_redemptions (link_id, user_id, last_visit_at)
     select l.id, other.id, now() - n * interval '1 second'
     from short_links l, unnest($2::uuid[]) with ordinality as other (id, n) where l.video_id = $1`,
    [linkedVideo, others(sizes.visits)],
  );
  return {
    person,
    sizes: { ...sizes, shares: others(sizes.shares).length, visits: others(sizes.visits).length },
    sharedVideo,
    linkedVideo,
    code: (await answer.text()).split('/').at(-1) ?? '',
    lastPage: await findLastPage(world, person),
  };
}

/** Follows the links to the next page. */
async function findLastPage({ kinreel }: World, { headers }: ApiPerson): Promise<string> {
  for (let query = '?limit=50'; ; ) {
    const answer = await fetch(`${kinreel.origin}/api/video/userVideos${query}`, { headers });
    await answer.arrayBuffer();
    const next = /<[^>]*(\?[^>]*)>; *rel="?next/.exec(answer.headers.get('link') ?? '')?.[1];
    if (!next) return query;
    query = next;
  }
}

/** What is read of an account. `viewer`: by somebody else, who is connected with nobody of the two. */
const READS: readonly { name: string; by?: 'viewer' | 'nobody'; path(account: Account): string }[] = [
  { name: 'own videos, first page', path: () => '/api/video/userVideos' },
  { name: 'own videos, last page', path: ({ lastPage }) => `/api/video/userVideos${lastPage}` },
  {
    name: 'its videos, read by somebody else',
    by: 'viewer',
    path: ({ person }) => `/api/video/user/${person.user.id}`,
  },
  { name: 'own connections', path: ({ person }) => `/api/connections/${person.user.id}` },
  { name: 'own notifications', path: () => '/api/notifications' },
  { name: 'number of unread notifications', path: () => '/api/notifications/count' },
  { name: 'what it has shared', path: () => '/api/video/sharedbyme' },
  { name: 'the shared video: recipients', path: ({ sharedVideo }) => `/api/share/${sharedVideo}` },
  { name: 'the shared video, by its owner', path: ({ sharedVideo }) => `/api/video/${sharedVideo}` },
  { name: 'the shared video: who can see it', path: ({ sharedVideo }) => `/api/video/${sharedVideo}/audience` },
  { name: 'the linked video, by its owner', path: ({ linkedVideo }) => `/api/video/${linkedVideo}` },
  { name: 'the link: visitors', path: ({ linkedVideo }) => `/api/link?video_id=${linkedVideo}` },
  {
    name: 'the link: opened once more',
    by: 'viewer',
    path: ({ person, linkedVideo, code }) =>
      `/api/video/user/${person.user.id}?limit=1&autoplay=${linkedVideo}&share=${code}`,
  },
  { name: 'the link: preview without account', by: 'nobody', path: ({ code }) => `/api/link/${code}/preview` },
];

/** Compares a usual account with the largest, and then deletes the largest. @returns the tables for the docs */
export async function measureAccounts(world: World, turns: Turns): Promise<string> {
  await world.refresh();
  const accounts = [await createAccount(world, 1, USUAL), await createAccount(world, 2, LARGEST)];
  // As PostgreSQL does by itself some minutes after so many new rows.
  await world.database.query(
    'vacuum analyze videos, video_files, connections, notifications, shares, short_links, link_redemptions',
  );
  const connection = await HttpConnection.open(world.kinreel.origin);
  const lines: Line[] = [];
  for (const { name, by, path } of READS) {
    const figures = await compare(
      accounts.map((account) => {
        const { headers } = by === 'viewer' ? world.viewer : account.person;
        const request = getRequest(path(account), by === 'nobody' ? {} : headers);
        return { dataDir: world.kinreel.dataDir, work: () => getOk(connection, request) };
      }),
      turns,
    );
    lines.push({ name, figures });
    console.log(growthTable([''], lines).split('\n').at(-1));
  }
  connection.close();
  const [usual, largest] = accounts as [Account, Account];
  const deleted = await measureDeletion(world, largest);
  return [
    `One account has ${sentence(usual.sizes)}; the other ${sentence(largest.sizes)}.\n`,
    growthTable(['Usual account', 'Largest account'], lines),
    `\n${deleted}`,
  ].join('\n');
}

function sentence({ videos, connections, notifications, shares, visits }: Sizes): string {
  const text = (count: number) => count.toLocaleString('en-US');
  return `${text(videos)} videos, ${text(connections)} connections and ${text(notifications)} notifications, a video shared with ${text(shares)} people and a link that ${text(visits)} have opened`;
}

/** How often PostgreSQL is asked for its oldest transaction. */
const LOOK_MS = 10;

/** How long others are measured before anything is deleted. */
const QUIET_SECONDS = 5;

/** Times of others, in milliseconds. */
interface Others {
  reads: number[];
  writes: number[];
}

/** Deletes an account by the job of the worker, while others read and write what the account had shared with them. */
async function measureDeletion(world: World, { person }: Account): Promise<string> {
  const { database } = world;
  await world.refresh();
  await database.query(
    `insert into shares (video_id, recipient_id, owner_id)
     select id, $2, owner_id from videos where owner_id = $1 order by id limit 100 on conflict do nothing`,
    [person.user.id, world.viewer.user.id],
  );
  const quiet = await actUntil(world, delay(QUIET_SECONDS * 1000));
  await database.query(
    `update users set deletion_asked_at = now() - interval '31 days', delete_at = now() - interval '1 day' where id = $1`,
    [person.user.id],
  );
  const begin = performance.now();
  await enqueue(world.databaseUrl);
  const gone = waitUntilGone(database, person.user.id);
  const [busy, oldest] = await Promise.all([actUntil(world, gone), watchTransactions(database, gone)]);
  const seconds = (performance.now() - begin) / 1000;
  const line = (name: string, times: readonly number[], other: readonly number[]) =>
    `| ${name} | ${[times, other].flatMap((some) => [0.5, 0.95, 1].map((share) => short(percentile(some, share)))).join(' | ')} |`;
  return [
    `The largest account was deleted in ${short(seconds)} s. The longest transaction that wrote, looked for every ${LOOK_MS} ms, was ${short(oldest)} ms old. Others meanwhile, one after the other:\n`,
    '| ms | Before: p50 | p95 | Longest | Meanwhile: p50 | p95 | Longest |',
    '|---|---:|---:|---:|---:|---:|---:|',
    line('reading Shared With Me', quiet.reads, busy.reads),
    line('marking notifications as read', quiet.writes, busy.writes),
  ].join('\n');
}

async function actUntil({ kinreel, viewer }: World, end: Promise<unknown>): Promise<Others> {
  const others: Others = { reads: [], writes: [] };
  let hasEnded = false;
  void end.finally(() => {
    hasEnded = true;
  });
  const timed = async (times: number[], method: string, path: string, body?: object) => {
    const begin = performance.now();
    await call(kinreel.origin, viewer, method, path, body);
    times.push(performance.now() - begin);
  };
  while (!hasEnded) {
    await timed(others.reads, 'GET', '/api/video/sharedwithme');
    await timed(others.writes, 'PUT', '/api/notifications/read', {});
    await delay(20);
  }
  await end;
  return others;
}

async function enqueue(databaseUrl: string): Promise<void> {
  const log = createLogger({ level: 'warn', name: 'bench' });
  const jobs = await connectJobs({ databaseUrl, definitions: [deleteAccountsJob], supervise: false, log });
  const db = connectDatabase(databaseUrl, 1);
  try {
    await db.transaction().execute((tx) => jobs.enqueue(tx, deleteAccountsJob, {}));
  } finally {
    await jobs.stop(2_000);
    await db.destroy();
  }
}

/** How long a deletion may take. A job that fails is not tried again before the next hour. */
const GONE_MS = 8 * 60_000;

async function waitUntilGone(database: pg.Pool, personId: string): Promise<void> {
  for (const end = Date.now() + GONE_MS; ; await delay(50)) {
    const { rowCount } = await database.query('select from users where id = $1', [personId]);
    if (rowCount === 0) return;
    if (Date.now() > end) throw new Error('The account was not deleted in time');
  }
}

/** @returns the age of the oldest transaction that wrote something, in milliseconds */
async function watchTransactions(database: pg.Pool, end: Promise<unknown>): Promise<number> {
  let [oldest, hasEnded] = [0, false];
  void end.finally(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const { rows } = await database.query<{ age: number | null }>(
      `select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float as age from pg_stat_activity
       where backend_xid is not null and pid <> pg_backend_pid()`,
    );
    oldest = Math.max(oldest, rows[0]?.age ?? 0);
    await delay(LOOK_MS);
  }
  return oldest;
}
