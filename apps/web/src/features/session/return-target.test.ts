import { describe, expect, test } from 'vitest';
import { afterLogin, returnTargetOf } from './return-target.ts';

const at = (pathname: string, search = '', state: unknown = null) => ({ pathname, search, state });

describe('returnTargetOf', () => {
  test('[ROUTE-15] returns the full path and query of a protected page', () => {
    expect(returnTargetOf(at('/user/1/videos', '?autoplay=2&share=x'))).toBe('/user/1/videos?autoplay=2&share=x');
  });
  test('[ROUTE-06] keeps the target on the way from the login to the registration', () => {
    expect(returnTargetOf(at('/registration', '?autoplay=2', { returnTo: '/user/1/videos?autoplay=2' }))).toBe(
      '/user/1/videos?autoplay=2',
    );
  });
  test.each(['/', '/landingpage', '/login', '/registration'])('[ROUTE-02] returns only the query of %s', (path) => {
    expect(returnTargetOf(at(path, '?autoplay=2'))).toBe('?autoplay=2');
  });
});

describe('afterLogin', () => {
  test('[ROUTE-02] opens the person’s own videos with the query string if no page was requested', () => {
    expect(afterLogin('', 'me')).toBe('/user/me/videos');
    expect(afterLogin('?autoplay=2', 'me')).toBe('/user/me/videos?autoplay=2');
  });
  test('[ROUTE-02] opens the requested page with its path and query', () => {
    expect(afterLogin('/user/1/videos?autoplay=2', 'me')).toBe('/user/1/videos?autoplay=2');
  });
  test.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example',
    '/.//evil.example/x',
    '/x/..//evil.example',
    '/./\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'evil',
    '/login',
    '/landingpage?a=1',
    '/./login',
  ])('[ROUTE-15] does not open %s', (target) => {
    expect(afterLogin(target, 'me')).toBe('/user/me/videos');
  });
});
