import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import getPort from 'get-port';
import type { World } from '../support/world.ts';

/** Later versions need a key for rules of one's own. */
const VERSION = '11.17.4';

/** One of its packages, in C++, cannot be compiled for Node 24. Like ours, this Node comes from npm. */
const NODE = `node-linux-${process.arch}`;
const NODE_VERSION = '22.23.3';

/** Not in node_modules, which `npm ci` empties. */
const cache = join(tmpdir(), 'kinreel-bench-peer', VERSION);

/** How long it may take to answer. */
const START_MS = 180_000;

export interface Installed {
  version: string;
  /** The Node that runs it, and its command line. */
  node: string;
  program: string;
}

/**
 * Installs Directus from npm into a folder of its own, unless it is there. Of its packages in C++ only the one that it needs is compiled,
 * which takes a compiler and Python. @throws Error if that fails
 */
export function prepareDirectus(): Installed {
  const folder = join(cache, 'node_modules', NODE);
  const node = join(folder, 'bin/node');
  const done = join(cache, 'installed');
  if (!existsSync(done)) {
    console.log(`Installing Directus ${VERSION} into ${cache}. This takes some minutes.`);
    mkdirSync(cache, { recursive: true });
    writeFileSync(join(cache, 'package.json'), '{ "private": true }\n');
    const npm = (...args: string[]) => {
      const env = {
        ...process.env,
        PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
        // The headers that C++ is compiled with.
        npm_config_nodedir: folder,
      };
      const { status } = spawnSync('npm', [...args, '--loglevel=error'], { cwd: cache, stdio: 'inherit', env });
      if (status !== 0) throw new Error(`npm ${args[0]} failed`);
    };
    const packages = [`directus@${VERSION}`, `${NODE}@${NODE_VERSION}`];
    npm('install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', ...packages);
    npm('rebuild', 'isolated-vm');
    writeFileSync(done, '');
  }
  return { version: VERSION, node, program: join(cache, 'node_modules/directus/cli.js') };
}

export interface Directus {
  origin: string;
  headers: { authorization: string };
  stop(): Promise<void>;
}

/**
 * Starts Directus with the rows of a Kinreel in a schema of its own in the same database, and with rules that let in whom Kinreel
 * lets in. Its user has the id of the viewer.
 */
