import type { ProfileForm } from '@kinreel/contracts';
import type { Db } from '../../platform/db/database.ts';
import { DomainError } from '../../platform/errors.ts';
import type { IdentityProvider } from '../../platform/identity.ts';
import { newId } from '../../platform/ids.ts';
import { type Account, findProfile, findUser, insertUser, updateUser } from './profile.queries.ts';
import type { ProfileRow, UserRow } from './profile.table.ts';

/** What a registration offers as proof of the account it is for. */
export interface Credentials {
  auth0Id: string | undefined;
  email: string | undefined;
  password: string | undefined;
  /** Bearer token of the request, null without one. */
  token: string | null;
  /** Network address the request came from. */
  address: string;
}

/**
 * The account that a registration may be stored for, proved at the identity provider: by email and password, or by a
 * token when both are left out (REG-07). The password goes no further than this.
 * @throws DomainError registration.incomplete, registration.not_owner
 */
export async function proveAccount(identity: IdentityProvider, credentials: Credentials): Promise<Account> {
  const { auth0Id, email, password, token, address } = credentials;
  if (email === undefined && password === undefined && token !== null) {
    const { issuer, subject } = await identity.verify(token);
    const known = await identity.emailOf(token);
    if (known === null || (auth0Id !== undefined && auth0Id !== subject)) {
      throw new DomainError('registration.not_owner');
    }
    return { issuer, subject, email: known };
  }
  if (email === undefined || password === undefined) throw new DomainError('registration.incomplete');
  const proved = await identity.provePassword(email, password, address);
  if (proved?.subject !== auth0Id || !proved) throw new DomainError('registration.not_owner');
  return { issuer: proved.issuer, subject: proved.subject, email };
}

/** Store the profile of a proved account. @throws DomainError registration.exists */
export async function register(db: Db, account: Account, form: ProfileForm): Promise<UserRow> {
  const row = await insertUser(db, newId(), account, form);
  if (!row) throw new DomainError('registration.exists');
  return row;
}

/** The signed-in person. @throws DomainError profile.missing */
export async function readUser(db: Db, userId: string): Promise<UserRow> {
  return found(await findUser(db, userId));
}

/** Change what a person tells of themselves. @throws DomainError profile.missing */
export async function changeUser(db: Db, userId: string, form: ProfileForm): Promise<UserRow> {
  return found(await updateUser(db, userId, form));
}

/** Anybody's public profile. @throws DomainError person.missing */
export async function readProfile(db: Db, userId: string): Promise<ProfileRow> {
  const row = await findProfile(db, userId);
  if (!row) throw new DomainError('person.missing');
  return row;
}

function found(row: UserRow | undefined): UserRow {
  if (!row) throw new DomainError('profile.missing');
  return row;
}
