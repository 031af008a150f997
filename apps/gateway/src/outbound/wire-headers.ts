import type { WireHeaders, WireRequest } from "counterfoil/contracts";
import { DeliveryFault } from "./delivery.ts";

const HEADER_NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/;
const NOT_IN_A_VALUE = /[^\x20-\x7e\t]/;
const PATH = /^\/[\x21-\x7e]*$/;

/** Belong to the connection, not to the request: a caller that could set one could change where one request ends and the next begins. */
const CONNECTION_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Gives the headers to send, or throws a `bad_headers` fault that names the header and the position, never the text. */
export function toSentHeaders(request: WireRequest, attemptHeaders: WireHeaders): Record<string, string> {
  if (!PATH.test(request.path)) {
    throw new DeliveryFault("bad_headers", "The path must begin with / and hold visible ASCII characters alone.");
  }
  const headers = { ...request.headers, ...attemptHeaders, "accept-encoding": "identity" };
  for (const [name, value] of Object.entries(headers)) checkHeader(name, value);
  return headers;
}

function checkHeader(name: string, value: string): void {
  if (!HEADER_NAME.test(name) || CONNECTION_HEADERS.has(name)) {
    throw new DeliveryFault("bad_headers", "A header has a name that may not be sent.");
  }
  const position = value.search(NOT_IN_A_VALUE);
  if (position !== -1) {
    throw new DeliveryFault(
      "bad_headers",
      `The value of ${name} has a forbidden character at position ${position + 1}.`,
    );
  }
  if (value !== value.trim()) {
    throw new DeliveryFault("bad_headers", `The value of ${name} begins or ends with a space.`);
  }
}
