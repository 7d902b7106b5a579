import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginAs, startTestServer, type TestPerson, type TestServer } from '../../../testing/index.ts';
import { openResponse } from '../../../testing/open-response.ts';
import { largeVideo } from '../../../testing/stored-video.ts';

let server: TestServer;
let origin: string;
let owner: TestPerson;
let viewer: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  origin = await server.listen();
  owner = await loginAs(server);
  viewer = await loginAs(server);
});
afterAll(() => server?.stop());

async function call(caller: TestPerson, method: 'DELETE' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await server.app.inject({ method, url, headers: caller.headers, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}

test.each<[string, (id: string) => Promise<unknown>]>([
  ['the permission', (id) => call(owner, 'PUT', `/api/permission/${id}`, { permission: 'invite-only' })],
  ['the deletion of the video', (id) => call(owner, 'DELETE', `/api/video/${id}`)],
  ['a block', () => call(owner, 'PUT', `/api/blocks/${viewer.id}`)],
])('[VID-05] %s closes open downloads of a viewer, but not those of the owner', async (what, end) => {
  const id = await largeVideo(server, owner.id, { permission: 'everyone' });
  const path = `/media/videos/${id}/playback`;
  const received = await openResponse(origin, path, viewer.headers);
  const own = await openResponse(origin, path, owner.headers);
  await end(id);
  await expect.poll(() => received.isOpen).toBe(false);
  if (what === 'the deletion of the video') await expect.poll(() => own.isOpen).toBe(false);
  else expect(own.isOpen).toBe(true);
  own.leave();
});
