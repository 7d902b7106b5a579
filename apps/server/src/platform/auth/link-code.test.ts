import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashLinkCode, linkCode } from './link-code.ts';

const KEY = Buffer.alloc(32, 7);
const ID = '0192f0a0-0000-7000-8000-000000000001';

test('[SHARE-05] a code can only be computed with the key, and is valid for one link', () => {
  const code = linkCode(KEY, ID);
  expect(code).toBe(createHmac('sha256', KEY).update(ID).digest().subarray(0, 16).toString('base64url'));
  expect(code).toMatch(/^[\w-]{22}$/);
  expect(linkCode(Buffer.alloc(32, 8), ID)).not.toBe(code);
  expect(linkCode(KEY, ID.replace(/1$/, '2'))).not.toBe(code);
});

test('[SHARE-05] stores the SHA-256 hash of a code, and null for a text that cannot be a code', () => {
  const code = linkCode(KEY, ID);
  for (const end of ['', '.', ',', '!', ').', '>', '"', "'", '”.']) {
    expect(hashLinkCode(code + end), end).toEqual(createHash('sha256').update(code).digest());
  }
  for (const other of ['', code.slice(1), `${code}A`, ` ${code}`, `${code}\n`, `${code.slice(1)}+`]) {
    expect(hashLinkCode(other), JSON.stringify(other)).toBeNull();
  }
});
