import { createHash } from "node:crypto";
import type { Contract, WireReply } from "../contracts/contract.ts";
import { toJsonReply } from "../contracts/reply-body.ts";
import { requireScope } from "./adapter-request.ts";
import type { AdapterRequest } from "./adapter-request.ts";
import type { ServedAdapter } from "./served-adapter.ts";

/** Says what the adapter offers (contract §2.1), or that it is what the caller has already. */
export function handleManifest<Tx>(
  adapter: ServedAdapter<Tx>,
  contract: Contract,
  { headers }: AdapterRequest,
): WireReply {
  requireScope(adapter, contract, headers);
  const reply = toJsonReply(200, adapter.manifest);
  const etag = `"${createHash("sha256").update(reply.body).digest("base64url")}"`;
  const fresh = { etag, "cache-control": "private, no-cache" };
  const isKnown = holdsTag(headers["if-none-match"] ?? "", etag);
  return isKnown
    ? { status: 304, headers: fresh, body: new Uint8Array() }
    : { ...reply, headers: { ...reply.headers, ...fresh } };
}

/** Compares weakly, as `If-None-Match` asks (RFC 9110 §13.1.2). */
function holdsTag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
