import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import pg from 'pg';
import { makeThumbhashesJob } from '../../apps/server/src/features/media/jobs/make-thumbhashes.job-definition.ts';
import { measureLoudnessJob } from '../../apps/server/src/features/media/jobs/measure-loudness.job-definition.ts';
import { integrityJob } from '../../apps/server/src/features/operations/integrity/integrity.job-definition.ts';
import { sweepJob } from '../../apps/server/src/features/operations/maintenance/sweep.job-definition.ts';
import { type ApiPerson, accessToken, registerByApi } from '../../e2e/support/api.ts';
import { type Kinreel, startKinreel, UNLIMITED } from '../../e2e/support/kinreel.ts';
import { newPerson } from '../../e2e/support/people.ts';
import { repeatable } from './measure.ts';
import { personId, type SeedTimes, seed, VIDEOS_EACH, videoId } from './seed.ts';

/** Number of the viewer's connections, whose lists the viewer reads. */
const CONNECTIONS = 500;

/** Number of videos shared with the viewer. */
const SHARES = 200;

/** Maximum age of a token before it is renewed. Tokens expire after 15 minutes. */
const TOKEN_AGE_MS = 5 * 60_000;

const LIMIT_CONNECTIONS = 16;

/** A running Kinreel with invented people, as the rows need it. */
export interface World {
  kinreel: Kinreel;
  people: number;
  seedTimes: SeedTimes;
  quick: boolean;
  /** Duration of one repetition. */
  seconds: number;
  /** Kinreel's database, for the limits: 16 connections. */
  database: pg.Pool;
  viewer: ApiPerson;
  /** The viewer's connections. */
  owners: string[];
  /** Logs the viewer in again if their token is old. */
  refresh(): Promise<void>;
  /** The media cookie of the viewer's browser. */
  mediaCookie(): Promise<string>;
  /** Stops Kinreel, calls `meanwhile`, and starts it again. @returns the seconds of the start */
  restart(meanwhile?: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

export async function createWorld(
  options: Pick<World, 'people' | 'quick' | 'seconds'>,
  onStart: (kinreel: Kinreel) => void,
): Promise<World> {
  // On a loopback address, registration is open.
  const kinreel = await startKinreel(UNLIMITED);
  onStart(kinreel);
  await kinreel.stop();
  const seedTimes = await fill(kinreel.dataDir, options.people);
  await kinreel.start();

  const someone = newPerson('Vera');
  const viewer = await registerByApi(kinreel.origin, someone);
  const database = openPool(await urlOfDatabase(kinreel));
  const owners = await prepareViewer(database, viewer.user.id, options.people);
  let loggedInAt = Date.now();
  const world: World = {
    ...options,
    kinreel,
    seedTimes,
    database,
    viewer,
    owners,
    async refresh() {
      if (Date.now() - loggedInAt < TOKEN_AGE_MS) return;
      loggedInAt = Date.now();
      viewer.token = await accessToken(kinreel.origin, someone);
      viewer.headers = { authorization: `Bearer ${viewer.token}` };
    },
    async mediaCookie() {
      const response = await fetch(`${kinreel.origin}/api/user`, { headers: viewer.headers });
      return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    },
    async restart(meanwhile = async () => {}) {
      await world.database.end();
      await kinreel.stop();
      await meanwhile();
      const begin = performance.now();
      await kinreel.start();
      const seconds = (performance.now() - begin) / 1000;
      world.database = openPool(await urlOfDatabase(kinreel));
      return seconds;
    },
    async stop() {
      await world.database.end();
      await kinreel.remove();
    },
  };
  return world;
}

/**
 * Fills the database of a stopped Kinreel. With `wal_level = minimal`, PostgreSQL does not write the new rows to the
 * WAL.
 */
async function fill(dataDir: string, people: number): Promise<SeedTimes> {
  const start = () => startEmbeddedPostgres({ dataDir });
  const configure = async (statements: string[]) => {
    const postgres = await start();
    const client = new pg.Client({ connectionString: postgres.url() });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
    await postgres.stop();
  };
  await configure([
    `alter system set wal_level = 'minimal'`,
    `alter system set max_wal_senders = 0`,
    `alter system set max_wal_size = '8GB'`,
    'alter system set autovacuum = off',
  ]);
  const postgres = await start();
  const times = await seed(postgres.url(), people).finally(() => postgres.stop());
  await configure(['alter system reset all', ...leaveOut(JOBS_ABOUT_FILES)]);
  return times;
}

/**
 * Jobs that a worker runs for all videos at start and on a schedule. The seeded videos have no files, so a sweep would
 * report millions of them as missing during the benchmark.
 */
const JOBS_ABOUT_FILES = [sweepJob, integrityJob, measureLoudnessJob, makeThumbhashesJob];

/** SQL statements that make the queue reject these jobs. */
function leaveOut(jobs: readonly { name: string }[]): string[] {
  const names = jobs.map(({ name }) => `'${name}'`).join(', ');
  return [
    `create function pgboss.leave_out() returns trigger language plpgsql as 'begin return null; end'`,
    `create trigger leave_out before insert on pgboss.job for each row when (new.name in (${names})) execute function pgboss.leave_out()`,
    `delete from pgboss.job where name in (${names})`,
  ];
}

/** URL of a running Kinreel's database: the same Unix socket. */
async function urlOfDatabase({ dataDir }: Kinreel): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  // Kinreel still uses the database, so it keeps running.
  await postgres.stop();
  return postgres.url();
}

function openPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: LIMIT_CONNECTIONS });
  // When Kinreel stops, these connections break.
  pool.on('error', () => {});
  return pool;
}

/** Connects the viewer with people from all parts of the tables, and shares videos with them. @returns these people */
async function prepareViewer(database: pg.Pool, viewer: string, people: number): Promise<string[]> {
  const random = repeatable(1);
  const chosen = [...new Set(Array.from({ length: CONNECTIONS }, () => Math.floor(random() * people)))];
  const owners = chosen.map(personId);
  await database.query(
    `insert into connections (id, user_lo, user_hi, requester_id, relationship, status, accepted_at)
     select gen_random_uuid(), least(id, $1::uuid), greatest(id, $1::uuid), $1::uuid,
       case place % 2 when 0 then 'friend' else 'family' end, 'accepted', now()
     from unnest($2::uuid[]) with ordinality as owner (id, place)`,
    [viewer, owners],
  );
  const shared = chosen.slice(0, SHARES).map((person) => person * VIDEOS_EACH);
  await database.query(
    `insert into shares (video_id, recipient_id, owner_id)
     select videos.id, $1, owner_id from videos where id = any($2::uuid[])`,
    [viewer, shared.map(videoId)],
  );
  await database.query('analyze connections, shares');
  return owners;
}
