import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { User } from '@kinreel/contracts';
import type { MailPicture } from '@kinreel/mailer';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { makePhoto, makePortrait } from '../../platform/pictures/decode-picture.ts';
import type { SentPicture } from '../../platform/pictures/sent-pictures.ts';
import { presentUser } from './profile.presenter.ts';
import { findPhotoKey, findPhotoKeyOnLinks, findVisiblePhotoKey, setPhotoKey } from './profile.queries.ts';
import { photoKey } from './profile.table.ts';

/** Width and height of a stored photo in pixels: twice the largest size on a page. */
const PHOTO_SIDE = 512;

/** Width and height of a photo in a mail, in CSS pixels. */
const PORTRAIT_SIDE = 64;

/**
 * Makes a picture the person's photo and deletes the previous one.
 * @throws DomainError photo.unreadable, photo.too_large, photo.busy, profile.missing
 */
export async function changePhoto(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  userId: string,
  { folder, encode }: SentPicture,
): Promise<User> {
  const encoded = join(folder, 'photo.webp');
  await encode((path, signal) => makePhoto(path, encoded, { side: PHOTO_SIDE, signal }));
  const key = photoKey(userId, newId());
  await storage.put(key, encoded);
  try {
    const { user, previous } = await db.transaction().execute(async (tx) => {
      const previous = await findPhotoKey(tx, userId, { lock: true });
      const user = await setPhotoKey(tx, userId, key);
      if (!user) throw new DomainError('profile.missing');
      return { user, previous };
    });
    // If this fails, the sweep deletes the old file.
    if (previous)
      await storage.delete(previous).catch((err) => log.warn({ err, key: previous }, 'old photo not deleted'));
    return presentUser(user);
  } catch (error) {
    await storage.delete(key);
    throw error;
  }
}

/** Removes the photo of a deleted account from its profile. The caller deletes the file. */
export async function removePhoto(db: Deps['db'], userId: string): Promise<void> {
  await setPhotoKey(db, userId, null);
}

/**
 * Storage key of this version of a person's photo; null if it is not the current version, or not visible to this
 * viewer.
 */
export async function currentPhotoKey(
  db: Deps['db'],
  userId: string,
  version: string,
  viewerId: string,
): Promise<string | null> {
  const key = photoKey(userId, version);
  return (await findVisiblePhotoKey(db, userId, viewerId)) === key ? key : null;
}

/**
 * A person's photo for a mail, about 5 kB.
 * @param recipientId null for an address that may have no account
 * @returns null if the recipient may not see the photo, or it cannot be read: the mail is sent without it
 */
export async function mailPortrait(
  { db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>,
  personId: string,
  recipientId: string | null,
): Promise<MailPicture | null> {
  const key = await (recipientId === null
    ? findPhotoKeyOnLinks(db, personId)
    : findVisiblePhotoKey(db, personId, recipientId));
  if (key === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'kinreel-portrait-'));
  try {
    const [stored, portrait] = [join(folder, 'stored'), join(folder, 'portrait')];
    await writeFile(stored, await storage.open(key));
    await makePortrait(stored, portrait, 2 * PORTRAIT_SIDE);
    const content = await readFile(portrait);
    return { cid: 'portrait', content, contentType: 'image/jpeg', width: PORTRAIT_SIDE, height: PORTRAIT_SIDE };
  } catch (err) {
    log.warn({ err, key }, 'mail sent without the profile photo');
    return null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
