import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitsConfig } from '../config.ts';
import { SCHEMA } from '../database.ts';
import { tooManyAttempts } from '../http/protocol-error.ts';
import { hashOf } from '../secrets.ts';
import { networkOf } from './network.ts';

/** What is being tried; each purpose has counters of its own. */
export type Purpose = 'login' | 'signup' | 'reset';

/** Who is trying. `address` is the network address, unknown when another server asks on someone's behalf. */
export interface Attempt {
  address?: string;
  email?: string;
}

export interface RateLimits {
  /**
   * Counts a try before it is carried out, so that parallel tries cannot slip through together.
   * @returns a function that takes the counting back, for tries that turned out to be right
   * @throws ProtocolError 429 `too_many_attempts`
   */
  consume(purpose: Purpose, attempt: Attempt): Promise<() => Promise<void>>;
  /** Counts a mail to this account. False when there have been enough for now. */
  allowMail(email: string): Promise<boolean>;
}

/** Limits counted in PostgreSQL, so that they hold across processes and restarts. */
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
      // The narrowest first: who is stopped there does not use up what others need.
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
    async allowMail(email) {
      return (await tryConsume(mails, keyOf('reset', email.toLowerCase()))) === undefined;
    },
  };
}

/** Hashed, because addresses can be longer than the column and are nobody's business. */
const keyOf = (...parts: string[]): string => hashOf(parts.join('\n'));

/** The limiter rejects with its state when the limit is used up and with an Error when the database fails. */
async function tryConsume(limiter: RateLimiterPostgres, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection;
    throw rejection;
  }
}
