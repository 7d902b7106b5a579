import { hashLinkCode, linkCode } from '../../platform/auth/link-code.ts';
import { deriveKey } from '../../platform/auth/secrets.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteUnusedCodes,
  ensureUnusedCode,
  hasSiteOwner,
  hasUnconfirmedAddress,
  listSiteOwners,
  setCodeHash,
  setSiteOwner,
  takeCode,
  unsetSiteOwner,
} from './site-owners.queries.ts';

/**
 * The one-time link for becoming the first site owner; null if there is a site owner. It is the same at each start,
 * until it is used or the secret of the installation is replaced.
 */
export async function ownerAddress({ db, appSecret, config }: Pick<Deps, 'db' | 'appSecret' | 'config'>) {
  return db.transaction().execute(async (tx) => {
    if (await hasSiteOwner(tx)) return null;
    const id = await ensureUnusedCode(tx, newId());
    const code = linkCode(deriveKey(appSecret, 'owner-code'), id);
    await setCodeHash(tx, id, hashLinkCode(code) as Buffer);
    return `${config.publicUrl}/owner?code=${code}`;
  });
}

/** Makes a person a site owner with the code of the one-time link. @throws DomainError owner.code_missing */
export async function becomeOwner(db: Db, userId: string, code: string): Promise<void> {
  const codeHash = hashLinkCode(code);
  if (!codeHash) throw new DomainError('owner.code_missing');
  await db.transaction().execute(async (tx) => {
    if (!(await takeCode(tx, codeHash, userId))) throw new DomainError('owner.code_missing');
    await setSiteOwner(tx, { id: userId });
  });
}

/** Whether the address is unconfirmed, so the person with it may not be its owner. */
export function isUnconfirmed(db: Db, email: string): Promise<boolean> {
  return hasUnconfirmedAddress(db, email);
}

/** Makes a person a site owner, by the operator. @returns whether there is a person with this address */
export async function makeOwner(db: Db, email: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isDone = await setSiteOwner(tx, { email });
    if (isDone) await deleteUnusedCodes(tx);
    return isDone;
  });
}

/** Removes the rights, by the operator. @returns whether there was such a site owner */
export function endOwner(db: Db, email: string): Promise<boolean> {
  return unsetSiteOwner(db, email);
}

/** All site owners with their addresses, in the order in which they were named. */
export function readSiteOwners(db: Db): Promise<{ id: string; email: string }[]> {
  return listSiteOwners(db);
}
