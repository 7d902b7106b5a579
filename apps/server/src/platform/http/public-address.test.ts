import { Agent, get } from 'node:https';
import { expect, test } from 'vitest';
import { isPublicAddress, lookupPublic } from './public-address.ts';

test.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'ff02::1',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test('a host name that leads to this machine gets no connection', async () => {
  const error = await new Promise<Error>((resolve) => {
    get('https://localhost/', { agent: new Agent({ lookup: lookupPublic }) }).on('error', resolve);
  });
  expect(error.message).toBe('The host has no public address.');
});
