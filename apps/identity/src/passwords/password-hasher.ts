import { hash, type Options, verify } from '@node-rs/argon2';
import { serverBusy } from '../http/protocol-error.ts';

/** Memory (in KiB), passes and lanes of argon2id. */
export type HashCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** argon2id with 19 MiB, two passes and one lane, as recommended by OWASP; about 25 ms on one core. */
export const HASH_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordHasher {
  /** @throws ProtocolError 503 `server_busy` if the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. Without a hash it returns false after the same time, so that the duration
   * does not reveal whether an account exists.
   * @throws ProtocolError 503 `server_busy` if the queue is full
   */
  verify(storedHash: string | null, password: string): Promise<boolean>;
}

/**
 * Limits parallel hashing, because many logins could use up CPU and memory.
 * @param cost of new hashes; a stored one contains its own cost
 */
export function createPasswordHasher(
  settings: { concurrency: number; queue: number },
  cost: HashCost = HASH_COST,
): PasswordHasher {
  const limited = createLimiter(settings);
  const dummyHash = hash('nobody has this password', cost);
  return {
    hash: (password) => limited(() => hash(normalize(password), cost)),
    verify: (storedHash, password) =>
      limited(async () => {
        const matches = await verify(storedHash ?? (await dummyHash), normalize(password));
        return matches && storedHash !== null;
      }),
  };
}

/** The same characters may be composed or decomposed, depending on keyboard and operating system. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Runs up to `concurrency` functions in parallel, queues up to `queue` more, and rejects the rest immediately. */
function createLimiter({ concurrency, queue }: { concurrency: number; queue: number }) {
  const waiting: Array<() => void> = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < concurrency) {
      running += 1;
    } else {
      if (waiting.length >= queue) throw serverBusy();
      // A finished call passes its slot on, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
