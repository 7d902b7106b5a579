import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Permission, VideoStatus } from '@kinreel/contracts';
import type { VideoFileKind } from '../platform/db/tables.ts';
import { newId } from '../platform/ids.ts';
import type { TestServer } from './index.ts';

const CONTENT_TYPES = { original: 'video/quicktime', playback: 'video/mp4', poster: 'image/webp' } as const;

/** Content of a stored file: telling apart, not playable. */
export function storedContent(kind: VideoFileKind, videoId: string): string {
  return `${kind} of ${videoId}`;
}

/** A video with rows and stored files, without the work of making real ones. @returns its id */
export async function storedVideo(
  server: TestServer,
  ownerId: string,
  options: { permission?: Permission; status?: VideoStatus; promptId?: number; createdAt?: Date } = {},
): Promise<string> {
  const { db, storage } = server.deps;
  const id = newId();
  await db
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
  const folder = await storage.stagingFolder();
  for (const kind of ['original', 'playback', 'poster'] as const) {
    const content = storedContent(kind, id);
    const path = join(folder, kind);
    await writeFile(path, content);
    await storage.put(`videos/${id}/${kind}`, path);
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
  await rm(folder, { recursive: true });
  return id;
}

/** Keys of everything stored under a prefix, in order. */
export async function storedKeys(server: TestServer, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of server.deps.storage.list(prefix)) keys.push(key);
  return keys.sort();
}
