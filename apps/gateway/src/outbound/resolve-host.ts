import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "./address.ts";
import { type AllowList, isAllowed } from "./allow-list.ts";
import { untilAborted } from "./deadline.ts";
import { DeliveryFault, toErrorCode } from "./delivery.ts";
import type { OriginParts } from "./origin.ts";

/** Gives every address of a name. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** The system's resolver, hosts file included. */
export const lookupHost: Lookup = async (host) => {
  const answers = await systemLookup(host, { all: true, verbatim: true });
  return answers.map(({ address }) => address);
};

/**
 * Shares one look-up among all who ask for the same name at the same time: each would hold one of the few threads that the system's
 * resolver has, and a slow name server of one adapter would keep the others waiting.
 */
export function shareLookups(lookup: Lookup): Lookup {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const running = underWay.get(host);
    if (running) return running;
    const started = lookup(host).finally(() => underWay.delete(host));
    underWay.set(host, started);
    return started;
  };
}

/**
 * Gives the addresses that a connection to the origin may use, each of them checked; the caller connects to these and asks no resolver
 * again, so a name cannot change its answer in between. One refused address refuses them all: a name that mixes public and private
 * ones is out to deceive.
 */
export async function resolveAllowed(
  parts: OriginParts,
  allowList: AllowList,
  lookup: Lookup,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(parts.host) === 0 ? await findAddresses(parts.host, lookup, signal) : [parts.host];
  const refused = addresses.find((address) => {
    if (isIP(address) === 0) return true;
    if (isAllowed(allowList, { host: parts.host, port: parts.port, address })) return false;
    return !parts.secure || !isPublicAddress(address);
  });
  if (refused !== undefined) {
    const why = parts.secure ? "is not public" : "is not on the list, and plain http needs it to be";
    throw new DeliveryFault("refused_address", `${refused} ${why}; see COUNTERFOIL_ALLOW_PRIVATE_ORIGINS.`);
  }
  return addresses;
}

async function findAddresses(host: string, lookup: Lookup, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = await untilAborted<readonly string[]>(signal, (resolve, reject) => {
    lookup(host).then(resolve, (error: unknown) => {
      reject(new DeliveryFault("dns", `The name could not be looked up (${toErrorCode(error)}).`));
    });
  });
  if (addresses.length === 0) throw new DeliveryFault("dns", "The name has no address.");
  return addresses;
}
