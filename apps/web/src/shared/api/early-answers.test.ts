import { expect, test } from 'vitest';
import { SAVED_COPY_HEADER } from '../offline/worker-protocol.ts';
import { takeEarlyAnswer } from './early-answers.ts';

const URL_OF_VIDEOS = 'http://localhost/api/video/userVideos?limit=5';

/** Stores an early answer, then makes a request. @returns the early answer that the request gets */
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

test('the first request gets the early answer for its address, once', async () => {
  expect(await asked()).toBe('early');
  expect(await take()).toBeUndefined();
});

test('requests another address or person, a failed request, a saved copy, and everything after a change', async () => {
  expect(await asked({ url: 'http://localhost/api/video/userVideos' })).toBeUndefined();
  expect(await take()).toBe('early');
  expect(await asked({ token: 'of another person' })).toBeUndefined();
  expect(await asked({}, Promise.reject(new TypeError('offline')))).toBeUndefined();
  const saved = new Response('early', { headers: { [SAVED_COPY_HEADER]: '1' } });
  expect(await asked({}, Promise.resolve(saved))).toBeUndefined();
  expect(await asked({ method: 'DELETE', url: 'http://localhost/api/video/1' })).toBeUndefined();
  expect(await take()).toBeUndefined();
});
