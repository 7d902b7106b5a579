import { isIPv6 } from 'node:net';

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, because a household or a server usually has a
 * complete /64.
 */
export const clientOf = (address: string): string => ipv4In(address) ?? prefixOf(address, 4);

/** The network around a client, which one provider or company may have as a whole: /24 of IPv4, /48 of IPv6. */
export function networkOf(address: string): string {
  const ipv4 = ipv4In(address);
  return ipv4 ? `${ipv4.replace(/\.\d+$/, '')}.0/24` : prefixOf(address, 3);
}

/** An IPv4 address, also one written as IPv6; null for any other. */
const ipv4In = (address: string): string | null => /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? null;

/** The first `count` groups of an IPv6 address. */
function prefixOf(address: string, count: number): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, count);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${count * 16}`;
}
