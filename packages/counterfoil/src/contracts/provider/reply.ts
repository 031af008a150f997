import { checkEvidence } from "../../core/check-evidence.ts";
import type { Evidence } from "../../core/evidence.ts";
import { isJsonObject } from "../../core/json.ts";
import type { JsonValue } from "../../core/json.ts";
import type { AgentError, Answer, AnswerCause, ErrorCategory, Receipt, ReplyFault } from "../../core/outcome.ts";
import { faulty, ok } from "../../core/result.ts";
import type { Result } from "../../core/result.ts";
import { toFaulted } from "../agent-error.ts";
import type { ToolCall, ToolReply, WireReply } from "../contract.ts";
import { isJsonMediaType } from "../media-type.ts";
import { MemberReader } from "../member-reader.ts";
import { firstCause, isReplayed, readReplyBody, toJsonReply } from "../reply-body.ts";
import { decodeProblem } from "./problem.ts";
import { readMatchingReceipt } from "../receipt.ts";

const REFUSAL_CATEGORIES = ["business", "validation", "permission"] as const satisfies readonly ErrorCategory[];

/** A reply envelope (contract §2.3) whose evidence is still to be judged. */
export interface ReplyEnvelope {
  readonly status: "succeeded" | "refused";
  readonly text: string | null;
  readonly error: AgentError | null;
  readonly receipt: Receipt | null;
  readonly evidence: JsonValue | undefined;
}

/** Gives a tool's answer its bytes (contract §2.3). */
export function encodeReply(reply: ToolReply, receipt: Receipt | null): WireReply {
  return toJsonReply(200, {
    status: reply.status,
    evidence: reply.evidence,
    ...(reply.text === null ? {} : { text: reply.text }),
    ...(reply.error === null ? {} : { error: toWireError(reply.error) }),
    ...(receipt === null ? {} : { receipt }),
  });
}

/** Judges a complete answer: it settles the call, or its faults say why it cannot and what is known of the effect. */
export function decodeReply(call: ToolCall, reply: WireReply, now: Date): Answer {
  const { mutating } = call.tool;
  if (reply.status !== 200) return decodeProblem(mutating, reply);
  const body = readReplyBody(reply, isJsonMediaType);
  if (!body.ok) return toFaulted(firstCause(body.faults), mutating, "unknown");
  const envelope = readEnvelope(call, body.value);
  if (!envelope.ok) return toFaulted(toCause("invalid_envelope", envelope.faults), mutating, "unknown");
  const evidence = judgeEvidence(call, envelope.value, now);
  if (!evidence.ok) return toFaulted(toCause("invalid_evidence", evidence.faults), mutating, "unknown");
  return toSettled(envelope.value, evidence.value, isReplayed(reply.headers));
}

export function judgeEvidence(
  { tool, arguments: args, operation }: ToolCall,
  { evidence: items, status }: ReplyEnvelope,
  now: Date,
): Result<readonly Evidence[], ReplyFault> {
  return checkEvidence({ items, status, tool, arguments: args, operation, now });
}

export function toSettled(
  { status, text, error, receipt }: ReplyEnvelope,
  evidence: readonly Evidence[],
  replayed: boolean,
): Answer & { readonly kind: "settled" } {
  return { kind: "settled", status, text, evidence, data: undefined, store: null, error, receipt, replayed };
}

/** Reads everything of an envelope but its evidence, with every fault. */
export function readEnvelope(call: ToolCall, body: JsonValue): Result<ReplyEnvelope, ReplyFault> {
  if (!isJsonObject(body)) {
    return faulty({ code: "envelope", pointer: "", message: "A reply is an object with status and evidence" });
  }
  const faults: ReplyFault[] = [];
  const reader = new MemberReader(body, "", faults);
  const status = readStatus(reader);
  const text = reader.has("text") ? reader.string("text", "text") : null;
  const error = readError(reader, status);
  const receipt = readMatchingReceipt(reader, call);
  if (status === undefined || text === undefined || error === undefined || receipt === undefined || faults.length > 0) {
    return { ok: false, faults };
  }
  return ok({ status, text, error, receipt, evidence: reader.at("evidence") });
}

function readStatus(reader: MemberReader): "succeeded" | "refused" | undefined {
  const status = reader.at("status");
  if (status === "succeeded" || status === "refused") return status;
  return reader.expected("status", "status", '"succeeded" or "refused"');
}

/** The error of a refusal; null for a success, which carries none. */
function readError(reader: MemberReader, status: string | undefined): AgentError | null | undefined {
  if (status !== "refused") {
    return reader.has("error")
      ? reader.fault("error", ["error"], 'error belongs to a refusal: leave it out, or send status "refused"')
      : null;
  }
  const error = reader.members("error", "error");
  if (error === undefined) return undefined;
  const category = REFUSAL_CATEGORIES.find((known) => known === error.at("category"));
  if (category === undefined) error.expected("error", "category", "business, validation or permission");
  const [code, message] = [error.text("code", "error"), error.text("message", "error")];
  const retryable = error.boolean("retryable", "error");
  if (category === undefined || code === undefined || message === undefined || retryable === undefined)
    return undefined;
  const partialResults = error.at("partial_results");
  return { category, code, message, retryable, ...(partialResults === undefined ? {} : { partialResults }) };
}

function toWireError({ category, code, message, retryable, partialResults }: AgentError): object {
  const partial = partialResults === undefined ? {} : { partial_results: partialResults };
  return { category, code, message, retryable, ...partial };
}

function toCause(code: string, faults: readonly ReplyFault[]): AnswerCause {
  return { code, detail: "The reply breaks the provider contract: see its faults", faults };
}
