import { expect, test } from 'vitest';
import { SAVED_COPY_HEADER } from '../offline/worker-protocol.ts';
import { takeEarlyAnswer } from './early-answers.ts';

const URL_OF_VIDEOS = 'http://localhost/api/video/userVideos?limit=5';

/** index.html has asked for a list; the app asks for something. @returns what it gets from there */
function asked(
  request: { method?: string; url?: string; token?: string } = {},
  answer = Promise.resolve(new Response('early')),
) {
  answer.catch(() => {});
  globalThis.earlyAnswers = { [URL_OF_VIDEOS]: { authorization: 'Bearer mine', answer } };
  return take(request);
}

async function take({ method = 'GET', url = URL_OF_VIDEOS, token = 'mine' } = {}): Promise<string | undefined> {
  const answer = await takeEarlyAnswer(new Request(url, { method, headers: { authorization: `Bearer ${token}` } }));
  return answer?.text();
}

test('what index.html has asked for is the answer to the first request for it, once', async () => {
  expect(await asked()).toBe('early');
  expect(await take()).toBeUndefined();
});

test('everything else is requested: another address or person, a failed request, a copy that was saved, after a change', async () => {
  expect(await asked({ url: 'http://localhost/api/video/userVideos' })).toBeUndefined();
  expect(await take()).toBe('early');
  expect(await asked({ token: 'of somebody else' })).toBeUndefined();
  expect(await asked({}, Promise.reject(new TypeError('offline')))).toBeUndefined();
  const saved = new Response('early', { headers: { [SAVED_COPY_HEADER]: '1' } });
  expect(await asked({}, Promise.resolve(saved))).toBeUndefined();
  expect(await asked({ method: 'DELETE', url: 'http://localhost/api/video/1' })).toBeUndefined();
  expect(await take()).toBeUndefined();
});
