import type { IPv4, IPv6 } from 'ipaddr.js';
import ipaddr from 'ipaddr.js';

/** Decides which addresses outbound requests may reach. */
export interface AddressPolicy {
  permits(address: string): boolean;
}

/**
 * Permits addresses of the public internet and those within `allow` (CIDRs; a single address stands for itself).
 * Refused are private, loopback, link-local (cloud metadata among them), carrier-grade NAT, multicast and reserved
 * ranges, and IPv6 addresses that embed an IPv4 address in any way. Throws for an entry that is no CIDR.
 */
export function addressPolicy(allow: readonly string[]): AddressPolicy {
  const allowed = allow.map(parseCidr);
  const isAllowed = (address: IPv4 | IPv6) =>
    allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

  return {
    permits(text) {
      if (!ipaddr.isValid(text)) return false;
      const address = ipaddr.parse(text);
      if (isAllowed(address)) return true;
      if (isIPv6(address)) {
        if (address.isIPv4MappedAddress()) return isAllowed(address.toIPv4Address());
        // Outside 2000::/3 there is nothing public, whatever it is called (::7f00:1 counts as unicast).
        if (!address.match(globalUnicast)) return false;
      }
      return address.range() === 'unicast';
    },
  };
}

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [IPv6, number];

const isIPv6 = (address: IPv4 | IPv6): address is IPv6 => address.kind() === 'ipv6';

function parseCidr(text: string): [IPv4 | IPv6, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) throw new Error(`${text} is neither an address nor a CIDR`);
  const address = ipaddr.parse(text);
  return [address, isIPv6(address) ? 128 : 32];
}
