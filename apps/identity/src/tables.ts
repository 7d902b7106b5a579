import type { JWK } from 'jose';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Timestamp = ColumnType<Date, Date, Date>;

/** Accounts. `id` is the user id without its `auth0|` prefix; `email` is in lower case. */
interface UsersTable {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  password_hash: string;
  user_metadata: JSONColumnType<Record<string, string>>;
  /** How many times all sessions were ended. Tokens contain the number, so that older ones are rejected. */
  epoch: Generated<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Login sessions of the SSO cookie. Only the hash of the cookie is stored, as for every secret below. */
interface SessionsTable {
  id: Generated<string>;
  token_hash: string;
  user_id: string;
  /** The epoch of the user when it started. */
  epoch: Generated<number>;
  /** Names of the browser and its system, such as Firefox and Android; null if unknown. */
  browser: string | null;
  system: string | null;
  /** Whether the device was unknown to the account. */
  new_device: boolean;
  created_at: Timestamp;
  seen_at: Timestamp;
}

/** Activity: changes of who can use an account. Mostly written by triggers (migration 0007). */
interface ActivityTable {
  id: Generated<string>;
  at: ColumnType<Date, never, never>;
  user_id: string;
  kind: string;
  browser: ColumnType<string | null, string | null | undefined, never>;
  system: ColumnType<string | null, string | null | undefined, never>;
}

/** Ended sessions that the API server has not been notified of: one session, or all before an epoch. */
interface LogoutNoticesTable {
  id: Generated<string>;
  user_id: string;
  session_id: string | null;
  epoch: number | null;
  ended_at: Timestamp;
}

/** One-time tickets between co/authenticate and authorize, bound to a browser by a cookie. */
interface LoginTicketsTable {
  ticket_hash: string;
  binding_hash: string;
  user_id: string;
  expires_at: Timestamp;
}

interface AuthorizationCodesTable {
  code_hash: string;
  user_id: string;
  redirect_uri: string;
  code_challenge: string;
  scope: string;
  nonce: string | null;
  /** The session that it was created from, and its epoch. */
  session_id: string | null;
  epoch: Generated<number>;
  expires_at: Timestamp;
  /** Null until it was exchanged, or an exchange was tried. */
  used_at: Timestamp | null;
}

interface ResetTokensTable {
  token_hash: string;
  user_id: string;
  /** Whether it was mailed; otherwise a site owner handed it over. */
  by_mail: Generated<boolean>;
  expires_at: Timestamp;
}

/**
 * Links that verify the address of an account. Expired ones are kept for a while, because their page offers a new one.
 */
interface VerificationTokensTable {
  token_hash: string;
  user_id: string;
  expires_at: Timestamp;
}

/** A change of an account's address. It waits for confirmation by the new address, and can be undone for a while. */
interface AddressChangesTable {
  id: string;
  user_id: string;
  old_email: string;
  new_email: string;
  created_at: Timestamp;
  /** Until when it can be confirmed. */
  expires_at: Timestamp;
  /** Null until it was confirmed. */
  changed_at: ColumnType<Date | null, Date | null, Date>;
}

/** Links in the mails about a change of address: to the new address, and to the old one. */
interface AddressLinksTable {
  token_hash: string;
  change_id: string;
  kind: 'confirm' | 'undo';
}

/**
 * Links to set a new password, verify an address, confirm or undo a change of address; and the notice of a changed
 * password.
 */
export type MailKind = 'reset' | 'verification' | 'new-address' | 'address-notice' | 'password-changed';

/** Waiting and failed mails. Their links are created when they are sent. */
interface MailsTable {
  id: string;
  kind: MailKind;
  /** Lower case. May have no account. */
  email: string;
  /** The change of address that it is about; null for other kinds. */
  change_id: string | null;
  state: Generated<'waiting' | 'failed'>;
  /** Number of started attempts. */
  attempts: Generated<number>;
  created_at: Timestamp;
  next_attempt_at: Timestamp;
  /** Error of the last attempt, without addresses and links. */
  last_error: string | null;
}

/** Signing keys. The private key is encrypted (tokens/key-seal.ts). */
interface SigningKeysTable {
  kid: string;
  public_jwk: JSONColumnType<JWK>;
  sealed_private_key: Buffer;
  active_from: Timestamp;
}

/** Counted attempts; `expire` is in milliseconds since 1970. */
interface RateLimitsTable {
  key: string;
  points: number;
  expire: ColumnType<string | null, number | null, number | null>;
}

export interface Tables {
  activity: ActivityTable;
  users: UsersTable;
  sessions: SessionsTable;
  logout_notices: LogoutNoticesTable;
  login_tickets: LoginTicketsTable;
  authorization_codes: AuthorizationCodesTable;
  reset_tokens: ResetTokensTable;
  verification_tokens: VerificationTokensTable;
  address_changes: AddressChangesTable;
  address_links: AddressLinksTable;
  mails: MailsTable;
  signing_keys: SigningKeysTable;
  rate_limits: RateLimitsTable;
}
