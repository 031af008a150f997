import type { ProblemError } from "../../core/error.ts";
import type { AgentError, Answer } from "../../core/outcome.ts";
import { faulty } from "../../core/result.ts";
import { toFaulted, withError } from "../agent-error.ts";
import { tellFaults } from "../argument-faults.ts";
import type {
  AdapterRoute,
  Contract,
  IncomingCall,
  ReceiptAnswer,
  ToolCall,
  WireHeaders,
  WireReply,
} from "../contract.ts";
import { requireCredential, toTraceHeaders } from "../header-value.ts";
import { isJsonMediaType } from "../media-type.ts";
import { encodeProblem } from "../problem.ts";
import { decodeReceipt, encodeReceipt, toReceiptRequest } from "../receipt-document.ts";
import { firstCause, isReplayed, readReplyBody } from "../reply-body.ts";
import { matchPath, toDoor } from "../route.ts";
import { toAttemptedQuery } from "./attempted-query.ts";
import { encodeEnvelope, encodeErrorEnvelope, readEnvelope } from "./envelope.ts";
import { decodeCall, encodeCall, EXECUTE_PATH, fingerprintCall } from "./execute.ts";

const RECEIPTS_PATH = "/v1/receipts/";

/** The domain-pack contract (contract §3). */
export const domainPackContract: Contract = {
  name: "domain-pack",
  fingerprint: fingerprintCall,
  encodeCall,
  encodeAttempt,
  decodeReply,
  encodeLookup: (operation) => toReceiptRequest("GET", RECEIPTS_PATH + encodeURIComponent(operation.id), operation),
  encodeVoid: () => null,
  decodeReceipt: decodeRecorded,
  route,
  readCredential: (headers) => headers["x-api-key"] ?? null,
  decodeCall: (_route, _headers, body) => decodeCall(body),
  encodeReply: (call, reply) => encodeEnvelope(reply, call.context),
  encodeReceipt,
  encodeTransient: (_call, error) => encodeErrorEnvelope(error),
  encodeProblem: encodeFault,
};

function encodeAttempt(credential: string, traceId: string): WireHeaders {
  return { "x-api-key": requireCredential(credential), ...toTraceHeaders(traceId) };
}

/** What the platform makes of an answer (contract §3.2): only a valid envelope is believed. */
function decodeReply(call: ToolCall, reply: WireReply): Answer {
  const { mutating } = call.tool;
  if (reply.status === 401) {
    return toFaulted({ code: "unauthorized", detail: "The adapter did not accept the secret" }, mutating, "none");
  }
  if (reply.status !== 200) {
    return toFaulted(
      { code: "status", detail: `The adapter answered ${reply.status}: an envelope is a 200` },
      mutating,
      "unknown",
    );
  }
  const body = readReplyBody(reply, isJsonMediaType);
  if (!body.ok) return toFaulted(firstCause(body.faults), mutating, "unknown");
  const envelope = readEnvelope(body.value, call.context);
  if (!envelope.ok) {
    const cause = {
      code: "invalid_envelope",
      detail: "The reply is not an envelope: see its faults",
      faults: envelope.faults,
    };
    return toFaulted(cause, mutating, "unknown");
  }
  if (envelope.value.kind === "settled") return { ...envelope.value, replayed: isReplayed(reply.headers) };
  const cause = { code: "transient", detail: "The adapter answered with a transient error" };
  return withError(cause, mutating, "unknown", envelope.value.error);
}

function decodeRecorded(call: ToolCall, reply: WireReply): ReceiptAnswer {
  return decodeReceipt(call, reply, (body) => {
    const envelope = readEnvelope(body, call.context);
    if (!envelope.ok) return envelope;
    if (envelope.value.kind === "settled") return { ok: true, value: envelope.value };
    return faulty({ code: "envelope", pointer: "/reply", message: "A transient error is never recorded" });
  });
}

function route(method: string, path: string): AdapterRoute | null {
  if (path === EXECUTE_PATH) return toDoor(method, "POST", { kind: "call", toolName: null });
  const operationId = matchPath(path, RECEIPTS_PATH, "");
  return operationId === null ? null : toDoor(method, "GET", { kind: "receipt", operationId });
}

/** Faults that the agent can act on go out as envelopes; the others are the platform's, in a status of their own. */
function encodeFault(problem: ProblemError, call: IncomingCall | null, traceId: string): WireReply {
  const error = toAgentError(problem, call);
  return error === null ? encodeProblem(problem, traceId) : encodeErrorEnvelope(error);
}

function toAgentError({ code, message, extras }: ProblemError, call: IncomingCall | null): AgentError | null {
  if (code === "invalid_arguments") {
    // The tool is not known here, so that the order sent stands in for the order declared.
    const attemptedQuery = call === null ? null : toAttemptedQuery(call.arguments, {});
    return {
      category: "validation",
      code,
      message: [message, ...tellFaults(extras)].join(" "),
      retryable: false,
      attemptedQuery,
    };
  }
  const isTransient = code === "operation_in_progress" || code === "too_many_requests" || code === "unavailable";
  return isTransient && call !== null ? { category: "transient", code, message, retryable: true } : null;
}
