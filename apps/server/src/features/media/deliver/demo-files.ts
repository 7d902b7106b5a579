import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../../../platform/http/errors.ts';
import type { SentFile } from '../../../platform/http/send-stored-object.ts';
import type { Storage } from '../../../platform/storage/storage.ts';

const FOLDER = join(import.meta.dirname, '../../../../assets/demo');

/** The files of the demo video (ROUTE-11), shipped with the program. */
const CONTENT_TYPES = { 'video.mp4': 'video/mp4', 'poster.webp': 'image/webp' } as const;
export type DemoFile = keyof typeof CONTENT_TYPES;
export const DEMO_FILES = Object.keys(CONTENT_TYPES) as DemoFile[];

/** Opens the shipped files like stored objects. */
export const demoStorage: Pick<Storage, 'open'> = {
  open: async (key, range) => createReadStream(join(FOLDER, key), { ...range, highWaterMark: 1024 * 1024 }),
};

/** @throws DomainError video.missing if this installation lacks the demo files */
export async function describeDemoFile(name: DemoFile): Promise<SentFile> {
  const found = await stat(join(FOLDER, name)).catch((cause) => {
    throw new DomainError('video.missing', { cause });
  });
  const etag = `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`;
  return { key: name, size: found.size, contentType: CONTENT_TYPES[name], etag };
}
