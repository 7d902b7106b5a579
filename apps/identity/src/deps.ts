import type { BackgroundWork } from './background.ts';
import type { IdentityConfig } from './config.ts';
import type { Db } from './database.ts';
import type { Outbox } from './mails/outbox.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { RateLimits } from './rate-limits/rate-limits.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** Dependencies of the features; created once in app.ts. */
export interface Deps {
  config: IdentityConfig;
  db: Db;
  keys: SigningKeys;
  hasher: PasswordHasher;
  limits: RateLimits;
  outbox: Outbox;
  background: BackgroundWork;
  /** The current time. All expiry uses this clock, so the database's clock may differ. */
  now(): Date;
}
