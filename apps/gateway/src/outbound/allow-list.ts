import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import { faulty, ok, type Result } from "counterfoil/core";

type Range = ReturnType<typeof ipaddr.parseCIDR>;

type AllowEntry =
  | { readonly kind: "host"; readonly host: string; readonly port: number | null }
  | { readonly kind: "range"; readonly range: Range; readonly port: number | null };

/** Places that are not public and may be connected to all the same. Empty by default. */
export type AllowList = readonly AllowEntry[];

/** An entry of the list that cannot be read, as it was written. */
export interface AllowListFault {
  readonly entry: string;
  readonly message: string;
}

const HOST_NAME = /^(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const ENTRY = /^(?:\[(?<bracketed>[^\]]+)\]|(?<bare>[^:\s]+))(?::(?<port>\d{1,5}))?$/;

/**
 * Reads the setting `COUNTERFOIL_ALLOW_PRIVATE_ORIGINS`.
 *
 * Entries are separated by commas or spaces: a host name (`localhost`), an address (`10.0.0.5`, `::1`) or a range (`10.0.0.0/8`), each
 * with a port where only that port is meant (`localhost:7411`, `[::1]:7411`).
 */
export function parseAllowList(text: string): Result<AllowList, AllowListFault> {
  const entries: AllowEntry[] = [];
  const faults: AllowListFault[] = [];
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== "")) {
    const parsed = parseEntry(entry.toLowerCase());
    if (parsed) entries.push(parsed);
    else
      faults.push({
        entry,
        message: `"${entry}" is none of: host, host:port, address, [address]:port, range like 10.0.0.0/8`,
      });
  }
  return faults.length > 0 ? faulty(...faults) : ok(entries);
}

/** Says whether the list names this host, or the address it resolved to, at this port. */
export function isAllowed(
  list: AllowList,
  place: { readonly host: string; readonly port: number; readonly address: string | null },
): boolean {
  return list.some((entry) => {
    if (entry.port !== null && entry.port !== place.port) return false;
    if (entry.kind === "host") return entry.host === place.host;
    return place.address !== null && isInRange(place.address, entry.range);
  });
}

function parseEntry(entry: string): AllowEntry | null {
  if (isIP(entry) === 6 || ipaddr.IPv6.isValidCIDR(entry)) return { kind: "range", range: toRange(entry), port: null };
  const { bracketed, bare, port: portText } = ENTRY.exec(entry)?.groups ?? {};
  const port = portText === undefined ? null : Number(portText);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? { kind: "range", range: toRange(bracketed), port } : null;
  if (bare === undefined) return null;
  if (isIP(bare) === 4 || ipaddr.IPv4.isValidCIDRFourPartDecimal(bare))
    return { kind: "range", range: toRange(bare), port };
  // A last label of digits alone would be another spelling of an IPv4 address, never a name.
  return HOST_NAME.test(bare) && !/(^|\.)(\d+|0x[0-9a-f]*)$/.test(bare) ? { kind: "host", host: bare, port } : null;
}

function toRange(text: string): Range {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isInRange(address: string, range: Range): boolean {
  if (address.includes("%") || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  // Only like is compared with like: an IPv4 address inside an IPv6 one is not the address the operator listed.
  return parsed.kind() === range[0].kind() && parsed.match(range);
}
