import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneTemplate, createTemplate, startTestPostgres } from './testing.ts';

let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
const template = `template_test_${process.pid}`;

beforeAll(async () => {
  postgres = await startTestPostgres();
  await createTemplate(postgres.adminUrl, template, async (url) => {
    const client = await connect(url);
    await client.query(`create table note as select 'from the template' as text`);
    await client.end();
  });
});

afterAll(async () => {
  const client = await connect(postgres.adminUrl);
  await client.query(`drop database ${template}`);
  await client.end();
  await postgres.stop();
});

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

test('concurrent clones contain the rows of the template and are independent', async () => {
  const clones = await Promise.all([1, 2, 3].map(() => cloneTemplate(postgres.adminUrl, template)));
  const clients = await Promise.all(clones.map(({ url }) => connect(url)));
  await clients[0]?.query('delete from note');
  const counts = await Promise.all(clients.map((client) => client.query('select text from note')));
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([0, 1, 1]);
  await Promise.all(clients.map((client) => client.end()));
  await Promise.all(clones.map(({ drop }) => drop()));
});

test('drop() removes a clone with open connections', async () => {
  const clone = await cloneTemplate(postgres.adminUrl, template);
  const client = await connect(clone.url);
  const ended = new Promise((resolve) => client.on('error', resolve));
  await clone.drop();
  expect(await ended).toBeInstanceOf(Error);
  await expect(connect(clone.url)).rejects.toThrow(/does not exist/);
});
