import type { OperationIdentity } from "../core/context.ts";
import { isJsonObject } from "../core/json.ts";
import type { JsonValue } from "../core/json.ts";
import type { AgentError, ReplyFault, SettledAnswer } from "../core/outcome.ts";
import { faulty, ok } from "../core/result.ts";
import type { Result } from "../core/result.ts";
import type { ReceiptAnswer, ReceiptRecord, ToolCall, WireReply, WireRequest } from "./contract.ts";
import { isJsonMediaType } from "./media-type.ts";
import { MemberReader } from "./member-reader.ts";
import { readProblem } from "./problem.ts";
import { readMatchingReceipt, readMatchingVoidReceipt } from "./receipt.ts";
import { firstCause, NO_BODY, readReplyBody, readRetryAfter, toJsonBody } from "./reply-body.ts";

type SettledReceipt = Extract<ReceiptAnswer, { readonly kind: "settled" }>;

/** How a contract reads the reply that a receipt holds: the faults say why it cannot be used. */
export type ReadRecordedReply = (body: JsonValue) => Result<SettledAnswer, ReplyFault>;

/** Gives a receipt its bytes (contract §2.4); the recorded reply goes out byte for byte. */
export function encodeReceipt(record: ReceiptRecord): WireReply {
  const headers = { "content-type": "application/json", "cache-control": "no-store" };
  return record.state === "pending"
    ? { status: 202, headers, body: toJsonBody({ state: "pending" }) }
    : { status: 200, headers, body: toRecordBody(record) };
}

/** A request about one operation, `GET` to look it up, `POST` to void it. */
export function toReceiptRequest(method: "GET" | "POST", path: string, operation: OperationIdentity): WireRequest {
  return { method, path, headers: { "request-fingerprint": operation.fingerprint }, body: NO_BODY };
}

/** Judges what an adapter says of the operation of a call; a doubtful answer leaves the operation as open as before. */
export function decodeReceipt(call: ToolCall, reply: WireReply, readRecorded: ReadRecordedReply): ReceiptAnswer {
  if (reply.status === 202) return { kind: "pending", retryAfterSeconds: readRetryAfter(reply.headers) };
  if (reply.status !== 200) return decodeStatus(reply);
  const body = readReplyBody(reply, isJsonMediaType);
  if (!body.ok) return { kind: "faulted", cause: firstCause(body.faults) };
  const settled = readRecord(call, body.value, readRecorded);
  if (settled.ok) return settled.value;
  const detail = "The receipt breaks the contract: see its faults";
  return { kind: "faulted", cause: { code: "invalid_receipt", detail, faults: settled.faults } };
}

function decodeStatus(reply: WireReply): ReceiptAnswer {
  const code = readProblem(reply)?.code;
  if (code === "receipt_not_found") return { kind: "absent" };
  if (code === "operation_conflict") return { kind: "conflict" };
  if (code === "operation_expired") return { kind: "expired" };
  if (code === "operation_in_progress") {
    return { kind: "pending", retryAfterSeconds: readRetryAfter(reply.headers) };
  }
  const detail = `The adapter answered a receipt request with ${reply.status}`;
  return { kind: "faulted", cause: { code: code ?? "status", detail } };
}

function readRecord(
  call: ToolCall,
  body: JsonValue,
  readRecorded: ReadRecordedReply,
): Result<ReceiptAnswer, ReplyFault> {
  if (!isJsonObject(body))
    return faulty({ code: "receipt", pointer: "", message: "A receipt is an object with state" });
  const faults: ReplyFault[] = [];
  const reader = new MemberReader(body, "", faults);
  const state = reader.at("state");
  if (state === "voided") {
    readMatchingVoidReceipt(reader, call);
    return faults.length > 0 ? { ok: false, faults } : ok({ kind: "voided" });
  }
  if (state !== "succeeded" && state !== "refused") reader.expected("state", "state", "succeeded, refused or voided");
  const receipt = readMatchingReceipt(reader, call);
  if (faults.length > 0 || receipt === undefined || (state !== "succeeded" && state !== "refused")) {
    return { ok: false, faults };
  }
  const settled = settle(state, readRecorded(reader.at("reply") ?? null));
  return ok({ ...settled, answer: { ...settled.answer, receipt, replayed: true } });
}

/** The final state of a receipt settles an operation; a recorded reply that is not sound is withheld. */
function settle(state: "succeeded" | "refused", recorded: Result<SettledAnswer, ReplyFault>): SettledReceipt {
  if (recorded.ok && recorded.value.status === state) return { kind: "settled", answer: recorded.value, withheld: [] };
  const withheld = recorded.ok ? [STATE_MISMATCH] : recorded.faults;
  const error = state === "refused" ? UNREADABLE_REFUSAL : null;
  return { kind: "settled", answer: { ...WITHHELD, status: state, error }, withheld };
}

const STATE_MISMATCH: ReplyFault = {
  code: "state_mismatch",
  pointer: "/reply",
  message: "The recorded reply has another outcome than the state of its receipt",
};

const UNREADABLE_REFUSAL: AgentError = {
  category: "business",
  code: "refused",
  message: "The business refused this request. Its reasons could not be read.",
  retryable: false,
};

const WITHHELD = {
  kind: "settled",
  text: null,
  evidence: [],
  data: undefined,
  store: null,
  receipt: null,
  replayed: true,
} as const satisfies Omit<SettledAnswer, "status" | "error">;

function toRecordBody(record: Exclude<ReceiptRecord, { readonly state: "pending" }>): Uint8Array {
  const { state, receipt } = record;
  const reply = record.state === "voided" ? toJsonBody(null) : record.reply;
  const head = JSON.stringify({ state, receipt }).slice(0, -1);
  const encoder = new TextEncoder();
  return concatenate(encoder.encode(`${head},"reply":`), reply, encoder.encode("}"));
}

function concatenate(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
