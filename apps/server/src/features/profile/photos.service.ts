import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_PHOTO_BYTES, type User } from '@kinreel/contracts';
import sharp from 'sharp';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { presentUser } from './profile.presenter.ts';
import { findPhotoKey, setPhotoKey } from './profile.queries.ts';
import { photoKey } from './profile.table.ts';

/** Width and height of a stored photo in pixels: twice the largest size on a page. */
const PHOTO_SIDE = 512;

/** Maximum number of pixels to decode; more is a mistake or an attack. */
const MAX_INPUT_PIXELS = 40_000_000;

/** Time limit for encoding a photo, in seconds. */
const ENCODE_TIMEOUT_S = 20;

// The type of a photo is detected by content, and only these decoders are enabled: no SVG, PDF or TIFF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});
// Caching is useless for unique photos and would keep deleted files open.
sharp.cache(false);

/**
 * Encodes a photo for storage: upright, square, WebP, without metadata (place, device) of the original.
 * @throws DomainError photo.unreadable, photo.too_large
 */
export async function encodePhoto(path: string): Promise<Buffer> {
  try {
    return await sharp(path, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: ENCODE_TIMEOUT_S })
      .toBuffer();
  } catch (cause) {
    const tooLarge = cause instanceof Error && /pixel limit/i.test(cause.message);
    throw tooLarge ? photoTooLarge(cause) : new DomainError('photo.unreadable', { cause });
  }
}

/** The error for a photo with too many bytes or pixels. */
export function photoTooLarge(cause?: unknown): DomainError<'photo.too_large'> {
  return new DomainError('photo.too_large', { params: { max_bytes: MAX_PHOTO_BYTES }, cause });
}

/**
 * Makes an uploaded file the person's photo and deletes the previous one.
 * @param folder staging folder that contains `upload`; the caller removes it
 * @throws DomainError photo.unreadable, photo.too_large, profile.missing
 */
export async function changePhoto(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  userId: string,
  folder: string,
  upload: string,
): Promise<User> {
  const encoded = join(folder, 'photo.webp');
  await writeFile(encoded, await encodePhoto(upload));
  const key = photoKey(userId, newId());
  await storage.put(key, encoded);
  try {
    const { user, previous } = await db.transaction().execute(async (tx) => {
      const previous = await findPhotoKey(tx, userId, { lock: true });
      const user = await setPhotoKey(tx, userId, key);
      if (!user) throw new DomainError('profile.missing');
      return { user, previous };
    });
    // If the old file cannot be deleted now, the sweep deletes it later.
    if (previous)
      await storage.delete(previous).catch((err) => log.warn({ err, key: previous }, 'old photo not deleted'));
    return presentUser(user);
  } catch (error) {
    await storage.delete(key);
    throw error;
  }
}

/** Storage key of this version of a person's photo; null if it is not the current version. */
export async function currentPhotoKey(db: Deps['db'], userId: string, version: string): Promise<string | null> {
  const key = photoKey(userId, version);
  return (await findPhotoKey(db, userId)) === key ? key : null;
}
