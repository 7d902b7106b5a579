import { describe, expect, test } from 'vitest';
import { afterLogin, returnTargetOf } from './return-target.ts';

const at = (pathname: string, search = '', state: unknown = null) => ({ pathname, search, state });

describe('where a login is to lead', () => {
  test('[ROUTE-15] a protected page is found again, path and query whole', () => {
    expect(returnTargetOf(at('/user/1/videos', '?autoplay=2&share=x'))).toBe('/user/1/videos?autoplay=2&share=x');
  });
  test('[ROUTE-06] it is carried on from the login to the registration', () => {
    expect(returnTargetOf(at('/registration', '?autoplay=2', { returnTo: '/user/1/videos?autoplay=2' }))).toBe(
      '/user/1/videos?autoplay=2',
    );
  });
  test.each(['/', '/landingpage', '/login', '/registration'])('[ROUTE-02] %s gives its query alone', (path) => {
    expect(returnTargetOf(at(path, '?autoplay=2'))).toBe('?autoplay=2');
  });
});

describe('where a login leads', () => {
  test('[ROUTE-02] without a page asked for, to the own videos with the query string', () => {
    expect(afterLogin('', 'me')).toBe('/user/me/videos');
    expect(afterLogin('?autoplay=2', 'me')).toBe('/user/me/videos?autoplay=2');
  });
  test('[ROUTE-02] to the page asked for, path and query whole', () => {
    expect(afterLogin('/user/1/videos?autoplay=2', 'me')).toBe('/user/1/videos?autoplay=2');
  });
  test.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'evil',
    '/login',
    '/landingpage?a=1',
    '/./login',
  ])('[ROUTE-15] never to %s', (target) => {
    expect(afterLogin(target, 'me')).toBe('/user/me/videos');
  });
});
