import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { promisify } from 'node:util';
import { createPasswordHasher } from '../../apps/identity/src/passwords/password-hasher.ts';
import { readConfig } from '../../apps/server/src/platform/config.ts';
import { createIdentityProvider } from '../../apps/server/src/platform/identity.ts';
import { accessToken, registerByApi } from '../../e2e/support/api.ts';
import { newPerson } from '../../e2e/support/people.ts';
import { asRate, repeatFor } from '../support/measure.ts';
import type { Row } from '../support/row.ts';

/** Log-ins at the same time. The identity service hashes no more passwords at once than there are cores by default. */
const LOGINS = 4;

const logIn: Row = {
  name: `log-in, ${LOGINS} at once`,
  limit: 'argon2id alone',
  unit: '/s',
  goal: { ratio: 0.8 },
  async prepare({ kinreel, seconds }) {
    const person = newPerson('Lena');
    await registerByApi(kinreel.origin, person);
    const hasher = createPasswordHasher({ concurrency: LOGINS, queue: LOGINS });
    const stored = await hasher.hash(person.password);
    return {
      kinreel: async () => asRate(await repeatFor(seconds, LOGINS, () => accessToken(kinreel.origin, person))),
      limit: async () => asRate(await repeatFor(seconds, LOGINS, () => hasher.verify(stored, person.password))),
    };
  },
};

interface Key {
  kid: string;
  [field: string]: unknown;
}

/** What each request does first, in this process: the function of the API server with a token that it may have seen before. */
const checkToken: Row = {
  name: 'token check, in one process',
  limit: 'one RSA signature with OpenSSL',
  unit: '/s',
  goal: null,
  async prepare({ kinreel, viewer, seconds }) {
    const config = readConfig({ PUBLIC_URL: kinreel.origin, DATA_DIR: kinreel.dataDir });
    const provider = createIdentityProvider(config, '');
    const response = await fetch(`${kinreel.origin}/identity/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: Key[] };
    const [head = '', body = '', signature = ''] = viewer.token.split('.');
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString()) as Key;
    const key = createPublicKey({ key: keys.find((one) => one.kid === kid) ?? {}, format: 'jwk' });
    // Also an answer: some work must not run without ever giving way to others.
    const giveWay = promisify(setImmediate);
    const batch = async (check: () => unknown) => {
      for (let n = 0; n < BATCH; n += 1) await check();
      await giveWay();
    };
    const measure = async (check: () => unknown) => {
      const { times, seconds: lasted } = await repeatFor(seconds, 1, () => batch(check));
      return { value: (times.length * BATCH) / lasted, actions: times.length * BATCH };
    };
    return {
      kinreel: () => measure(() => provider.verify(viewer.token)),
      limit: () =>
        measure(() => {
          const isRight = verifySignature(
            'sha256',
            Buffer.from(`${head}.${body}`),
            key,
            Buffer.from(signature, 'base64url'),
          );
          if (!isRight) throw new Error('The signature is wrong');
        }),
    };
  },
};

const BATCH = 100;

export const identity: Row[] = [checkToken, logIn];
