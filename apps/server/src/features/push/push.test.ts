import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pushMessage, pushResponse } from '@kinreel/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeSessionEnd } from '../../platform/auth/session-ends.ts';
import { newId } from '../../platform/ids.ts';
import { connect, loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';
import { sendPushJob } from '../notifications/notifications.job-definition.ts';
import { sendPushHandler } from './push.jobs.ts';
import type { PushTransport } from './push-transport.ts';

let server: TestServer;
/** A push service on this machine. It receives what is sent to https://push.example.org. */
let service: Server;
let answer = 201;
let received: { path: string; authorization: string; body: Buffer }[] = [];
let ada: TestPerson;
let bea: TestPerson;
let connection: string;

beforeAll(async () => {
  server = await startTestServer();
  service = createServer(async (request, response) => {
    const body = await buffer(request);
    received.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body });
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  service?.close();
  await server?.stop();
});
beforeEach(async () => {
  [answer, received] = [201, []];
  [ada, bea] = [await loginAs(server, { firstName: 'Ada' }), await loginAs(server, { firstName: 'Bea' })];
  connection = await connect(server, ada, bea, 'family');
});

const transport: PushTransport = async ({ endpoint, headers, body }) => {
  const url = new URL(new URL(endpoint).pathname, `http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  // The runtime sets this header itself.
  const { 'Content-Length': _, ...sent } = headers;
  const response = await fetch(url, {
    method: 'POST',
    headers: sent as Record<string, string>,
    body: new Uint8Array(body),
  });
  return response.status;
};

/** Sends all pushes that are due. */
const deliver = () => server.deps.jobs.drain([sendPushHandler(server.deps, transport)]);

/** A browser with a subscription, which can decrypt what it receives. */
function browser(path: string = newId()) {
  const [pair, auth] = [createECDH('prime256v1'), randomBytes(16)];
  const publicKey = pair.generateKeys();
  const endpoint = `https://push.example.org/${path}`;
  return {
    subscription: { endpoint, keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') } },
    /** RFC 8291 and 8188. */
    decrypt(body: Buffer) {
      const [salt, serverKey] = [body.subarray(0, 16), body.subarray(21, 86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey]);
      const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(serverKey), auth, info, 32));
      const derive = (name: string, size: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, size));
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
      decipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
      return pushMessage.parse(JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString()));
    },
  };
}

