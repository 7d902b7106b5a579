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
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Login sessions of the SSO cookie. Only the hash of the cookie is stored, as for every secret below. */
interface SessionsTable {
  token_hash: string;
  user_id: string;
  created_at: Timestamp;
  seen_at: Timestamp;
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
  expires_at: Timestamp;
}

interface ResetTokensTable {
  token_hash: string;
  user_id: string;
  expires_at: Timestamp;
}

/** Links that verify the address of an account. Expired ones stay for a while, because their page offers a new one. */
interface VerificationTokensTable {
  token_hash: string;
  user_id: string;
  expires_at: Timestamp;
}

/** Signing keys. The private key is encrypted (tokens/key-seal.ts). */
interface SigningKeysTable {
  kid: string;
  public_jwk: JSONColumnType<JWK>;
  sealed_private_key: Buffer;
  active_from: Timestamp;
}

/** Used by rate-limiter-flexible; `expire` is in milliseconds since 1970. */
interface RateLimitsTable {
  key: string;
  points: number;
  expire: ColumnType<string | null, number | null, number | null>;
}

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  login_tickets: LoginTicketsTable;
  authorization_codes: AuthorizationCodesTable;
  reset_tokens: ResetTokensTable;
  verification_tokens: VerificationTokensTable;
  signing_keys: SigningKeysTable;
  rate_limits: RateLimitsTable;
}
