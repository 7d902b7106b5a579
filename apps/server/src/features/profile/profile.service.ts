import type { ProfileForm, PublicProfile, User } from '@kinreel/contracts';
import type { IdentityProvider } from '../../platform/auth/identity.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Deps } from '../../platform/deps.ts';
import { DomainError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { admit } from '../registration/registration.service.ts';
import { presentPublicProfile, presentUser } from './profile.presenter.ts';
import { type Account, findProfile, findUser, insertUser, updateUser } from './profile.queries.ts';
import type { UserRow } from './profile.table.ts';

/** Proof that a registration is for the caller's own account. */
export interface Credentials {
  auth0Id: string | undefined;
  email: string | undefined;
  password: string | undefined;
  /** Bearer token of the request, or null. */
  token: string | null;
  /** Network address of the client. */
  address: string;
}

/**
 * Verifies the account of a registration at the identity provider: with email and password, or with a token if both are
 * missing (REG-07). The password is not stored.
 * @throws DomainError registration.incomplete, registration.not_owner
 */
export async function verifyAccount(identity: IdentityProvider, credentials: Credentials): Promise<Account> {
  const { auth0Id, email, password, token, address } = credentials;
  if (email === undefined && password === undefined && token !== null) {
    const { provider, subject } = await identity.verify(token);
    const known = await identity.emailOf(token);
    if (known === null || (auth0Id !== undefined && auth0Id !== subject)) {
      throw new DomainError('registration.not_owner');
    }
    return { provider, subject, email: known.email };
  }
  if (email === undefined || password === undefined) throw new DomainError('registration.incomplete');
  const proved = await identity.provePassword(email, password, address);
  if (proved?.subject !== auth0Id || !proved) throw new DomainError('registration.not_owner');
  return { provider: proved.provider, subject: proved.subject, email };
}

/**
 * Stores the profile of a verified account.
 * @param code of an invitation, if any
 * @throws DomainError registration.exists, registration.invited, registration.closed
 */
export async function register(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  account: Account,
  form: ProfileForm,
  code?: string,
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const invitationId = await admit(config, tx, code);
    const row = await insertUser(tx, { id: newId(), invitationId }, account, form);
    if (!row) throw new DomainError('registration.exists');
    return presentUser(row);
  });
}

/** The row of the logged-in person. @throws DomainError profile.missing */
export async function requireUser(db: Db, userId: string): Promise<UserRow> {
  return requireRow(await findUser(db, userId));
}

/** Changes a person's profile; omitted fields stay unchanged. @throws DomainError profile.missing */
export async function changeUser(db: Db, userId: string, changes: Partial<ProfileForm>): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const row = requireRow(await findUser(tx, userId, { lock: true }));
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return presentUser(requireRow(await updateUser(tx, userId, { ...formOf(row), ...given })));
  });
}

function formOf(row: UserRow): ProfileForm {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    city: row.city,
    state: row.state,
    country: row.country,
    birthday: row.birthday,
  };
}

/** A person's public profile. @throws DomainError person.missing, also if one of the two has blocked the other */
export async function readProfile(db: Db, userId: string, viewerId: string): Promise<PublicProfile> {
  const row = await findProfile(db, userId, viewerId);
  if (!row) throw new DomainError('person.missing');
  return presentPublicProfile(row);
}

function requireRow(row: UserRow | undefined): UserRow {
  if (!row) throw new DomainError('profile.missing');
  return row;
}
