import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitsConfig } from '../config.ts';
import { SCHEMA } from '../database.ts';
import { tooManyAttempts } from '../http/protocol-error.ts';
import { hashOf } from '../secrets.ts';
import { networkOf } from './network.ts';

/** Type of attempt; each has its own counters. */
export type Purpose = 'login' | 'signup' | 'reset' | 'verification';

/** Who makes the attempt. `address` is the network address, unknown if another server calls for a person. */
export interface Attempt {
  address?: string;
  email?: string;
}

export interface RateLimits {
  /**
   * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit.
   * @returns a function that undoes the counting, for successful attempts
   * @throws ProtocolError 429 `too_many_attempts`
   */
  consume(purpose: Purpose, attempt: Attempt): Promise<() => Promise<void>>;
  /** Counts a mail to this account, each purpose separately. False if the limit is reached. */
  allowMail(email: string, purpose: 'reset' | 'verification'): Promise<boolean>;
}

/** Rate limits counted in PostgreSQL, so that they apply across processes and restarts. */
export function createRateLimits(pool: pg.Pool, limits: LimitsConfig): RateLimits {
  const limiter = (keyPrefix: string, { points, seconds }: Limit) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: SCHEMA,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: seconds,
    });
  const byBoth = limiter('both', limits.addressAndAccount);
  const byAddress = limiter('address', limits.address);
  const byAccount = limiter('account', limits.account);
  const mails = limiter('mails', limits.mails);

  return {
    async consume(purpose, { address, email }) {
      const network = address && networkOf(address);
      const account = email?.toLowerCase();
      // Narrowest limit first: an attempt rejected there does not count towards the limits shared with others.
      const counted = [
        network && account && { limiter: byBoth, key: keyOf(purpose, network, account) },
        network && { limiter: byAddress, key: keyOf(purpose, network) },
        account && { limiter: byAccount, key: keyOf(purpose, account) },
      ].filter((entry) => typeof entry === 'object');
      for (const { limiter, key } of counted) {
        const blocked = await tryConsume(limiter, key);
        if (blocked) throw tooManyAttempts(blocked.msBeforeNext / 1000);
      }
      return async () => {
        await Promise.all(counted.map(({ limiter, key }) => limiter.reward(key)));
      };
    },
    async allowMail(email, purpose) {
      return (await tryConsume(mails, keyOf(purpose, email.toLowerCase()))) === null;
    },
  };
}

/** Hashed, because emails may be longer than the column and are personal data. */
const keyOf = (...parts: string[]): string => hashOf(parts.join('\n'));

/** The limiter rejects with its state if the limit is reached, and with an Error if the database fails. */
async function tryConsume(limiter: RateLimiterPostgres, key: string): Promise<RateLimiterRes | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection;
    throw rejection;
  }
}
