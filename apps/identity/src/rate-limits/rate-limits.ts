import type pg from 'pg';
import type { Limit, LimitsConfig } from '../config.ts';
import { tooManyAttempts } from '../http/protocol-error.ts';
import { hashOf } from '../secrets.ts';
import { clientOf, networkOf } from './network.ts';

/** Type of attempt; each has its own counters. */
export type Purpose = 'login' | 'signup' | 'reset' | 'verification' | 'address';

/**
 * The source of an attempt. `address` is the network address, unknown if a server calls for a person. `device` is the
 * id of a known device of the account.
 */
export interface Attempt {
  address?: string;
  email?: string;
  device?: string | null;
}

export interface RateLimits {
  /**
   * Counts an attempt before it is made, so that parallel attempts cannot exceed the limit.
   * @returns a function that takes it back, for successful attempts
   * @throws ProtocolError 429 `too_many_attempts`
   */
  consume(purpose: Purpose, attempt: Attempt): Promise<() => Promise<void>>;
  /** Counts a mail to this account, separately per purpose. False if the limit is reached. */
  allowMail(email: string, purpose: 'reset' | 'verification' | 'address'): Promise<boolean>;
}

/** A limit with the key prefix of its rows. */
interface Limiter extends Limit {
  prefix: string;
}

/** Limits of which at least one must not be reached, checked in this order. */
interface Counter {
  limiters: Limiter[];
  key: string;
}

/** Rate limits counted in PostgreSQL, so that they apply to all processes and survive restarts. */
export function createRateLimits(pool: pg.Pool, limits: LimitsConfig): RateLimits {
  const byBoth = { prefix: 'both', ...limits.addressAndAccount };
  const byAddress = { prefix: 'address', ...limits.address };
  const byNetwork = { prefix: 'network', ...limits.network };
  const byDevice = { prefix: 'device', ...limits.addressAndAccount };
  const byDeviceLong = { prefix: 'device-long', ...limits.account };
  // After a burst, attempts are slowed down instead of blocked, so that nobody has to wait for the rest of the day
  // after an attack.
  const { points, seconds } = limits.account;
  const slowly = { prefix: 'account-slowly', points: 1, seconds: Math.ceil(seconds / points) };
  const burst = { prefix: 'account', points: points - 1, seconds };
  const byAccount = points > 1 ? [slowly, burst] : [slowly];
  const mails = { prefix: 'mails', ...limits.mails };

  return {
    async consume(purpose, { address, email, device }) {
      const client = address && clientOf(address);
      const account = email?.toLowerCase();
      // Narrowest limit first: a rejected attempt does not count towards limits shared with other people.
      const counters: (Counter | '' | undefined)[] = device
        ? [
            { limiters: [byDevice], key: keyOf(purpose, device) },
            { limiters: [byDeviceLong], key: keyOf(purpose, device) },
          ]
        : [
            client && account && { limiters: [byBoth], key: keyOf(purpose, client, account) },
            client && { limiters: [byAddress], key: keyOf(purpose, client) },
            address && { limiters: [byNetwork], key: keyOf(purpose, networkOf(address)) },
            account && { limiters: byAccount, key: keyOf(purpose, account) },
          ];
      const used = counters.filter((counter) => !!counter);
      const counted = await count(pool, used);
      const full = used.find(({ limiters, key }) => !limiters.some((one) => counted.includes(rowKey(one, key))));
      if (full) throw tooManyAttempts((await waitOf(pool, full)) / 1000);
      return () => undo(pool, counted);
    },
    async allowMail(email, purpose) {
      const counted = await count(pool, [{ limiters: [mails], key: keyOf(purpose, email.toLowerCase()) }]);
      return counted.length > 0;
    },
  };
}

/** Hashed, because emails are personal data and may be longer than the column. */
const keyOf = (...parts: string[]): string => hashOf(parts.join('\n'));

const rowKey = ({ prefix }: Limiter, key: string): string => `${prefix}:${key}`;

/**
 * Counts an attempt in each counter in order, until one is full. A single statement, because statements cost more than
 * rows. Commits asynchronously, so after a crash of PostgreSQL the attempts of its last second are not counted.
 * @returns the keys of the counted rows
 */
async function count(pool: pg.Pool, counters: readonly Counter[]): Promise<string[]> {
  const now = Date.now();
  const values: (string | number)[] = [now];
  const steps: string[] = [];
  let before: string[] = [];
  for (const { limiters, key } of counters) {
    const names: string[] = [];
    for (const limiter of limiters) {
      const at = values.push(rowKey(limiter, key), limiter.points, now + limiter.seconds * 1000) - 2;
      const conditions = [
        ...(before.length > 0 ? [`(${before.map(hasCounted).join(' or ')})`] : []),
        ...names.map((name) => `not ${hasCounted(name)}`),
      ];
      const name = `counted_${steps.length}`;
      steps.push(`${name} as (
        insert into identity.rate_limits as row (key, points, expire)
        select $${at}::text, 1, $${at + 2}::bigint ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
        on conflict (key) do update set
          points = case when row.expire > $1::bigint then row.points + 1 else 1 end,
          expire = case when row.expire > $1::bigint then row.expire else excluded.expire end
          where row.expire <= $1::bigint or row.points < $${at + 1}::int
        returning key)`);
      names.push(name);
    }
    before = names;
  }
  const keys = steps.map((_, index) => `select key from counted_${index}`).join(' union all ');
  const text = `with ${steps.join(', ')}
    select array(${keys}) as keys, set_config('synchronous_commit', 'off', true)`;
  const { rows } = await pool.query<{ keys: string[] }>({
    name: `count-${counters.length}-${steps.length}`,
    text,
    values,
  });
  return rows[0]?.keys ?? [];
}

const hasCounted = (step: string): string => `exists (select from ${step})`;

/** Takes an attempt back. Locks rows in the order of counting, to prevent deadlocks. */
async function undo(pool: pg.Pool, keys: readonly string[]): Promise<void> {
  const text = `with counted as materialized (
      select key from identity.rate_limits where key = any($1::text[]) and points > 0
      order by array_position($1::text[], key::text) for update
    ), undone as (
      update identity.rate_limits set points = points - 1 from counted where rate_limits.key = counted.key
    ) select set_config('synchronous_commit', 'off', true)`;
  await pool.query({ name: 'undo-count', text, values: [keys] });
}

/** Milliseconds until a full counter accepts attempts again. */
async function waitOf(pool: pg.Pool, { limiters, key }: Counter): Promise<number> {
  const { rows } = await pool.query<{ expire: string | null }>(
    'select min(expire)::text as expire from identity.rate_limits where key = any($1::text[])',
    [limiters.map((limiter) => rowKey(limiter, key))],
  );
  return Number(rows[0]?.expire ?? 0) - Date.now();
}
