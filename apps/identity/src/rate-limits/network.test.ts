import { expect, it } from 'vitest';
import { clientOf, networkOf } from './network.ts';

it.each([
  ['203.0.113.9', '203.0.113.9/32'],
  ['::ffff:203.0.113.9', '203.0.113.9/32'],
  ['::FFFF:cb00:7109', '203.0.113.9/32'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8::/64'],
  ['1::5:6:7:8', '1::/64'],
  ['1:2::5:6:7:8:9', '1:2:0:5::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['not-an-address', 'not-an-address'],
])('counts %s as %s', (address, client) => {
  expect(clientOf(address)).toBe(client);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['not-an-address', 'not-an-address'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
