import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * The network of an address, in one spelling. An IPv6 subscriber has a whole /64, so its addresses count as one.
 * Everything that is not an address (a forged X-Forwarded-For) counts together.
 */
export function networkOf(text: string): string {
  const groups = groupsOf(text);
  if (!groups) return 'unknown';
  return groups.length === 4 ? groups.join('.') : groups.slice(0, 4).join(':');
}

/** The same, but all networks of an IPv6 site count as one: a provider may give a subscriber a whole /48. */
export function siteNetwork(text: string): string {
  const groups = groupsOf(text);
  return groups?.length === 8 ? groups.slice(0, 3).join(':') : networkOf(text);
}

/** An address that logs may contain: enough to recognise an attack, too little to recognise a person. */
export function truncateAddress(text: string): string {
  const groups = groupsOf(text);
  if (!groups) return 'unknown';
  return groups.length === 4 ? `${groups.slice(0, 3).join('.')}.0/24` : `${groups.slice(0, 3).join(':')}::/48`;
}

/** An address as the access log stores it, in one spelling. Undefined for anything else, such as a forged header. */
export function storedAddress(text: string): string | undefined {
  const groups = groupsOf(text);
  return groups?.join(groups.length === 4 ? '.' : ':');
}

/** Four groups of an IPv4 address, eight of an IPv6 address, undefined for anything else. */
function groupsOf(text: string): string[] | undefined {
  const address = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  if (isIPv4(address)) return address.split('.');
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return undefined;
  const canonical = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1];
  return mapped?.split('.') ?? expand(canonical);
}

/** '2001:db8::9' → eight groups. */
function expand(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
