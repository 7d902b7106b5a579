import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestServer } from '../../testing/index.ts';
import { storedPieces, storedRenditions, storedVideo } from '../../testing/stored-video.ts';
import { countStoredObjects, findKnownKeys, findUnlistedKeyColumns, listStoredObjects } from './stored-objects.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
});
afterAll(() => server?.stop());

/** Runs the test with a column that is not listed. */
async function withColumn(definition: string, run: () => Promise<void>): Promise<void> {
  const { db } = server.deps;
  await sql`alter table prompts add column ${sql.raw(definition)}`.execute(db);
  try {
    await run();
  } finally {
    await sql`alter table prompts drop column ${sql.ref(definition.split(' ')[0] ?? '')}`.execute(db);
  }
}

test('[UP-02] every column with storage keys is listed', async () => {
  expect(await findUnlistedKeyColumns(server.deps.db)).toEqual([]);
});

test('[UP-02] detects a new column with storage keys by its type and by its name', async () => {
  for (const definition of ['picture storage_key', 'picture_key text']) {
    await withColumn(definition, async () => {
      expect(await findUnlistedKeyColumns(server.deps.db)).toEqual([`prompts.${definition.split(' ')[0]}`]);
    });
  }
});

test('[UP-02] yields key, size, hash and owner of every object, page by page, in the order of the keys', async () => {
  const { db } = server.deps;
  const owner = await loginAs(server);
  const videoId = await storedVideo(server, owner.id);
  await storedRenditions(server, videoId);
  await storedPieces(server, videoId);
  const photo = `photos/${owner.id}/photo.webp`;
  await db.updateTable('users').set({ photo_key: photo }).where('id', '=', owner.id).execute();

  const found = [];
  for (let after = '', page = await listStoredObjects(db, after, 2); page.length > 0; ) {
    found.push(...page);
    after = page.at(-1)?.key ?? '';
    page = await listStoredObjects(db, after, 2);
  }
  const of = { owner_id: owner.id, video_id: videoId };
  const content = { size: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) };
  expect(found).toEqual([
    { kind: 'photo', key: photo, size: null, sha256: null, owner_id: owner.id, video_id: null },
    ...['original', 'piece', 'playback', 'poster', 'preview', 'rendition']
      .map((kind) => ({ kind, key: `videos/${videoId}/${kind === 'piece' ? 'piece.nut' : kind}`, ...content, ...of }))
      .sort((a, b) => (a.key < b.key ? -1 : 1)),
  ]);
  expect(await countStoredObjects(db)).toEqual({
    objects: 7,
    bytes: found.reduce((sum, { size }) => sum + (size ?? 0), 0),
  });
  const keys = found.map(({ key }) => key);
  expect(await findKnownKeys(db, [...keys, 'videos/unknown'])).toEqual(new Set(keys));
});
