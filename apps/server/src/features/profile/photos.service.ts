import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findPhotoKey, setPhotoKey } from './profile.queries.ts';
import { photoKey, type UserRow } from './profile.table.ts';

/** Side of a stored photo in pixels: twice the largest that a page shows. */
const PHOTO_SIDE = 512;

/** Most pixels that are decoded; more is a mistake or an attack. */
const MAX_INPUT_PIXELS = 40_000_000;

/** Seconds that one photo may be worked on. */
const ENCODE_TIMEOUT_S = 20;

// What is taken for a photo is decided by content, and only these decoders run at all: no SVG, PDF or TIFF.
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
// No two photos are alike, and a cached file would be held open after its end.
sharp.cache(false);

/**
 * A photo as it is stored: upright, square, WebP, with none of the metadata (place, device) of the original.
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
    throw new DomainError(tooLarge ? 'photo.too_large' : 'photo.unreadable', { cause });
  }
}

/**
 * Make an uploaded file the person's photo, in place of an earlier one.
 * @param folder staging folder that holds `upload`; the caller removes it
 * @throws DomainError photo.unreadable, photo.too_large, profile.missing
 */
export async function changePhoto(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  userId: string,
  folder: string,
  upload: string,
): Promise<UserRow> {
  const picture = join(folder, 'photo.webp');
  await writeFile(picture, await encodePhoto(upload));
  const key = photoKey(userId, newId());
  await storage.put(key, picture);
  try {
    const { user, previous } = await db.transaction().execute(async (tx) => {
      const previous = await findPhotoKey(tx, userId, { lock: true });
      const user = await setPhotoKey(tx, userId, key);
      if (!user) throw new DomainError('profile.missing');
      return { user, previous };
    });
    // The change stands; an old file that cannot be deleted now is found by the integrity scan.
    if (previous) await storage.delete(previous).catch((err) => log.warn({ err, key: previous }, 'old photo kept'));
    return user;
  } catch (error) {
    await storage.delete(key);
    throw error;
  }
}

/** Storage key of this version of a person's photo, null unless it is the present one. */
export async function currentPhotoKey(db: Deps['db'], userId: string, version: string): Promise<string | null> {
  const key = photoKey(userId.toLowerCase(), version.toLowerCase());
  return (await findPhotoKey(db, userId)) === key ? key : null;
}
