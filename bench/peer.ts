import { parseArgs } from 'node:util';
import type { SharedWithMeVideo, User, Video } from '@kinreel/contracts';
import type { Kinreel } from '../e2e/support/kinreel.ts';
import { prepareDirectus, startDirectus } from './peer/directus.ts';
import { replaceMarked } from './support/docs.ts';
import { getOk, getRequest, type HttpConnection, openConnections } from './support/http-connection.ts';
import { describeMachine } from './support/machine.ts';
import { asRate, median, repeatable, repeatFor } from './support/measure.ts';
import { short } from './support/table.ts';
import { createWorld } from './support/world.ts';

/**
 * `npm run bench:peer`: requests a second of Kinreel beside those of Directus, which makes an API of tables by permission rules. Both
 * have the same people, videos, connections and shares in the same PostgreSQL, and take turns. Directus is installed from npm into
 * a folder of its own below /tmp, never into the packages of Kinreel; that takes some minutes and 1 GB the first time.
 *
 * `-- --people=20000` sets the number of people, `-- --write` puts the table into docs/performance.md.
 */
const { values: options } = parseArgs({
  options: { people: { type: 'string', default: '20000' }, write: { type: 'boolean', default: false } },
});
const people = Number(options.people);
const CLIENTS = 16;
const REPETITIONS = 5;
const SECONDS = 3;

/** At least so many times the requests a second of the peer. */
const GOAL = 5;

const started: Kinreel[] = [];
let isStopping = false;
const stops: (() => Promise<void>)[] = [];
async function stop(): Promise<void> {
  for (const one of stops.splice(0).reverse()) await one().catch(() => {});
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    isStopping = true;
    await stop();
    process.exit(1);
  });
}

/** The same read of both: paths, and what to compare in the answers. */
interface Read {
  name: string;
  kinreel(owner: string): string;
  peer(owner: string): string;
  ids: [(body: never) => string[], (body: never) => string[]];
}

const VIDEO =
  'id,owner_id,permission,status,progress,duration_ms,width,height,created_at,prompt_id.prompt,files.kind,files.sha256,files.content_type';
const PERSON = 'id,first_name,last_name,city,state,country,photo_key';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

const machine = describeMachine();
console.log(machine);
try {
  const installed = prepareDirectus();
  const world = await createWorld({ people, quick: true, seconds: SECONDS }, (kinreel) => {
    started.push(kinreel);
    stops.push(() => kinreel.remove());
  });
  const { viewer, owners } = world;
  const directus = await startDirectus(installed, world);
  stops.push(directus.stop);

  const reads: Read[] = [
    {
      name: "a person's videos",
      kinreel: (owner) => `/api/video/user/${owner}`,
      peer: (owner) => `/items/videos?filter[owner_id][_eq]=${owner}&sort=-created_at&limit=50&fields=${VIDEO}`,
      ids: [(body: Video[]) => idsOf(body), ({ data }: { data: { id: string }[] }) => idsOf(data)],
    },
    {
      name: 'shared with me, 50 of 200',
      kinreel: () => '/api/video/sharedwithme',
      peer: () =>
        `/items/shares?filter[recipient_id][_eq]=$CURRENT_USER&sort=-created_at,-video_id&limit=50&fields=created_at,video_id.owner_id.first_name,video_id.owner_id.last_name,${VIDEO.split(
          ',',
        )
          .map((field) => `video_id.${field}`)
          .join(',')}`,
      ids: [
        (body: SharedWithMeVideo[]) => idsOf(body),
        ({ data }: { data: { video_id: { id: string } }[] }) => data.map(({ video_id }) => video_id.id),
      ],
    },
    {
      name: 'a person by id',
      kinreel: (owner) => `/api/search/${owner}`,
      peer: (owner) => `/items/people/${owner}?fields=${PERSON}`,
      ids: [(body: User[]) => idsOf(body), ({ data }: { data: { id: string } }) => [data.id]],
    },
    {
      name: 'the logged-in person',
      kinreel: () => '/api/user',
      peer: () => `/items/people/${viewer.user.id}?fields=${PERSON},email,birthday`,
      ids: [(body: User) => [body.id], ({ data }: { data: { id: string } }) => [data.id]],
    },
  ];

  const lines: string[] = [];
  const ofKinreel = await openConnections(world.kinreel.origin, CLIENTS);
  const ofPeer = await openConnections(directus.origin, CLIENTS);
  for (const { name, kinreel, peer, ids } of reads) {
    await world.refresh();
    await check(owners.slice(0, 20), async (owner) => [
      (ids[0] as (body: unknown) => string[])(await read(world.kinreel.origin + kinreel(owner), viewer.headers)),
      (ids[1] as (body: unknown) => string[])(await read(directus.origin + peer(owner), directus.headers)),
    ]);
    const random = repeatable(9);
    const measure = async (
      connections: HttpConnection[],
      path: (owner: string) => string,
      headers: Record<string, string>,
    ) => {
      const work = (client: number) => {
        const owner = owners[Math.floor(random() * owners.length)] ?? '';
        return getOk(connections[client] as HttpConnection, getRequest(encodeURI(path(owner)), headers));
      };
      return asRate(await repeatFor(SECONDS, CLIENTS, work)).value;
    };
    const [own, others]: [number[], number[]] = [[], []];
    for (let n = 0; n <= REPETITIONS; n += 1) {
      const rates = [
        await measure(ofKinreel, kinreel, viewer.headers),
        await measure(ofPeer, peer, directus.headers),
      ] as const;
      // The first time is slower.
      if (n === 0) continue;
      own.push(rates[0]);
      others.push(rates[1]);
    }
    const ratio = median(own) / median(others);
    lines.push(
      `| ${name} | ${short(median(own))} | ${short(median(others))} | ${short(ratio)} x | ${ratio >= GOAL ? 'yes' : 'no'} |`,
    );
    console.log(lines.at(-1));
  }
  for (const connection of [...ofKinreel, ...ofPeer]) connection.close();
  const text = [
    `${machine}; ${people.toLocaleString('en-US')} people, ${CLIENTS} clients, Directus ${installed.version}.\n`,
    `| Requests a second | Kinreel | Directus | Ratio | At least ${GOAL} x |`,
    '|---|---:|---:|---:|---|',
    ...lines,
  ].join('\n');
  console.log(`\n${text}`);
  if (options.write) replaceMarked('peer', text);
  await world.database.end();
} catch (error) {
  // Connections break when their server is stopped.
  if (!isStopping) throw error;
} finally {
  await stop();
}

async function read(address: string, headers: Record<string, string>): Promise<unknown> {
  const answer = await fetch(address, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${text}`);
  return JSON.parse(text);
}

/** @throws Error unless both answer with the same rows: the rules of the peer let in whom those of Kinreel do */
async function check(owners: readonly string[], ids: (owner: string) => Promise<[string[], string[]]>): Promise<void> {
  let found = 0;
  for (const owner of owners) {
    const [own, others] = await ids(owner);
    found += own.length;
    if (own.join() !== others.join())
      throw new Error(`The peer has other rows: ${others.join()} instead of ${own.join()}`);
  }
  if (found === 0) throw new Error('Nothing to compare');
}
