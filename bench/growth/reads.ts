import { listVideoFiles } from '../../apps/server/src/features/maintenance/sweep.queries.ts';
import { nameKey } from '../../apps/server/src/features/profile/name-keys.table.ts';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import { findKnownKeys, listStoredObjects } from '../../apps/server/src/platform/db/stored-objects.ts';
import { getOk, getRequest, HttpConnection } from '../support/http-connection.ts';
import { storeLargeVideo } from '../support/large-video.ts';
import { repeatable } from '../support/measure.ts';
import { nameOf, VIDEOS_EACH, videoId } from '../support/seed.ts';
import type { World } from '../support/world.ts';
import { compare, type Subject, type Turns } from './compare.ts';
import { growthTable, type Line } from './table.ts';

/** A call of the API that should cost the same among many people as among few. */
interface Read {
  name: string;
  path(world: World, random: () => number): string;
}

const any = (owners: readonly string[], random: () => number) => owners[Math.floor(random() * owners.length)] ?? '';

const READS: readonly Read[] = [
  { name: 'the logged-in person', path: () => '/api/user' },
  { name: "a person's videos", path: ({ owners }, random) => `/api/video/user/${any(owners, random)}` },
  { name: 'shared with me, 50 of 200', path: () => '/api/video/sharedwithme' },
  { name: 'own connections, 50 of 500', path: ({ viewer }) => `/api/connections/${viewer.user.id}` },
  { name: 'notifications: none', path: () => '/api/notifications' },
  { name: 'a person by id', path: ({ owners }, random) => `/api/search/${any(owners, random)}` },
  // Two letters fill a page however many people there are.
  {
    name: 'search by two letters, a page of 50',
    path: ({ people }, random) => `/api/search?q=${nameKey(someone(people, random).first).slice(0, 2)}`,
  },
  // More people have the same last name, so this answer grows: 1 of 10,000 people, some 43 of three million. A full name is found once or twice.
  {
    name: 'search, misspelt last name',
    path: ({ people }, random) => `/api/search?q=${misspelt(someone(people, random).last)}`,
  },
  {
    name: 'search, misspelt full name',
    path: ({ people }, random) => {
      const { first, last } = someone(people, random);
      return `/api/search?q=${first}%20${misspelt(last)}`;
    },
  },
  {
    name: 'search that finds nothing',
    path: (_world, random) => `/api/search?q=qx${Math.floor(random() * 1e6).toString(36)}zzq`,
  },
];

const someone = (people: number, random: () => number) => nameOf(Math.floor(random() * people));
const misspelt = (name: string) => `${name.slice(0, 3)}x${name.slice(3)}`;

/** A page of the jobs that go through all files, in PostgreSQL, from a place somewhere in the middle. */
const PAGES: readonly {
  name: string;
  read(db: ReturnType<typeof connectDatabase>, video: string): Promise<unknown>;
}[] = [
  { name: 'sweep: the files of 500 videos', read: (db, video) => listVideoFiles(db, video, 500) },
  {
    name: 'sweep: which of 500 files have a row',
    read: (db, video) =>
      findKnownKeys(
        db,
        Array.from({ length: 500 }, (_, n) => `videos/${video}/${n}`),
      ),
  },
  { name: 'scan: the next 50 files', read: (db, video) => listStoredObjects(db, `videos/${video}/`, 50) },
];

/** The same reads in installations of different sizes, in turn. @param worlds the smallest first */
export async function measureReads(worlds: readonly World[], turns: Turns): Promise<string> {
  const lines: Line[] = [];
  const add = async (name: string, subjects: Subject[]) => {
    const line = { name, figures: await compare(subjects, turns) };
    lines.push(line);
    console.log(growthTable([''], [line]).split('\n').at(-1));
  };
  const connections = await Promise.all(worlds.map(({ kinreel }) => HttpConnection.open(kinreel.origin)));
  const subjectsOf = (request: (world: World) => Buffer): Subject[] =>
    worlds.map((world, index) => ({
      dataDir: world.kinreel.dataDir,
      work: () => getOk(connections[index] as HttpConnection, request(world)),
    }));
  for (const { name, path } of READS) {
    const random = repeatable(7);
    for (const world of worlds) await world.refresh();
    await add(
      name,
      subjectsOf((world) => getRequest(path(world, random), world.viewer.headers)),
    );
  }
  const files = await Promise.all(worlds.map(storeLargeVideo));
  const cookies = await Promise.all(worlds.map((world) => world.mediaCookie()));
  await add(
    'a range of 64 KiB',
    subjectsOf((world) => {
      const index = worlds.indexOf(world);
      return getRequest(`/media${files[index]}`, { cookie: cookies[index] ?? '', range: 'bytes=0-65535' });
    }),
  );
  for (const connection of connections) connection.close();

  const databases = worlds.map(({ databaseUrl }) => connectDatabase(databaseUrl, 1));
  for (const { name, read } of PAGES) {
    const random = repeatable(8);
    await add(
      name,
      worlds.map(({ kinreel, people }, index) => ({
        dataDir: kinreel.dataDir,
        work: () => {
          const video = videoId(Math.floor(random() * people * VIDEOS_EACH));
          return read(databases[index] as (typeof databases)[number], video);
        },
      })),
    );
  }
  for (const database of databases) await database.destroy();
  return growthTable(
    worlds.map(({ people }) => people.toLocaleString('en-US')),
    lines,
  );
}
