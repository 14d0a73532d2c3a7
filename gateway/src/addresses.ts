import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * Finds the address of whoever sent a request: the peer, or, where the peer is one of the trusted proxies, what it says
 * in `X-Forwarded-For`, and so on towards the client. `trusted` holds addresses and ranges like `10.0.0.0/8`.
 */
export function createClientAddress(trusted: readonly string[]): (request: IncomingMessage) => string | undefined {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    if (isIP(address) === 0) throw new Error(`TRUSTED_PROXIES: ${entry} is neither an address nor a range`);
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const isTrusted = (address: string) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return ({ socket, headers }) => {
    const peer = plain(socket.remoteAddress);
    if (trusted.length === 0 || peer === undefined) return peer;
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    let client = peer;
    while (isTrusted(client)) {
      const next = plain(forwarded.pop()?.trim());
      if (!next) break;
      client = next;
    }
    return client;
  };
}

/** An IPv4 address in its own notation where it came in IPv6's. */
function plain(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address);
}

/**
 * What counts as one caller without a token: an IPv4 address, or the /64 network of an IPv6 address, because whoever has
 * one address of it has them all.
 */
export function networkOf(address: string | undefined): string {
  const known = plain(address);
  if (known === undefined) return 'unknown';
  if (!isIPv6(known)) return known;
  const [head = '', tail] = known.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
