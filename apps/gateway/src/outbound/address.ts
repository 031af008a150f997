import ipaddr from "ipaddr.js";

/** Global unicast, the only block of IPv6 that is routed in public (RFC 4291 §2.4). */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/**
 * Says whether an IP address, written as the resolver or the socket writes it, belongs to the public internet.
 *
 * Whatever is not known to be public is not: IPv6 forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo) are refused
 * as a whole, so that none of them can be a second spelling of a private address.
 */
export function isPublicAddress(address: string): boolean {
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST);
}

/** Compares addresses, not their spellings. */
export function isSameAddress(left: string, right: string): boolean {
  if (!ipaddr.isValid(left) || !ipaddr.isValid(right)) return false;
  return ipaddr.parse(left).toNormalizedString() === ipaddr.parse(right).toNormalizedString();
}
