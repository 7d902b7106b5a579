import { hash, type Options, verify } from '@node-rs/argon2';
import { serverBusy } from '../http/protocol-error.ts';

/** argon2id with 19 MiB, two passes and one lane: the recommendation of OWASP, about 25 ms on one core. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface PasswordHasher {
  /** @throws ProtocolError 503 `server_busy` when too many wait already */
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash. Without a hash it takes as long and says no, so that the time does not
   * tell whether an account exists.
   * @throws ProtocolError 503 `server_busy` when too many wait already
   */
  verify(storedHash: string | undefined, password: string): Promise<boolean>;
}

/** Hashing behind a gate: a flood of logins must not take the processor and memory from everything else. */
export function createPasswordHasher(settings: { concurrency: number; queue: number }): PasswordHasher {
  const throughGate = createGate(settings);
  const dummyHash = hash('nobody has this password', OPTIONS);
  return {
    hash: (password) => throughGate(() => hash(normalize(password), OPTIONS)),
    verify: (storedHash, password) =>
      throughGate(async () => {
        const matches = await verify(storedHash ?? (await dummyHash), normalize(password));
        return matches && storedHash !== undefined;
      }),
  };
}

/** The same characters may arrive composed or decomposed, depending on the keyboard and the system. */
const normalize = (password: string): string => password.normalize('NFKC');

/** Lets `concurrency` pieces of work run, `queue` more wait in order, and refuses the rest at once. */
function createGate({ concurrency, queue }: { concurrency: number; queue: number }) {
  const waiting: Array<() => void> = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < concurrency) {
      running += 1;
    } else {
      if (waiting.length >= queue) throw serverBusy();
      // Whoever finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((enter) => waiting.push(enter));
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
