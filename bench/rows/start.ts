import { startEmbeddedPostgres } from '@kinreel/embedded-postgres';
import pg from 'pg';
import type { Row } from '../support/row.ts';

/** @returns seconds from the start of PostgreSQL until a first query is answered */
async function startDatabase(dataDir: string): Promise<number> {
  const begin = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: postgres.url() });
  await client.connect();
  await client.query('select 1');
  const seconds = (performance.now() - begin) / 1000;
  await client.end();
  await postgres.stop();
  return seconds;
}

const startToReady: Row = {
  name: 'start to ready: database, identity service, API and worker',
  limit: 'the database alone',
  unit: 's',
  goal: null,
  repetitions: 3,
  prepare: async (world) => ({
    kinreel: async () => ({ value: await world.restart(), actions: 1 }),
    async limit() {
      let seconds = Number.NaN;
      await world.restart(async () => {
        seconds = await startDatabase(world.kinreel.dataDir);
      });
      return { value: seconds, actions: 1 };
    },
  }),
};

export const start: Row[] = [startToReady];
