import { ERROR_CODES, toProblemDocument } from "../core/error.ts";
import type { Effect, ErrorCode, ProblemError } from "../core/error.ts";
import { isJsonObject, member } from "../core/json.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { WireReply } from "./contract.ts";
import { isProblemMediaType } from "./media-type.ts";
import { readReplyBody, toJsonReply } from "./reply-body.ts";

/** The codes an adapter answers with (contract §2.2); the word of any other code is not taken for its effect. */
const ADAPTER_CODES: readonly ErrorCode[] = [
  "unauthorized",
  "method_not_allowed",
  "invalid_json",
  "invalid_request",
  "too_large",
  "unsupported_media_type",
  "unknown_tool",
  "contract_version_mismatch",
  "invalid_arguments",
  "operation_required",
  "fingerprint_mismatch",
  "operation_conflict",
  "operation_in_progress",
  "operation_voided",
  "operation_expired",
  "receipt_not_found",
  "too_many_requests",
  "unavailable",
  "internal",
];

/** A problem as an adapter stated it: our code under its own status, and what it claims of the effect. */
export interface StatedProblem {
  readonly code: ErrorCode;
  readonly effect: Effect;
  readonly document: JsonObject;
}

/** Gives a problem its bytes (RFC 9457). */
export function encodeProblem(problem: ProblemError, traceId: string): WireReply {
  return toJsonReply(problem.status, toProblemDocument(problem, traceId), {
    "content-type": "application/problem+json",
    ...(problem.retryAfterSeconds === null ? {} : { "retry-after": String(problem.retryAfterSeconds) }),
    ...(problem.code === "unauthorized" ? { "www-authenticate": "Bearer" } : {}),
  });
}

/** Reads a problem; null when the reply states none of ours under the status that belongs to it. */
export function readProblem(reply: WireReply): StatedProblem | null {
  const body = readReplyBody(reply, isProblemMediaType);
  if (!body.ok || !isJsonObject(body.value)) return null;
  const code = member(body.value, "code");
  if (!isAdapterCode(code) || ERROR_CODES[code].status !== reply.status) return null;
  return { code, effect: statedEffect(code, body.value), document: body.value };
}

/** `none` takes both the table and the document: a document that claims more than its code can prove is not believed. */
function statedEffect(code: ErrorCode, document: JsonObject): Effect {
  return ERROR_CODES[code].effect === "none" && member(document, "effect") === "none" ? "none" : "unknown";
}

function isAdapterCode(code: JsonValue | undefined): code is ErrorCode {
  return ADAPTER_CODES.some((known) => known === code);
}
