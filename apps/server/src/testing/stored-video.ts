import { createHash } from 'node:crypto';
import { mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Permission, VideoStatus } from '@kinreel/contracts';
import type { VideoFileKind } from '../platform/db/tables.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './index.ts';

const CONTENT_TYPES = { original: 'video/quicktime', playback: 'video/mp4', poster: 'image/webp' } as const;

/** Fake content of a stored file: unique, but not playable. */
export function storedContent(
  kind: VideoFileKind | 'rendition' | 'preview' | 'piece' | `fragment ${number}`,
  videoId: string,
): string {
  return `${kind} of ${videoId}`;
}

interface VideoOptions {
  permission?: Permission;
  status?: VideoStatus;
  promptId?: number;
  createdAt?: Date;
}

/** Creates a video with rows and fake stored files. @returns its id */
export async function storedVideo(server: TestServer, ownerId: string, options: VideoOptions = {}): Promise<string> {
  const id = await storedVideoRow(server, ownerId, options);
  for (const kind of ['original', 'playback', 'poster'] as const) await storeFile(server, id, kind);
  return id;
}

/** Creates the row of a video without files, for tests that only read rows. @returns its id */
export async function storedVideoRow(server: TestServer, ownerId: string, options: VideoOptions): Promise<string> {
  const id = newId();
  await server.deps.db
    .insertInto('videos')
    .values({
      id,
      owner_id: ownerId,
      prompt_id: options.promptId ?? 26,
      permission: options.permission ?? 'invite-only',
      status: options.status ?? 'ready',
      created_at: options.createdAt,
    })
    .execute();
  return id;
}

/** Adds a fake file of this kind, with its row. */
async function storeFile(server: TestServer, id: string, kind: VideoFileKind): Promise<void> {
  const { db, storage } = server.deps;
  const content = storedContent(kind, id);
  const folder = await storage.stagingFolder();
  const path = join(folder, kind);
  await writeFile(path, content);
  await storage.put(`videos/${id}/${kind}`, path);
  await rm(folder, { recursive: true });
  await db
    .insertInto('video_files')
    .values({
      video_id: id,
      kind,
      key: `videos/${id}/${kind}`,
      content_type: CONTENT_TYPES[kind],
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      name: kind === 'original' ? 'IMG_0001.MOV' : null,
    })
    .execute();
}

/** Simulates a successful preparation of such a video, with fake files. */
export async function prepareStoredVideo(server: TestServer, id: string): Promise<void> {
  for (const kind of ['playback', 'poster'] as const) await storeFile(server, id, kind);
  await server.deps.db.updateTable('videos').set({ status: 'ready' }).where('id', '=', id).execute();
}

/** An upload of which all bytes have arrived. @returns its id */
export async function receivedUpload(
  server: TestServer,
  ownerId: string,
  bytes: Buffer,
  answerLinkId: string | null = null,
): Promise<string> {
  const id = newId();
  const expires_at = new Date(Date.now() + 3600_000);
  const row = { id, owner_id: ownerId, size: bytes.length, metadata: '', resumable: true, expires_at };
  await server.deps.db
    .insertInto('uploads')
    .values({ ...row, answer_link_id: answerLinkId })
    .execute();
  const folder = join(server.dataDir, 'media/partial');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, id), bytes);
  return id;
}

/** A video with 50 MiB as its playback file or original. @returns its id */
export async function largeVideo(
  server: TestServer,
  ownerId: string,
  { kind = 'playback', ...options }: { permission?: Permission; kind?: 'playback' | 'original' } = {},
): Promise<string> {
  const id = await storedVideo(server, ownerId, options);
  const size = 50 * 1024 * 1024;
  const folder = await server.deps.storage.stagingFolder();
  await writeFile(join(folder, 'large'), '');
  await truncate(join(folder, 'large'), size);
  await server.deps.storage.put(`videos/${id}/${kind}`, join(folder, 'large'));
  await rm(folder, { recursive: true });
  const files = server.deps.db.updateTable('video_files').set({ size });
  await files.where('video_id', '=', id).where('kind', '=', kind).execute();
  return id;
}

