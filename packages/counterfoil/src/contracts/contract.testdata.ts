import type { CallContext } from "../core/context.ts";
import type { ActionEvidence, Evidence } from "../core/evidence.ts";
import type { JsonValue } from "../core/json.ts";
import type { Receipt } from "../core/outcome.ts";
import type { Result } from "../core/result.ts";
import { parseClosedSchema } from "../core/schema.ts";
import type { Tool } from "../core/tool.ts";
import type { Contract, ToolCall, ToolReply, WireReply } from "./contract.ts";

export const NOW = new Date("2026-11-09T06:00:00Z");

export const CONTEXT: CallContext = {
  workspace: "ws_42",
  conversation: "cv_8a41c2e0",
  turn: "3",
  subject: { channel: "whatsapp", id: "12025550142" },
  locale: "en-GB",
  timezone: "Asia/Dubai",
  currentTime: "2026-11-09T10:00:00+04:00",
  domainId: "cogwheel-cycles",
  partnerId: "riverside",
  phone: "12025550142",
  contactId: "ct_7",
  countryCode: "1",
  language: "en",
};

const PARAMETERS = {
  type: "object",
  properties: { reference: { type: "string" }, date: { type: "string" }, qty: { type: "integer" } },
  additionalProperties: false,
} as const;

export function toTool(changes: Partial<Tool> = {}): Tool {
  const schema = parseClosedSchema(PARAMETERS);
  if (!schema.ok) throw new Error("The schema of the tests is not admitted");
  return {
    name: "request.status",
    title: null,
    description: null,
    mutating: false,
    action: null,
    producesEvidence: ["entity", "value"],
    timeoutMs: 5000,
    parameters: schema.value,
    requiresFacts: {},
    setsFacts: [],
    messages: null,
    ...changes,
  };
}

export const READ_TOOL: Tool = toTool();
export const WRITE_TOOL: Tool = toTool({
  name: "request.create",
  mutating: true,
  action: "request.create",
  producesEvidence: ["action"],
});

export const OPERATION_ID = "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C";

/** A call as the gateway makes it, with the fingerprint of its contract. */
export function toCall(contract: Contract, tool: Tool, changes: Partial<ToolCall> = {}): ToolCall {
  const call: ToolCall = {
    tool,
    arguments: { reference: "R-1001", qty: 2 },
    context: CONTEXT,
    contractVersion: contract.name === "provider" ? "2026-09-01" : null,
    operation: null,
    ...changes,
  };
  if (!tool.mutating) return call;
  return { ...call, operation: { id: OPERATION_ID, fingerprint: contract.fingerprint(call, OPERATION_ID) } };
}

export function toReply(document: unknown, changes: Partial<WireReply> = {}): WireReply {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: new TextEncoder().encode(text), ...changes };
}

export function readJson(body: Uint8Array): JsonValue {
  return JSON.parse(new TextDecoder().decode(body));
}

export function toReceipt({ operation, tool }: ToolCall): Receipt {
  return {
    operation_id: operation?.id ?? "",
    request_fingerprint: operation?.fingerprint ?? "",
    action: tool.action ?? "",
    recorded_at: "2026-11-09T06:00:00Z",
    expires_at: "2026-12-09T06:00:00Z",
  };
}

export function toActionEvidence({ operation, tool }: ToolCall, result: "done" | "refused"): ActionEvidence {
  return {
    id: "a1",
    kind: "action",
    as_of: "2026-11-09T06:00:00Z",
    action: tool.action ?? "",
    operation_id: operation?.id ?? "",
    request_fingerprint: operation?.fingerprint ?? "",
    result,
    ...(result === "done" ? { effected_at: "2026-11-09T06:00:00Z" } : {}),
  };
}

export const READ_EVIDENCE: readonly Evidence[] = [
  {
    id: "e1",
    kind: "entity",
    as_of: "2026-11-09T06:00:00Z",
    type: "request",
    ref: "R-1001",
    label: { en: "Request R-1001" },
  },
  { id: "v1", kind: "value", as_of: "2026-11-09T06:00:00Z", entity: "e1", name: "qty", type: "integer", value: 2 },
];

/** A tool's success, with all that either contract can carry. */
export function toSuccess(call: ToolCall): ToolReply {
  return {
    status: "succeeded",
    text: "3 free slot(s) — موعد",
    evidence: call.tool.mutating ? [toActionEvidence(call, "done")] : READ_EVIDENCE,
    data: { slots: [{ slot_id: "rv-20261109-0930" }], none: null },
    store: {
      isTemporary: false,
      entries: [
        { key: "open_booking", value: "- **OPEN_BOOKING**: CW-1000" },
        { key: "old", value: null },
      ],
      facts: { has_open_booking: true },
    },
    error: null,
  };
}

/** A tool's refusal; its code is its category, which both contracts carry. */
export function toRefusal(call: ToolCall): ToolReply {
  return {
    status: "refused",
    text: null,
    evidence: call.tool.mutating ? [toActionEvidence(call, "refused")] : [],
    data: undefined,
    store: null,
    error: {
      category: "business",
      code: "business",
      message: "Closed on 2026-11-09. Open Tuesday to Saturday.",
      retryable: false,
      partialResults: { nextOpenDay: "2026-11-10", slots: [] },
    },
  };
}

/** The value of a result that has to be one. */
export function requireValue<Value>(result: Result<Value, Error>): Value {
  if (result.ok) return result.value;
  throw new Error("There is no value", { cause: result.faults[0] });
}