const call = (person: TestPerson, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  server.app.inject({ method, url, headers: person.headers, ...(payload ? { payload } : {}) });
const subscribe = (person: TestPerson, { subscription } = browser()) => call(person, 'POST', '/api/push', subscription);
const devicesOf = async (person: TestPerson) =>
  pushResponse.parse((await call(person, 'GET', '/api/push')).json()).devices.length;
/** Ada asks Bea. @returns the id of the question */
async function ask(): Promise<string> {
  const asked = await call(ada, 'POST', '/api/questions', { user_id: bea.id, words: 'Who taught you to swim?' });
  expect(asked.statusCode).toBeLessThan(300);
  return asked.json().id;
}

test('a device gets an encrypted message about a new notification, with the text of the list and the path that a click opens', async () => {
  const device = browser('bea');
  expect((await subscribe(bea, device)).statusCode).toBe(200);
  await ask();
  await deliver();
  expect(received.map(({ path }) => path)).toEqual(['/bea']);
  const [{ body, authorization } = { body: Buffer.alloc(0), authorization: '' }] = received;
  expect(body.toString('latin1')).not.toContain('swim');
  expect(device.decrypt(body)).toMatchObject({
    title: expect.stringMatching(/^Ada .*asks you: Who taught you to swim\?$/),
    path: `/user/${bea.id}/videos`,
  });
  const { public_key } = (await call(bea, 'GET', '/api/push')).json();
  expect(authorization).toContain(`k=${public_key}`);
});

test('every device of the person gets a message, and devices of other people get none', async () => {
  await subscribe(bea);
  await subscribe(bea);
  await subscribe(ada);
  await ask();
  await deliver();
  expect(received).toHaveLength(2);
});

describe('nothing is sent at the time of sending', () => {
  test.each<[string, (question: string) => Promise<unknown>]>([
    ['if the person has read it', () => call(bea, 'PUT', '/api/notifications/read', {})],
    ['if the question was withdrawn', (question) => call(ada, 'DELETE', `/api/questions/${question}`)],
    ['if the two have blocked each other', () => call(bea, 'PUT', `/api/blocks/${ada.id}`)],
    [
      'if the kind is turned off',
      () => call(bea, 'PUT', '/api/notifications/settings', { kind: 'question', in_app: false }),
    ],
    ['if the asker is leaving', () => setUser(ada, { delete_at: new Date(Date.now() + 1e8) })],
    ['if the person is leaving', () => setUser(bea, { delete_at: new Date(Date.now() + 1e8) })],
    ['if the account is disabled', () => setUser(bea, { disabled_at: new Date() })],
    ['if a steward looks after the page', lookAfterBea],
    [
      'if the app was not opened on the device for a month',
      () =>
        server.deps.db
          .updateTable('push_subscriptions')
          .set({ issued_at: new Date(Date.now() - 31 * 86_400_000) })
          .where('user_id', '=', bea.id)
          .execute(),
    ],
    ['if the device was removed', async () => call(bea, 'DELETE', `/api/push/${await deviceOf(bea)}`)],
  ])('%s', async (_when, change) => {
    await subscribe(bea);
    await change(await ask());
    await deliver();
    expect(received).toEqual([]);
  });
});

const setUser = (person: TestPerson, columns: { delete_at?: Date; disabled_at?: Date }) =>
  server.deps.db
    .updateTable('users')
    .set({ ...columns, ...(columns.delete_at && { deletion_asked_at: new Date() }) })
    .where('id', '=', person.id)
    .execute();
const deviceOf = async (person: TestPerson) => (await call(person, 'GET', '/api/push')).json().devices[0].id;
async function lookAfterBea() {
  const begun = new Date();
  await server.deps.db
    .insertInto('stewards')
    .values({
      id: newId(),
      owner_id: bea.id,
      steward_id: ada.id,
      connection_id: connection,
      waiting_days: 30,
      asked_at: begun,
      starts_at: begun,
      started_at: begun,
    })
    .execute();
}

test.each([404, 410])('a subscription that the push service no longer has (%i) is deleted', async (status) => {
  await subscribe(bea);
  await ask();
  answer = status;
  await deliver();
  expect(received).toHaveLength(1);
  expect(await devicesOf(bea)).toBe(0);
});

test('a push service that fails is tried again', async () => {
  await subscribe(bea);
  await ask();
  answer = 503;
  await deliver();
  expect(await devicesOf(bea)).toBe(1);
  const notification = await server.deps.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', bea.id)
    .where('kind', '=', 'question')
    .executeTakeFirstOrThrow();
  const payload = { notificationId: notification.id, subscriptionId: await deviceOf(bea) };
  expect(await server.deps.jobs.isQueued(server.deps.db, sendPushJob, payload)).toBe(true);
});

test('one device has one subscription, of the person who was last logged in there', async () => {
  const device = browser();
  await subscribe(bea, device);
  await subscribe(bea, device);
  expect(await devicesOf(bea)).toBe(1);
  await subscribe(ada, device);
  expect([await devicesOf(bea), await devicesOf(ada)]).toEqual([0, 1]);
});

test('nobody removes the device of another person', async () => {
  await subscribe(bea);
  expect((await call(ada, 'DELETE', `/api/push/${await deviceOf(bea)}`)).statusCode).toBe(204);
  expect(await devicesOf(bea)).toBe(1);
});

test('a subscription ends with its session, and with all sessions', async () => {
  const { db } = server.deps;
  const person = await db
    .selectFrom('users')
    .select(['provider', 'subject'])
    .where('id', '=', bea.id)
    .executeTakeFirstOrThrow();
  for (const sid of ['phone', 'tablet', 'laptop']) {
    await subscribe(bea);
    await db.updateTable('push_subscriptions').set({ sid }).where('sid', 'is', null).execute();
  }
  await storeSessionEnd(db, { ...person, sid: 'phone', epoch: null, endedAt: new Date() });
  expect(await devicesOf(bea)).toBe(2);
  await storeSessionEnd(db, { ...person, sid: null, epoch: null, endedAt: new Date() });
  const left = await db.selectFrom('push_subscriptions').select('id').where('user_id', '=', bea.id).execute();
  expect(left).toEqual([]);
});

test.each([
  'http://push.example.org/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://2130706433/a',
  'https://localhost/a',
  'https://push.example.org:8443/a',
  'https://user:word@push.example.org/a',
  'no address',
])('%s is not accepted as the address of a push service', async (endpoint) => {
  const { subscription } = browser();
  expect((await call(bea, 'POST', '/api/push', { ...subscription, endpoint })).statusCode).toBe(400);
});
