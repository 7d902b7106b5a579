import { common } from '@kinreel/messages/en/common';
import { expect, test } from 'vitest';
import { errorMessage, errorTitle, isUnreachable, toApiError } from './api-error.ts';
import { nextPage } from './base-api.ts';

test('[ERR-02] every error has a status, a code and a message', () => {
  const body = { code: 'video.missing', message: 'We could not find this video.' };
  expect(toApiError({ status: 404, data: body })).toEqual({ status: 404, ...body });
  expect(toApiError({ status: 500, data: 'oops' })).toMatchObject({
    code: 'server.failed',
    message: common.errorText,
  });
  const down = toApiError({ status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' });
  expect(down).toMatchObject({ status: 0, code: 'network.down' });
  expect(errorMessage(down)).toBe(common.offline);
  expect(toApiError({ status: 'PARSING_ERROR', originalStatus: 502, data: '<html>', error: 'x' })).toEqual({
    ...down,
    status: 502,
  });
});

test('[ERR-01] errors that are not API errors show the generic message', () => {
  expect(errorMessage(new TypeError('x'))).toBe(common.errorText);
  expect(errorMessage(undefined)).toBe(common.errorText);
  expect(errorMessage({ status: 404, code: 'a', message: 'Gone.' })).toBe('Gone.');
});

test('[ERR-01] the title is "Error" only if the response has no message of its own', () => {
  const own = 'We could not load your videos';
  for (const plain of [toApiError({ status: 500, data: '' }), toApiError({ status: 404, data: '<html>' }), undefined]) {
    expect([errorTitle(plain, own), errorMessage(plain)]).toEqual([common.errorTitle, common.errorText]);
  }
  const explained = toApiError({
    status: 404,
    data: { code: 'video.missing', message: 'We could not find this video.' },
  });
  expect([errorTitle(explained, own), errorMessage(explained)]).toEqual([own, 'We could not find this video.']);
  const down = toApiError({ status: 'FETCH_ERROR', error: 'x' });
  expect([errorTitle(down, own), errorMessage(down)]).toEqual([own, common.offline]);
});

test('[LOGIN-11] distinguishes a missing response and a server error from a rejected token', () => {
  expect(isUnreachable({ status: 0, code: 'network.down', message: '' })).toBe(true);
  expect(isUnreachable({ status: 503, code: 'server.busy', message: '' })).toBe(true);
  expect(isUnreachable({ status: 401, code: 'session.expired', message: '' })).toBe(false);
});

test('[API-26] reads the next page from the Link header', () => {
  expect(nextPage('</api/video/userVideos?limit=50&cursor=WyJ4Il0>; rel="next"')).toBe('?limit=50&cursor=WyJ4Il0');
  expect(nextPage('</api/a?cursor=1>; rel="prev"')).toBeNull();
  expect(nextPage(null)).toBeNull();
});
