import { isIP } from "node:net";
import { faulty, ok, type Result } from "counterfoil/core";
import { isPublicAddress } from "./address.ts";
import { type AllowList, isAllowed } from "./allow-list.ts";

/** Why a text is no origin the gateway may call; the message is written for whoever set it. */
export interface OriginFault {
  readonly code: "not_an_origin" | "https_required" | "private_address";
  readonly message: string;
}

/** An origin taken apart. */
export interface OriginParts {
  /** In its normal form: lower case, no trailing dot, no default port. */
  readonly origin: string;
  readonly secure: boolean;
  /** A name in ASCII, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

// The URL parser forgives and drops these; an origin that holds one is not what its author thinks it is.
const NOT_IN_AN_ORIGIN = /[\s\\@?#%\p{Cc}]/u;
const ORIGIN_SHAPE = /^https?:\/\/[^/]+\/?$/i;

/** Takes apart an origin of the form `http[s]://host[:port]`, or gives null. Says nothing of whether it may be called. */
export function toOriginParts(text: string): OriginParts | null {
  if (text.length > 300 || NOT_IN_AN_ORIGIN.test(text) || !ORIGIN_SHAPE.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const secure = url.protocol === "https:";
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  if (host === "" || host.endsWith(".") || port === 0) return null;
  const authority = isIP(host) === 6 ? `[${host}]` : host;
  return { origin: `${url.protocol}//${authority}${url.port === "" ? "" : `:${url.port}`}`, secure, host, port };
}

/**
 * Reads the origin of an adapter: `https://host[:port]`, without path, userinfo, query or fragment, and gives its normal form.
 *
 * Plain `http` and addresses that are not public are accepted only where the operator's list names them. A name is judged again, by
 * every address it resolves to, whenever it is called.
 */
export function parseOrigin(text: string, allowList: AllowList): Result<string, OriginFault> {
  const parts = toOriginParts(text);
  if (!parts) {
    const message = "Write the origin as https://host or https://host:port, without path, user, query or fragment.";
    return faulty({ code: "not_an_origin", message });
  }
  const { origin, secure, host, port } = parts;
  if (isAllowed(allowList, { host, port, address: isIP(host) === 0 ? null : host })) return ok(origin);
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host))) {
    const message =
      "This address is not on the public internet. The operator can allow it in COUNTERFOIL_ALLOW_PRIVATE_ORIGINS.";
    return faulty({ code: "private_address", message });
  }
  if (!secure) {
    const message =
      "Use https. Plain http is accepted only for origins that the operator lists in COUNTERFOIL_ALLOW_PRIVATE_ORIGINS.";
    return faulty({ code: "https_required", message });
  }
  return ok(origin);
}

/** Names that mean this machine by definition (RFC 6761 §6.3). */
function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}
