import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';

/** Networks that are not on the public internet (IANA's registries of special-purpose addresses). */
const SPECIAL_NETWORKS = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  2001::/23 2001:db8::/32 2002::/16 3fff::/20`;

const SPECIAL = new BlockList();
for (const network of SPECIAL_NETWORKS.trim().split(/\s+/)) {
  const [address = '', prefix] = network.split('/');
  SPECIAL.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
}
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');

/** Whether this IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  return isIPv6(address)
    ? GLOBAL_UNICAST.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6')
    : !SPECIAL.check(address, 'ipv4');
}

/** Name look-up for connections to hosts that people name: it finds public addresses only. */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '');
    const usable = found.filter(({ address }) => isPublicAddress(address));
    const [first] = usable;
    if (!first) return callback(new Error('The host has no public address.'), '');
    return options.all ? callback(null, usable) : callback(null, first.address, first.family);
  });
};
