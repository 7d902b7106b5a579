import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { join, relative } from 'node:path';
import { type ApiPerson, ownVideos, registerByApi, uploadByApi } from './support/api.ts';
import { expect, test } from './support/asserting-test.ts';
import { withDatabase } from './support/database.ts';
import { type Kinreel, startKinreel, UNLIMITED } from './support/kinreel.ts';
import { browserWebm, largeMp4, phoneMov } from './support/media.ts';
import { newPerson } from './support/people.ts';

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Starts an upload and stops sending in the middle, with the connection still open. */
async function beginUpload(origin: string, person: ApiPerson, path: string): Promise<void> {
  const boundary = 'kinreel-test-boundary';
  const bytes = await readFile(path);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="prompt"\r\n\r\n1\r\n--${boundary}\r\ncontent-disposition: form-data; name="video"; filename="half.mp4"\r\ncontent-type: video/mp4\r\n\r\n`;
  const sending = request(`${origin}/api/video/`, {
    method: 'POST',
    headers: {
      ...person.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + bytes.length + boundary.length + 8,
    },
  });
  // Killing the server breaks this connection, as intended.
  sending.on('error', () => {});
  await new Promise<void>((resolve) =>
    sending.write(Buffer.concat([Buffer.from(head), bytes.subarray(0, bytes.length / 2)]), () => resolve()),
  );
}

/** All files in a folder and its subfolders, with their sizes. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Sets the modification times of all files and folders in a folder back by two days. */
async function makeOld(folder: string): Promise<void> {
  const then = new Date(Date.now() - 48 * 3600_000);
  for (const name of await readdir(folder, { recursive: true })) await utimes(join(folder, name), then, then);
}

/** The storage keys of all files in rows of videos. */
async function referencedKeys(kinreel: Kinreel): Promise<string[]> {
  return withDatabase(kinreel, async (client) => {
    const { rows } = await client.query<{ key: string }>(
      `select key from video_files union all select key from renditions union all select key from previews
       union all select key from fragments`,
    );
    return rows.map(({ key }) => key);
  });
}

/** Entries that are in only one of the lists. */
function diff(some: readonly string[], others: readonly string[]): string[] {
  return [...some.filter((one) => !others.includes(one)), ...others.filter((one) => !some.includes(one))];
}

test('[UP-07][VID-04] after kill -9 of all processes during an upload and a job, the next start loses nothing, and Ctrl-C ends all processes', async () => {
  test.setTimeout(240_000);
  const kinreel = await startKinreel(UNLIMITED);
  try {
    const person = await registerByApi(kinreel.origin, newPerson('Odalie'));
    await beginUpload(kinreel.origin, person, largeMp4());
    // Two published videos: one is ready soon, the other is still in processing when the processes are killed.
    const originals = [browserWebm(), phoneMov()];
    const acknowledged = new Map<string, string>();
    for (const path of originals) {
      const video = await uploadByApi(kinreel.origin, person, await openAsBlob(path), 'story.mov');
      acknowledged.set(video.id, sha256(await readFile(path)));
    }
    // Kill immediately: on a slow machine the jobs may finish early.
    await expect
      .poll(async () => (await filesBelow(join(kinreel.dataDir, 'media/staging'))).length, {
        message: 'job under way',
        intervals: [20],
      })
      .toBeGreaterThan(0);

    await kinreel.kill();
    await kinreel.start();

    // Every published video is complete, byte for byte, and the jobs are finished.
    await expect
      .poll(async () => (await ownVideos(kinreel.origin, person)).map((video) => video.status), {
        timeout: 120_000,
        intervals: [500],
      })
      .toEqual(['ready', 'ready']);
    const videos = await ownVideos(kinreel.origin, person);
    expect(videos.map((video) => video.id).sort()).toEqual([...acknowledged.keys()].sort());
    for (const video of videos) {
      const original = await fetch(kinreel.origin + video.original_url, { headers: person.headers });
      expect(sha256(new Uint8Array(await original.arrayBuffer()))).toBe(acknowledged.get(video.id));
      const played = await fetch(kinreel.origin + video.url, { headers: { ...person.headers, range: 'bytes=0-9' } });
      expect(played.status).toBe(206);
    }

    // Ctrl-C ends all processes. A second start with the same data has everything.
    await kinreel.stop();
    expect(await fetch(`${kinreel.origin}/health/live`).catch(() => 'gone')).toBe('gone');
    expect((await filesBelow(kinreel.dataDir)).filter((path) => path.endsWith('postmaster.pid'))).toEqual([]);
    // After two days, files of a killed process may be deleted.
    await makeOld(join(kinreel.dataDir, 'media'));
    await kinreel.start();
    const answer = await fetch(`${kinreel.origin}/api/user`, { headers: person.headers });
    expect(await answer.json()).toMatchObject({ id: person.user.id, first_name: 'Odalie' });

    // Only those: the worker deletes partial uploads and renditions when it starts.
    await expect.poll(() => filesBelow(join(kinreel.dataDir, 'media/staging')), { timeout: 30_000 }).toEqual([]);
    const objects = join(kinreel.dataDir, 'media/objects');
    const stored = async () => (await filesBelow(objects)).map((path) => relative(objects, path)).sort();
    // Renditions and preview images may still be in progress. Finally every file has its row, and every row its file.
    await expect.poll(async () => diff(await stored(), await referencedKeys(kinreel)), { timeout: 60_000 }).toEqual([]);
    expect((await stored()).length).toBeGreaterThanOrEqual(3 * videos.length);
    for (const key of await stored()) expect((await stat(join(objects, key))).size).toBeGreaterThan(0);
  } finally {
    await kinreel.remove();
  }
});

test('an invalid configuration stops the start with an explanation', async () => {
  const failure = await startKinreel({ SHORT_LINK_DOMAIN: 'not an address', MAX_VIDEO_BYTES: 'plenty' }).catch(
    (error: Error) => error.message,
  );
  expect(failure).toContain('code 78');
  expect(failure).toContain('SHORT_LINK_DOMAIN must be an address such as http://localhost:3000');
  expect(failure).toContain('MAX_VIDEO_BYTES');
});
