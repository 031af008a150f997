import { ProblemError } from "../../core/error.ts";
import type { AgentError } from "../../core/outcome.ts";
import { ok } from "../../core/result.ts";
import type { AdapterRoute, Contract, ReceiptAnswer, ToolCall, WireHeaders, WireReply } from "../contract.ts";
import { requireCredential, toTraceHeaders } from "../header-value.ts";
import { encodeProblem } from "../problem.ts";
import { decodeReceipt, encodeReceipt, toReceiptRequest } from "../receipt-document.ts";
import { matchPath, toDoor } from "../route.ts";
import { decodeCall, encodeCall, fingerprintCall } from "./call.ts";
import { decodeReply, encodeReply, judgeEvidence, readEnvelope, toSettled } from "./reply.ts";

const TRANSIENT_RETRY_AFTER_SECONDS = 1;

/** The provider contract, protocol version 1 (contract §2). */
export const providerContract: Contract = {
  name: "provider",
  fingerprint: fingerprintCall,
  encodeCall,
  encodeAttempt,
  decodeReply,
  encodeLookup: (operation) => toReceiptRequest("GET", `/receipts/${encodeURIComponent(operation.id)}`, operation),
  encodeVoid: (operation) => toReceiptRequest("POST", `/receipts/${encodeURIComponent(operation.id)}/void`, operation),
  decodeReceipt: decodeRecorded,
  route,
  readCredential,
  decodeCall: ({ toolName }, headers, body) => decodeCall(toolName ?? "", headers, body),
  encodeReply: (_call, reply, receipt) => encodeReply(reply, receipt),
  encodeReceipt,
  encodeTransient: (_call, error, traceId) => encodeTransient(error, traceId),
  encodeProblem: (problem, _call, traceId) => encodeProblem(problem, traceId),
};

function encodeAttempt(credential: string, traceId: string): WireHeaders {
  return { authorization: `Bearer ${requireCredential(credential)}`, ...toTraceHeaders(traceId) };
}

function readCredential(headers: WireHeaders): string | null {
  return /^Bearer +([\x21-\x7E]+)$/i.exec(headers["authorization"] ?? "")?.[1] ?? null;
}

function route(method: string, path: string): AdapterRoute | null {
  if (path === "/.well-known/agent-provider") return toDoor(method, "GET", { kind: "manifest" });
  const toolName = matchPath(path, "/tools/", "");
  if (toolName !== null) return toDoor(method, "POST", { kind: "call", toolName });
  const voided = matchPath(path, "/receipts/", "/void");
  if (voided !== null) return toDoor(method, "POST", { kind: "void", operationId: voided });
  const operationId = matchPath(path, "/receipts/", "");
  return operationId === null ? null : toDoor(method, "GET", { kind: "receipt", operationId });
}

function encodeTransient(error: AgentError, traceId: string): WireReply {
  const options = { retryAfterSeconds: TRANSIENT_RETRY_AFTER_SECONDS };
  return encodeProblem(new ProblemError("unavailable", error.message, options), traceId);
}

function decodeRecorded(call: ToolCall, reply: WireReply, now: Date): ReceiptAnswer {
  return decodeReceipt(call, reply, (body) => {
    const envelope = readEnvelope(call, body);
    if (!envelope.ok) return envelope;
    const evidence = judgeEvidence(call, envelope.value, now);
    return evidence.ok ? ok(toSettled(envelope.value, evidence.value, true)) : evidence;
  });
}
