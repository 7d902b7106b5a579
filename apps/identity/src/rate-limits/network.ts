import ipaddr from 'ipaddr.js';

/**
 * A single client: an IPv4 address, or the /64 of an IPv6 address, because a household or a server usually has a whole
 * /64.
 */
export const clientOf = (address: string): string => networkWith(address, 32, 64);

/** The network of a client, which may belong to one provider or company: /24 of IPv4, /48 of IPv6. */
export const networkOf = (address: string): string => networkWith(address, 24, 48);

/** The network of this many bits that an address is in, as CIDR. An IPv4 address may be written as IPv6. */
function networkWith(address: string, ipv4Bits: number, ipv6Bits: number): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const isIpv4 = parsed instanceof ipaddr.IPv4;
  const network = isIpv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${ipv4Bits}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${ipv6Bits}`);
  return `${network}/${isIpv4 ? ipv4Bits : ipv6Bits}`;
}