export async function startDirectus({ node, program }: Installed, world: World): Promise<Directus> {
  const { database, databaseUrl, viewer } = world;
  const port = await getPort({ host: '127.0.0.1' });
  const environment = {
    ...process.env,
    ...{ HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` },
    ...connectionOf(databaseUrl),
    DB_CLIENT: 'pg',
    DB_SEARCH_PATH: 'array:peer',
    DB_EXCLUDE_TABLES: 'spatial_ref_sys',
    ...{ SECRET: randomUUID(), ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: randomUUID() },
    NODE_ENV: 'production',
    ...{ LOG_LEVEL: 'error', TELEMETRY: 'false', CACHE_ENABLED: 'false', RATE_LIMITER_ENABLED: 'false' },
    WEBSOCKETS_ENABLED: 'false',
    SERVE_APP: 'false',
    // It refuses requests when it is busy, which is what is measured.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  await database.query('create schema peer');
  const { status } = spawnSync(node, [program, 'bootstrap'], {
    cwd: cache,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('Directus could not make its tables');
  const token = await fillPeer(world);
  const child = spawn(node, [program, 'start'], {
    cwd: cache,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START_MS; !(await fetch(`${origin}/server/ping`).catch(() => null))?.ok; ) {
    if (Date.now() > end || child.exitCode !== null) throw new Error('Directus did not start');
    await delay(200);
  }
  return {
    origin,
    headers: { authorization: `Bearer ${token}` },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };

  /** Copies the rows, and writes the rules into the tables of Directus. @returns the token of the viewer */
  async function fillPeer({ database }: World): Promise<string> {
    await database.query(COPIES);
    const token = randomUUID();
    const [role, policy] = [randomUUID(), randomUUID()];
    await database.query(`insert into peer.directus_collections (collection) select unnest($1::text[])`, [
      ['people', 'prompts', 'videos', 'files', 'connections', 'shares'],
    ]);
    for (const [many, field, one, list] of RELATIONS) {
      await database.query(
        `insert into peer.directus_relations (many_collection, many_field, one_collection, one_field) values ($1, $2, $3, $4)`,
        [many, field, one, list],
      );
      if (list) {
        await database.query(`insert into peer.directus_fields (collection, field, special) values ($1, $2, 'o2m')`, [
          one,
          list,
        ]);
      }
    }
    await database.query(`insert into peer.directus_roles (id, name) values ($1, 'viewer')`, [role]);
    await database.query(
      `insert into peer.directus_policies (id, name, app_access, admin_access) values ($1, 'viewer', false, false)`,
      [policy],
    );
    await database.query(`insert into peer.directus_access (id, role, policy, sort) values ($1, $2, $3, 1)`, [
      randomUUID(),
      role,
      policy,
    ]);
    await database.query(
      `insert into peer.directus_users (id, email, role, status, token) values ($1, 'viewer@example.org', $2, 'active', $3)`,
      [viewer.user.id, role, token],
    );
    for (const [collection, rule] of Object.entries(RULES)) {
      await database.query(
        `insert into peer.directus_permissions (collection, action, permissions, fields, policy) values ($1, 'read', $2, '*', $3)`,
        [collection, JSON.stringify(rule), policy],
      );
    }
    return token;
  }
}

/** The address of a database, by a Unix socket or not, as Directus wants it. */
function connectionOf(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  return {
    DB_HOST: url.searchParams.get('host') ?? url.hostname,
    DB_PORT: url.searchParams.get('port') ?? (url.port || '5432'),
    DB_DATABASE: decodeURIComponent(url.pathname.slice(1)),
    DB_USER: decodeURIComponent(url.username) || (url.searchParams.get('user') ?? ''),
    DB_PASSWORD: decodeURIComponent(url.password) || (url.searchParams.get('password') ?? ''),
  };
}

/**
 * The rows with primary keys of one column, which Directus needs, and with a row of a connection for each side, so that its rules can
 * ask for them. With the indexes that Kinreel has for the same questions.
 */
const COPIES = `
  create table peer.people as select id, email, birthday, first_name, last_name, city, state, country, photo_key from public.users;
  alter table peer.people add primary key (id);
  create table peer.prompts as select id, prompt from public.prompts;
  alter table peer.prompts add primary key (id);
  create table peer.videos as select id, owner_id, prompt_id, permission, status, progress, duration_ms, width, height, created_at from public.videos;
  alter table peer.videos add primary key (id);
  create index on peer.videos (owner_id, created_at desc, id desc);
  create table peer.files as select row_number() over () as id, video_id, kind, content_type, sha256 from public.video_files;
  alter table peer.files add primary key (id);
  create index on peer.files (video_id);
  create table peer.connections as
    select row_number() over () as id, c.* from (
      select user_lo as person_id, user_hi as other_id, relationship from public.connections where status = 'accepted'
      union all select user_hi, user_lo, relationship from public.connections where status = 'accepted') c;
  alter table peer.connections add primary key (id);
  create index on peer.connections (person_id, other_id);
  create index on peer.connections (other_id);
  create table peer.shares as select row_number() over () as id, video_id, recipient_id, created_at from public.shares;
  alter table peer.shares add primary key (id);
  create index on peer.shares (video_id, recipient_id);
  create index on peer.shares (recipient_id, created_at desc, video_id desc);
  alter table peer.videos add foreign key (owner_id) references peer.people, add foreign key (prompt_id) references peer.prompts;
  alter table peer.files add foreign key (video_id) references peer.videos;
  alter table peer.connections add foreign key (person_id) references peer.people;
  alter table peer.shares add foreign key (video_id) references peer.videos;
  analyze peer.people, peer.videos, peer.files, peer.connections, peer.shares;`;

/** Table and column, the table that it names, and what that one calls the list of these rows. */
const RELATIONS: readonly (readonly [string, string, string, string | null])[] = [
  ['videos', 'owner_id', 'people', null],
  ['videos', 'prompt_id', 'prompts', null],
  ['files', 'video_id', 'videos', 'files'],
  ['shares', 'video_id', 'videos', 'shares'],
  ['connections', 'person_id', 'people', 'connections'],
];

const connectedAs = (relationship: string) => ({
  _and: [
    { permission: { _eq: relationship } },
    {
      owner_id: {
        connections: { _and: [{ other_id: { _eq: '$CURRENT_USER' } }, { relationship: { _eq: relationship } }] },
      },
    },
  ],
});

const VISIBLE = {
  _or: [
    { owner_id: { _eq: '$CURRENT_USER' } },
    {
      _and: [
        { status: { _eq: 'ready' } },
        {
          _or: [
            { permission: { _eq: 'everyone' } },
            connectedAs('friend'),
            connectedAs('family'),
            { shares: { recipient_id: { _eq: '$CURRENT_USER' } } },
          ],
        },
      ],
    },
  ],
};

/** Who may read the rows of each table: of a file, whoever may see its video. */
const RULES: Record<string, object> = {
  people: {},
  prompts: {},
  videos: VISIBLE,
  files: { video_id: VISIBLE },
  connections: { _or: [{ person_id: { _eq: '$CURRENT_USER' } }, { other_id: { _eq: '$CURRENT_USER' } }] },
  shares: { recipient_id: { _eq: '$CURRENT_USER' } },
};
