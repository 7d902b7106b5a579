import { expect, test } from 'vitest';
import { waitingLinkOf } from './waiting-link.ts';

test.each([
  ['/user/u1/videos?autoplay=v1&share=AAAAAAAAAAAAAAAAAAAA-_', 'link', 'AAAAAAAAAAAAAAAAAAAA-_'],
  ['?autoplay=v1&share=abc', 'link', 'abc'],
  ['/invitation/AAAAAAAAAAAAAAAAAAAA-_', 'invitation', 'AAAAAAAAAAAAAAAAAAAA-_'],
  ['/invitation/AAAAAAAAAAAAAAAAAAAA-_).', 'invitation', 'AAAAAAAAAAAAAAAAAAAA-_'],
  ['/invitation/AAAAAAAAAAAAAAAAAAAA-_%22', 'invitation', 'AAAAAAAAAAAAAAAAAAAA-_'],
])('[SHARE-04] %s is a link that waits for the login', (target, kind, code) => {
  expect(waitingLinkOf(target)).toEqual({ kind, code });
});

test.each([
  '',
  '/',
  '?from=aunt',
  '/user/u1/videos?autoplay=v1',
  '/user/u1/videos?share=',
  '/user/u1/videos?share=..%2f..%2fuser',
  '/invitation/',
  '/invitation/a%2fb',
  '/invitation/a/b',
  '//evil.example/x',
])('[SHARE-04] %j is not a link', (target) => {
  expect(waitingLinkOf(target)).toBeNull();
});
