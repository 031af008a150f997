import { REPLY_LIMITS } from "../core/json-limits.ts";
import { parseJson } from "../core/parse-json.ts";
import type { JsonValue } from "../core/json.ts";
import type { AnswerCause } from "../core/outcome.ts";
import { faulty } from "../core/result.ts";
import type { Result } from "../core/result.ts";
import type { WireHeaders, WireReply } from "./contract.ts";

/** Reads the body of a reply by the rules of JSON at every edge (contract §6); the fault names places, never content. */
export function readReplyBody(
  reply: WireReply,
  isMediaType: (contentType: string | undefined) => boolean,
): Result<JsonValue, AnswerCause> {
  const { "content-encoding": encoding, "content-type": type } = reply.headers;
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    return faulty({ code: "content_encoding", detail: "The reply is encoded: send it without Content-Encoding" });
  }
  if (!isMediaType(type)) {
    return faulty({
      code: "media_type",
      detail: "The reply is not JSON in UTF-8: send Content-Type: application/json",
    });
  }
  const parsed = parseJson(reply.body, REPLY_LIMITS);
  return parsed.ok ? parsed : faulty(toCause(parsed.faults));
}

/** The one cause of a body that cannot be read. */
export function firstCause(causes: readonly AnswerCause[]): AnswerCause {
  return causes[0] ?? { code: "invalid_json", detail: "The reply is not acceptable JSON" };
}

/** Whether an adapter says that it replays a recorded reply (contract §2.3). */
export function isReplayed(headers: WireHeaders): boolean {
  return headers["operation-replayed"]?.toLowerCase() === "true";
}

interface PlacedFault {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

function toCause(faults: readonly PlacedFault[]): AnswerCause {
  const code = faults[0]?.code ?? "invalid_json";
  return {
    code,
    detail: code === "too_large" ? "The reply is over the limits of JSON" : "The reply is not acceptable JSON",
    faults: faults.map(({ pointer, message }) => ({ code, pointer, message })),
  };
}

const encoder = new TextEncoder();

/** A reply of JSON. */
export function toJsonReply(status: number, document: unknown, headers: WireHeaders = {}): WireReply {
  return {
    status,
    headers: { "content-type": "application/json", ...headers },
    body: encoder.encode(JSON.stringify(document)),
  };
}

/** The body of a request of JSON. */
export function toJsonBody(document: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(document));
}

export const NO_BODY: Uint8Array = new Uint8Array();

/** Whole seconds of a `Retry-After`; null for a date, a fraction, or anything else that is no small number. */
export function readRetryAfter(headers: WireHeaders): number | null {
  const value = headers["retry-after"];
  return value !== undefined && /^\d{1,5}$/.test(value) ? Number(value) : null;
}
