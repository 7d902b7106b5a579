import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestOf } from '../testing/authorization/request.ts';
import type { Role } from '../testing/authorization/roles.ts';
import { ROWS } from '../testing/authorization/rows.ts';
import { createWorld, type OwnedVideo, type World } from '../testing/authorization/world.ts';
import { buildApp } from './build-app.ts';

/** How many requests a person, or a network address without a person, may send to a route. */
const LIMITS: Record<string, { max: number; timeWindow: string; by: 'person' | 'address' }> = {
  'POST /api/user/register': { max: 30, timeWindow: '15 minutes', by: 'address' },
  'POST /api/user/verification-mail': { max: 10, timeWindow: '15 minutes', by: 'person' },
  'POST /api/session/ended': { max: 600, timeWindow: '1 minute', by: 'address' },
  'PUT /api/photo/:userId': { max: 30, timeWindow: '1 minute', by: 'person' },
  'GET /api/search': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/search/:id': { max: 120, timeWindow: '1 minute', by: 'person' },
  'POST /api/connections': { max: 60, timeWindow: '1 minute', by: 'person' },
  'PUT /api/connections/:connectionId/relationship': { max: 60, timeWindow: '1 minute', by: 'person' },
  'POST /api/prompt': { max: 30, timeWindow: '1 hour', by: 'person' },
  'PUT /api/pace': { max: 30, timeWindow: '1 minute', by: 'person' },
  'POST /api/questions': { max: 60, timeWindow: '1 minute', by: 'person' },
  'POST /api/questions/:questionId/link': { max: 30, timeWindow: '1 minute', by: 'person' },
  'GET /api/answer-link': { max: 120, timeWindow: '1 minute', by: 'address' },
  'PUT /api/answer-link/put-away': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/answer-link/publish': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/answer-link/take-back': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /files/answer': { max: 60, timeWindow: '1 minute', by: 'address' },
  'HEAD /files/answer/:id': { max: 1200, timeWindow: '1 minute', by: 'address' },
  'PATCH /files/answer/:id': { max: 1200, timeWindow: '1 minute', by: 'address' },
  'DELETE /files/answer/:id': { max: 1200, timeWindow: '1 minute', by: 'address' },
  'POST /api/reports': { max: 10, timeWindow: '1 minute', by: 'person' },
  'PUT /api/blocks/:userId': { max: 30, timeWindow: '1 minute', by: 'person' },
  'POST /api/video/:id/retry': { max: 60, timeWindow: '1 minute', by: 'person' },
  'PUT /api/video/:id/trim': { max: 60, timeWindow: '1 hour', by: 'person' },
  'PUT /api/video/:id/poster': { max: 30, timeWindow: '1 minute', by: 'person' },
  'DELETE /api/video/:id/trim': { max: 60, timeWindow: '1 hour', by: 'person' },
  'PUT /api/video/:id/position': { max: 120, timeWindow: '1 minute', by: 'person' },
  'POST /api/video/:id/notes': { max: 20, timeWindow: '1 minute', by: 'person' },
  'PUT /api/video/:id/heart': { max: 60, timeWindow: '1 minute', by: 'person' },
  'DELETE /api/video/:id/heart': { max: 60, timeWindow: '1 minute', by: 'person' },
  'PUT /api/video/:id/captions': { max: 60, timeWindow: '1 minute', by: 'person' },
  'DELETE /api/video/:id/captions': { max: 60, timeWindow: '1 minute', by: 'person' },
  'POST /api/video/:id/captions/draft': { max: 30, timeWindow: '1 hour', by: 'person' },
  'POST /api/account/deletion': { max: 10, timeWindow: '1 hour', by: 'person' },
  'POST /api/archive': { max: 10, timeWindow: '1 hour', by: 'person' },
  'POST /api/stewardships/:userId/archive': { max: 10, timeWindow: '1 hour', by: 'person' },
  'PUT /api/stewards/:userId': { max: 30, timeWindow: '1 hour', by: 'person' },
  'POST /api/stewardships/:userId/request': { max: 10, timeWindow: '1 hour', by: 'person' },
  'POST /api/stewards/here': { max: 60, timeWindow: '1 minute', by: 'address' },
  'PUT /api/video/:id/gifts/:userId': { max: 60, timeWindow: '1 minute', by: 'person' },
  'GET /api/video/:id/audience': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/video/sharedbyme': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/whats-new': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/activity': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/captions/search': { max: 120, timeWindow: '1 minute', by: 'person' },
  'POST /api/share': { max: 20, timeWindow: '1 minute', by: 'person' },
  'POST /api/invitation': { max: 10, timeWindow: '1 minute', by: 'person' },
  'POST /api/invitation/relatives': { max: 10, timeWindow: '1 minute', by: 'person' },
  'POST /api/invitation/relatives/:id/again': { max: 5, timeWindow: '1 hour', by: 'person' },
  'GET /api/invitation/:code/preview': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/invitation/:code/decline': { max: 120, timeWindow: '1 minute', by: 'address' },
  'GET /api/invitation/:code/decline': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/invitation/accept': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/mails/unsubscribe/:id/:topic/:code': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/mails/unsubscribe/:id/:topic/:code': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/push': { max: 60, timeWindow: '1 minute', by: 'person' },
  'POST /api/registration/check': { max: 600, timeWindow: '1 minute', by: 'address' },
  'POST /api/owner': { max: 10, timeWindow: '1 minute', by: 'person' },
  'POST /api/link': { max: 30, timeWindow: '1 minute', by: 'person' },
  'POST /api/link/redeem': { max: 120, timeWindow: '1 minute', by: 'person' },
  'GET /api/link/:code/preview': { max: 120, timeWindow: '1 minute', by: 'address' },
  'GET /s/:code': { max: 120, timeWindow: '1 minute', by: 'address' },
  'POST /api/video': { max: 60, timeWindow: '1 minute', by: 'person' },
  'POST /api/uploads/:id/publish': { max: 60, timeWindow: '1 minute', by: 'person' },
  'POST /files': { max: 60, timeWindow: '1 minute', by: 'person' },
  'HEAD /files/:id': { max: 1200, timeWindow: '1 minute', by: 'person' },
  'PATCH /files/:id': { max: 1200, timeWindow: '1 minute', by: 'person' },
  'DELETE /files/:id': { max: 1200, timeWindow: '1 minute', by: 'person' },
};

