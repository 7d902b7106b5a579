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
 * The one-time address that makes whoever opens it the first site owner; null if there is one. It stays the same at each
 * start, until it is used or the secret of the installation is replaced.
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

/** Makes a person a site owner with the code of the one-time address. @throws DomainError owner.code_missing */
export async function becomeOwner(db: Db, userId: string, code: string): Promise<void> {
  const codeHash = hashLinkCode(code);
  if (!codeHash) throw new DomainError('owner.code_missing');
  await db.transaction().execute(async (tx) => {
    if (!(await takeCode(tx, codeHash, userId))) throw new DomainError('owner.code_missing');
    await setSiteOwner(tx, { id: userId });
  });
}

/** Whether the operator must not rely on this address yet: a person has registered with it who may be another one. */
export function isUnconfirmed(db: Db, email: string): Promise<boolean> {
  return hasUnconfirmedAddress(db, email);
}

/** The operator makes somebody a site owner. @returns whether somebody has registered with this address */
export async function makeOwner(db: Db, email: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isDone = await setSiteOwner(tx, { email });
    if (isDone) await deleteUnusedCodes(tx);
    return isDone;
  });
}

/** The operator ends it. @returns whether there was such a site owner */
export function endOwner(db: Db, email: string): Promise<boolean> {
  return unsetSiteOwner(db, email);
}

/** All site owners with their addresses, those who are it longest first. */
export function readSiteOwners(db: Db): Promise<{ id: string; email: string }[]> {
  return listSiteOwners(db);
}
