import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit, LimitsConfig } from '../config.ts';
import { SCHEMA } from '../database.ts';
import { tooManyAttempts } from '../http/protocol-error.ts';
import { hashOf } from '../secrets.ts';
import { clientOf, networkOf } from './network.ts';

/** Type of attempt; each has its own counters. */
export type Purpose = 'login' | 'signup' | 'reset' | 'verification' | 'address';

/**
 * Who makes the attempt. `address` is the network address, unknown if another server calls for a person. `device` is the id
 * of a known device of the account.
 */
export interface Attempt {
  address?: string;
  email?: string;
  device?: string | null;
}

export interface RateLimits {
  /**
   * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit.
   * @returns a function that undoes the counting, for successful attempts
   * @throws ProtocolError 429 `too_many_attempts`
   */
  consume(purpose: Purpose, attempt: Attempt): Promise<() => Promise<void>>;
  /** Counts a mail to this account, each purpose separately. False if the limit is reached. */
  allowMail(email: string, purpose: 'reset' | 'verification' | 'address'): Promise<boolean>;
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
  const byNetwork = limiter('network', limits.network);
  const byDevice = limiter('device', limits.addressAndAccount);
  const byDeviceLong = limiter('device-long', limits.account);
  // After a burst, attempts are slowed down, not stopped: when an attack ends, nobody waits for the rest of the day.
  const { points, seconds } = limits.account;
  const slowly = limiter('account-slowly', { points: 1, seconds: Math.ceil(seconds / points) });
  const burst = limiter('account', { points: points - 1, seconds });
  const mails = limiter('mails', limits.mails);

  return {
    async consume(purpose, { address, email, device }) {
      const client = address && clientOf(address);
      const account = email?.toLowerCase();
      // Narrowest limit first: an attempt rejected there does not count towards the limits shared with others.
      const counters: (Counter | '' | undefined)[] = device
        ? [
            { limiters: [byDevice], key: keyOf(purpose, device) },
            { limiters: [byDeviceLong], key: keyOf(purpose, device) },
          ]
        : [
            client && account && { limiters: [byBoth], key: keyOf(purpose, client, account) },
            client && { limiters: [byAddress], key: keyOf(purpose, client) },
            address && { limiters: [byNetwork], key: keyOf(purpose, networkOf(address)) },
            account && { limiters: [slowly, burst], key: keyOf(purpose, account) },
          ];
      const counted: (() => Promise<unknown>)[] = [];
      for (const counter of counters) {
        if (counter) counted.push(await countAttempt(counter));
      }
      return async () => {
        await Promise.all(counted.map((undo) => undo()));
      };
    },
    async allowMail(email, purpose) {
      return (await tryConsume(mails, keyOf(purpose, email.toLowerCase()))) === null;
    },
  };
}

/** Hashed, because emails may be longer than the column and are personal data. */
const keyOf = (...parts: string[]): string => hashOf(parts.join('\n'));

/** Limits of which one must have room for the attempt, tried in this order. */
interface Counter {
  limiters: RateLimiterPostgres[];
  key: string;
}

/** @returns a function that undoes the counting. @throws ProtocolError 429 `too_many_attempts` */
async function countAttempt({ limiters, key }: Counter): Promise<() => Promise<unknown>> {
  let wait = Number.POSITIVE_INFINITY;
  for (const limiter of limiters) {
    const blocked = await tryConsume(limiter, key);
    if (!blocked) return () => limiter.reward(key);
    wait = Math.min(wait, blocked.msBeforeNext);
    // The limiter counts rejected attempts too, and a refund would then leave no room.
    if (limiters.length > 1) await limiter.reward(key);
  }
  throw tooManyAttempts(wait / 1000);
}

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