/** The limits in this test, so that few requests reach them. */
const LOW = 2;

const declared: Record<string, { max: unknown; timeWindow: unknown }> = {};
let world: World;
let app: FastifyInstance;
beforeAll(async () => {
  world = await createWorld();
  app = await startApp({ rateLimit: true });
});
afterAll(async () => {
  await app?.close();
  await world?.stop();
});

/** Starts a web server with the low limits. */
async function startApp(config: { rateLimit: boolean }): Promise<FastifyInstance> {
  const { deps } = world.server;
  const app = await buildApp({ ...deps, config: { ...deps.config, ...config } }, (route) => {
    const limit = route.config?.rateLimit;
    // The framework adds HEAD to each GET route, with the same handler.
    if (!limit || (route.method === 'HEAD' && !route.url.startsWith('/files'))) return;
    declared[`${route.method} ${route.url}`] = { max: limit.max, timeWindow: limit.timeWindow };
    route.config = { ...route.config, rateLimit: { ...limit, max: LOW } };
  });
  await app.ready();
  return app;
}

test('[API-25] routes that send mail, store data or allow guessing have a limit', () => {
  const expected = Object.entries(LIMITS).map(([route, { max, timeWindow }]) => [route, { max, timeWindow }]);
  expect(declared).toEqual(Object.fromEntries(expected));
});

test.each(Object.entries(LIMITS))(
  '[API-25] %s is limited by person, or by address without one',
  async (route, { by }) => {
    const row = ROWS.find((one) => one.route === route);
    if (!row) throw new Error(`${route} is not in the authorization matrix.`);
    const request = requestOf(row, world, world.videos[0] as OwnedVideo);
    const send = async (role: Role, remoteAddress: string) => {
      const headers = { ...request.headers, ...world.headers(role) };
      const { statusCode } = await app.inject({ ...request, headers, remoteAddress });
      return statusCode === 429 ? 'limited' : 'answered';
    };
    for (let n = 0; n < LOW; n += 1) expect(await send('stranger', '192.0.2.1')).toBe('answered');
    expect(await send('stranger', '192.0.2.1')).toBe('limited');
    expect({
      'the same person from elsewhere': await send('stranger', '192.0.2.2'),
      'another person from there': await send('friend', '192.0.2.1'),
    }).toEqual({
      'the same person from elsewhere': by === 'person' ? 'limited' : 'answered',
      'another person from there': by === 'person' ? 'answered' : 'limited',
    });
  },
);

test('RATE_LIMIT=off turns the limits off', async () => {
  const open = await startApp({ rateLimit: false });
  for (let n = 0; n <= LOW; n += 1) {
    const answer = await open.inject({ url: '/api/search?q=a', headers: world.headers('stranger') });
    expect(answer.statusCode).toBe(200);
  }
  await open.close();
});

test.each([
  ['not an object', '[]'],
  ['no JSON', '{'],
  ['too large', JSON.stringify({ text: 'x'.repeat(300_000) })],
])('[API-25] a body that is %s counts, and is not read once the limit is reached', async (_name, payload) => {
  const limited = await startApp({ rateLimit: true });
  const send = async () => {
    const headers = { ...world.headers('siteOwner'), 'content-type': 'application/json' };
    return (await limited.inject({ method: 'POST', url: '/api/reports', headers, payload })).statusCode;
  };
  for (let n = 0; n < LOW; n += 1) expect(await send()).toBeOneOf([400, 413]);
  expect(await send()).toBe(429);
  await limited.close();
});

test('[API-25] an invalid query counts too', async () => {
  const send = async () =>
    (await app.inject({ url: '/api/captions/search', headers: world.headers('siteOwner') })).statusCode;
  for (let n = 0; n < LOW; n += 1) expect(await send()).toBe(400);
  expect(await send()).toBe(429);
});
