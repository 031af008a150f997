import { SetupError } from "../core/error.ts";
import { isTraceId } from "../core/trace.ts";
import type { WireHeaders } from "./contract.ts";

const MAX_CREDENTIAL_LENGTH = 4096;

/**
 * Says why a credential cannot travel in a header, or null when it can: 1 to 4,096 visible ASCII characters.
 *
 * Names the place and never the text; a credential is refused when it is set, not trimmed when it is sent.
 */
export function checkCredential(credential: string): string | null {
  if (credential === "") return "The credential is empty: paste it again";
  if (credential.length > MAX_CREDENTIAL_LENGTH) {
    return `The credential has ${credential.length} characters: at most ${MAX_CREDENTIAL_LENGTH} are sent`;
  }
  const index = credential.search(/[^\x21-\x7E]/);
  if (index === -1) return null;
  return `The credential has a character at position ${index + 1} that no header carries (a space, a line break or a letter beyond ASCII): paste it again without it`;
}

/** The two headers that carry a trace: `Trace-Id` and W3C `traceparent` (contract §2.2). */
export function toTraceHeaders(traceId: string): WireHeaders {
  if (!isTraceId(traceId)) throw new SetupError("A trace id is 32 lower-case hexadecimal digits, not all zero");
  const head = traceId.slice(0, 16);
  const parentId = /^0+$/.test(head) ? traceId.slice(16) : head;
  return { "trace-id": traceId, traceparent: `00-${traceId}-${parentId}-01` };
}

/** Gives back a credential that a header can carry. */
export function requireCredential(credential: string): string {
  const fault = checkCredential(credential);
  if (fault !== null) throw new SetupError(fault);
  return credential;
}
