import { BANNER_NAMES } from '@kinreel/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../testing/index.ts';

let server: TestServer;
let ada: TestPerson;
let bea: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  [ada, bea] = await Promise.all([loginAs(server), loginAs(server)]);
});
afterAll(() => server.stop());

const put = (payload: object, headers: Record<string, string> = ada.headers, url = '/api/banner/') =>
  server.app.inject({ method: 'PUT', url, headers, payload });
const banners = () => server.deps.db.selectFrom('users').select(['id', 'banner']).orderBy('id').execute();

it('[API-21][PROF-05] sets each of the twenty banners and responds with the person', async () => {
  expect(BANNER_NAMES).toHaveLength(20);
  for (const banner of BANNER_NAMES) {
    const response = await put({ banner, userId: ada.id });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: ada.id, banner_image: `/banners/${banner.toLowerCase()}.svg` });
  }
  const response = await put({ banner: 'Pier' }, ada.headers, '/api/banner');
  expect(response.json()).toMatchObject({ banner_image: '/banners/pier.svg' });
});

it("[API-21][API-25] rejects unknown names, another person's id and missing tokens without changes", async () => {
  const before = await banners();
  const codes = [];
  codes.push((await put({ banner: 'Volcano' })).json().code);
  codes.push((await put({ banner: '../../etc/passwd' })).json().code);
  codes.push((await put({})).json().code);
  codes.push((await put({ banner: 'Yarn', userId: bea.id })).json().code);
  codes.push((await put({ banner: 'Yarn' }, {})).json().code);
  expect(codes).toEqual([
    'request.invalid',
    'request.invalid',
    'request.invalid',
    'profile.not_yours',
    'session.required',
  ]);
  expect(await banners()).toEqual(before);
});
