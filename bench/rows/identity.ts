import { createPublicKey, randomUUID, verify as verifySignature } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { promisify } from 'node:util';
import type { PublicConfig } from '@kinreel/contracts';
import { createPasswordHasher } from '../../apps/identity/src/passwords/password-hasher.ts';
import { createIdentityProvider } from '../../apps/server/src/platform/auth/identity.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { registerByApi } from '../../e2e/support/api.ts';
import { newPerson } from '../../e2e/support/people.ts';
import { asRate, repeatFor } from '../support/measure.ts';
import type { Row } from '../support/row.ts';

/** Parallel logins. By default the identity service hashes as many passwords in parallel as there are cores. */
const LOGINS = 4;

/**
 * A login as the app makes it: two requests on keep-alive connections; the settings were read before. The client runs
 * on the measured machine, and fetch() would cost too much.
 */
async function prepareLogIn(origin: string, { email, password }: { email: string; password: string }) {
  const { identity } = (await (await fetch(`${origin}/config.json`)).json()) as PublicConfig;
  const { pathname, origin: publicOrigin } = new URL(identity.domain);
  const agent = new Agent({ keepAlive: true });
  const send = (path: string, options: RequestOptions, body?: string) =>
    new Promise<{ response: IncomingMessage; text: string }>((resolve, reject) => {
      const sending = request(origin + pathname + path, { ...options, agent }, (response) => {
        response.toArray().then((chunks) => resolve({ response, text: Buffer.concat(chunks).toString() }), reject);
      });
      sending.on('error', reject);
      sending.end(body);
    });
  const credentials = JSON.stringify({
    client_id: identity.clientId,
    credential_type: 'http://auth0.com/oauth/grant-type/password-realm',
    realm: identity.connection,
    username: email,
    password,
  });
  const headers = { 'content-type': 'application/json', origin: publicOrigin };
  return {
    async logIn(): Promise<void> {
      const checked = await send('/co/authenticate', { method: 'POST', headers }, credentials);
      const query = new URLSearchParams({
        client_id: identity.clientId,
        response_type: 'token',
        redirect_uri: `${publicOrigin}/landingpage`,
        audience: identity.audience,
        realm: identity.connection,
        scope: 'openid profile email',
        state: randomUUID(),
        login_ticket: JSON.parse(checked.text).login_ticket,
      });
      const cookie = (checked.response.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
      const { response } = await send(`/authorize?${query}`, { headers: { cookie } });
      if (!response.headers.location?.includes('access_token=')) throw new Error(`No token: ${response.statusCode}`);
    },
    end: () => agent.destroy(),
  };
}

const logIn: Row = {
  name: `log-in, ${LOGINS} at once`,
  limit: 'argon2id alone',
  unit: '/s',
  goal: { ratio: 0.8 },
  async prepare({ kinreel, seconds }) {
    const person = newPerson('Lena');
    await registerByApi(kinreel.origin, person);
    const { logIn, end } = await prepareLogIn(kinreel.origin, person);
    const hasher = createPasswordHasher({ concurrency: LOGINS, queue: LOGINS });
    const stored = await hasher.hash(person.password);
    return {
      kinreel: async () => asRate(await repeatFor(seconds, LOGINS, logIn)),
      limit: async () => asRate(await repeatFor(seconds, LOGINS, () => hasher.verify(stored, person.password))),
      end: async () => end(),
    };
  },
};

interface Key {
  kid: string;
  [field: string]: unknown;
}

/**
 * The token check at the start of every request, with the API server's function, in this process. The token may be
 * cached.
 */
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
    // Yields to the event loop, which synchronous work would block.
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