/** Adds a fake rendition ("480", two segments) and preview images to such a video. */
export async function storedRenditions(server: TestServer, videoId: string): Promise<void> {
  const { db, storage } = server.deps;
  const folder = await storage.stagingFolder();
  const stored = async (kind: 'rendition' | 'preview') => {
    const content = storedContent(kind, videoId);
    const path = join(folder, kind);
    await writeFile(path, content);
    await storage.put(`videos/${videoId}/${kind}`, path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { key: `videos/${videoId}/${kind}`, size: content.length, sha256 };
  };
  const segments = [4, 2.5].map((seconds) => ({ bytes: 10, seconds }));
  await db
    .insertInto('renditions')
    .values({
      video_id: videoId,
      name: '480',
      width: 852,
      height: 480,
      bandwidth: 900_000,
      average_bandwidth: 700_000,
      codecs: 'avc1.64001e,mp4a.40.2',
      ...(await stored('rendition')),
      fragments: JSON.stringify({ initBytes: 5, firstByte: 6, segments }),
    })
    .execute();
  await db
    .insertInto('previews')
    .values({
      video_id: videoId,
      plan: JSON.stringify({ seconds: 1, width: 160, height: 90, columns: 10, rows: 1 }),
      ...(await stored('preview')),
    })
    .execute();
  await rm(folder, { recursive: true });
}

/** Adds a growing video to such a video: a fake header and fragments of two seconds. It has the id of the video. */
export async function storedFragments(
  server: TestServer,
  videoId: string,
  { count = 2, ended = false }: { count?: number; ended?: boolean } = {},
): Promise<void> {
  const { db, storage } = server.deps;
  const folder = await storage.stagingFolder();
  const endedAt = ended ? new Date() : null;
  await db
    .insertInto('growing_videos')
    .values({ id: videoId, video_id: videoId, seconds: count * 2, ended_at: endedAt })
    .execute();
  for (let number = 0; number <= count; number += 1) {
    const content = storedContent(`fragment ${number}`, videoId);
    const key = `videos/${videoId}/fragment-${number}.mp4`;
    await writeFile(join(folder, 'fragment'), content);
    await storage.put(key, join(folder, 'fragment'));
    const sha256 = createHash('sha256').update(content).digest('hex');
    const facts = { number, seconds: number === 0 ? 0 : 2, key, size: content.length, sha256 };
    await db
      .insertInto('fragments')
      .values({ growing_id: videoId, video_id: videoId, ...facts })
      .execute();
  }
  await rm(folder, { recursive: true });
}

/**
 * Adds the chunks of such a video, which is encoded in two of them; the first one is stored. The split has the id of
 * the video.
 */
export async function storedPieces(server: TestServer, videoId: string): Promise<void> {
  const { db, storage } = server.deps;
  const folder = await storage.stagingFolder();
  const content = storedContent('piece', videoId);
  const key = `videos/${videoId}/piece.nut`;
  await writeFile(join(folder, 'piece'), content);
  await storage.put(key, join(folder, 'piece'));
  await rm(folder, { recursive: true });
  await db.insertInto('splits').values({ id: videoId, video_id: videoId, kind: 'playback', plan: '{}' }).execute();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const piece = { split_id: videoId, video_id: videoId };
  await db
    .insertInto('pieces')
    .values([
      { ...piece, number: 0, starts: 0, ends: 62, key, size: content.length, sha256 },
      { ...piece, number: 1, starts: 62, ends: null },
    ])
    .execute();
}

/** Keys of all stored objects under a prefix, sorted. */
export async function storedKeys(server: TestServer, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.deps.storage.list(prefix)) keys.push(key);
  return keys.sort();
}
