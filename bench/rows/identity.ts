import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { PublicConfig } from '@kinreel/contracts';
import { createPasswordHasher } from '../../apps/identity/src/passwords/password-hasher.ts';
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

export const identity: Row[] = [logIn];
