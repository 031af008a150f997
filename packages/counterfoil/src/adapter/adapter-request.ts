import { randomBytes } from "node:crypto";
import type { Contract, WireHeaders } from "../contracts/contract.ts";
import { ProblemError } from "../core/error.ts";
import { createTraceId, isTraceId, readTraceparent } from "../core/trace.ts";
import { findScope } from "./credentials.ts";
import type { BodyStream } from "./read-body.ts";
import type { ServedAdapter } from "./served-adapter.ts";

/** A request at the door of an adapter. */
export interface AdapterRequest {
  /** `HEAD` is asked as the `GET` that it stands for. */
  readonly method: string;
  readonly path: string;
  readonly headers: WireHeaders;
  readonly body: BodyStream | null;
  readonly traceId: string;
}

export function toAdapterRequest(request: Request): AdapterRequest {
  const headers = Object.fromEntries(request.headers);
  return {
    method: request.method === "HEAD" ? "GET" : request.method,
    path: new URL(request.url).pathname,
    headers,
    body: request.body,
    traceId: readTraceId(headers),
  };
}

/** The trace that came, or a new one, so that every answer can be found again. */
function readTraceId(headers: WireHeaders): string {
  const { "trace-id": traceId = "", traceparent = "" } = headers;
  return isTraceId(traceId) ? traceId : (readTraceparent(traceparent) ?? createTraceId(randomBytes));
}

/** Who calls; the first check of every door. */
export function requireScope<Tx>(
  { credentials }: Pick<ServedAdapter<Tx>, "credentials">,
  contract: Contract,
  headers: WireHeaders,
): string {
  const scope = findScope(credentials, contract.name, contract.readCredential(headers));
  if (scope !== null) return scope;
  throw new ProblemError("unauthorized", "Send the credential that the adapter was given for its caller");
}
