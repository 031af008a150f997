import { faulty, ok } from "../core/result.ts";
import type { Result } from "../core/result.ts";

const ORIGIN = /^https?:\/\/[^/?#@\\\s]+$/i;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export interface Origin {
  /** As a browser would write it: lower case, no default port. */
  readonly origin: string;
  /** Plain http to another host than this one, which an operator has to allow. */
  readonly needsPermission: boolean;
}

/** Reads an adapter's origin, `https://host[:port]` alone (contract §2); the fault never repeats what was given. */
export function parseOrigin(text: string): Result<Origin, string> {
  if (!ORIGIN.test(text) || !URL.canParse(text)) {
    return faulty("An origin is https://host or https://host:port, without path, query or user name");
  }
  const { origin, protocol, hostname } = new URL(text);
  return ok({ origin, needsPermission: protocol === "http:" && !LOOPBACK.test(hostname) });
}
