import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRunningHashes } from './running-hashes.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('[UP-04] the hash of a file can only be continued where its last part has ended', () => {
  const hashes = createRunningHashes();
  const first = hashes.take('film', 0);
  first?.update(Buffer.from('abc'));
  if (first) hashes.keep('film', first);
  const second = hashes.take('film', 3);
  second?.update(Buffer.from('def'));
  if (second) hashes.keep('film', second);
  expect(hashes.take('film', 6)?.digest()).toBe(sha256('abcdef'));
  // The hash was taken out, and does not include later bytes.
  expect(hashes.take('film', 6)).toBeNull();

  const other = hashes.take('other', 0);
  other?.update(Buffer.from('abc'));
  if (other) hashes.keep('other', other);
  // Another process has received a part, or the last part was truncated.
  expect(hashes.take('other', 4)).toBeNull();
  expect(hashes.take('other', 3)).toBeNull();
  expect(hashes.take('unknown', 3)).toBeNull();
});

test('[UP-04] a restarted file starts with an empty hash', () => {
  const hashes = createRunningHashes();
  const first = hashes.take('film', 0);
  first?.update(Buffer.from('abc'));
  if (first) hashes.keep('film', first);
  const again = hashes.take('film', 0);
  again?.update(Buffer.from('xyz'));
  expect(again?.position).toBe(3);
  expect(again?.digest()).toBe(sha256('xyz'));
});

test('keeps only the hashes of the latest files', () => {
  const hashes = createRunningHashes(2);
  for (const id of ['one', 'two', 'three']) {
    const hash = hashes.take(id, 0);
    hash?.update(Buffer.from(id));
    if (hash) hashes.keep(id, hash);
  }
  expect([hashes.take('one', 3), hashes.take('two', 3)?.digest()]).toEqual([null, sha256('two')]);
});
