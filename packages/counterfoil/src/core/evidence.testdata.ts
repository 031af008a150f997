import type { EvidenceCheckParams } from "./check-evidence.ts";
import type { JsonObject, JsonValue } from "./json.ts";

const as_of = "2026-11-09T10:00:00+04:00";

export const entity: JsonObject = {
  id: "request",
  kind: "entity",
  as_of,
  type: "request",
  ref: "R-1001",
  label: { en: "Request R-1001", ar: "الطلب R-1001" },
};

export const completeness: JsonObject = {
  id: "all_requests",
  kind: "completeness",
  as_of,
  collection: "request",
  query: { status: "open", filter: { tags: ["a", 1] } },
  returned: 1,
  complete: true,
  total: 1,
};

export const reference: JsonObject = {
  id: "quote_this",
  kind: "reference",
  as_of,
  entity: "request",
  scheme: "booking",
  code: "CW-1000",
  expires_at: "2026-12-01T00:00:00Z",
};

export const action: JsonObject = {
  id: "created",
  kind: "action",
  as_of,
  action: "request.create",
  operation_id: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C",
  request_fingerprint: "v1=:zpTYEsX5MaoNdSStXwquOZ/okvTC4XXLDi10sR8hyIM=:",
  result: "done",
  effected_at: "2026-11-09T09:59:59.5+04:00",
  entity: "request",
  changes: [{ name: "status", from: null, to: "open" }],
};

export const VALUES: Readonly<Record<string, JsonObject>> = {
  money: { value: { amount: "180.00", currency: "AED" } },
  integer: { value: 3, unit: "bikes" },
  decimal: { value: "-12.50" },
  percent: { value: "5" },
  date: { value: "2026-11-09" },
  time: { value: "09:30", zone: "Europe/London" },
  datetime: { value: "2026-11-09T09:30:00+00:00", zone: "Europe/London" },
  duration: { value: "PT1H30M" },
  code: { value: "open", labels: { open: { en: "Open", ar: "مفتوح" }, closed: { en: "Closed" } } },
  boolean: { value: false },
  text: { value: "Bring the bike\u200F and its keys 👩‍🔧", valid_until: "2026-11-10T00:00:00Z", label: { und: "Note" } },
};

/** A `value` item of one type; its name is the type's. */
export function valueOf(type: string): JsonObject {
  return { id: `the_${type}`, kind: "value", as_of, entity: "request", name: type, type, ...VALUES[type] };
}

/** A reply of a reading tool that declares every kind it may. */
export function readReply(items: JsonValue = readItems()): EvidenceCheckParams {
  return {
    items,
    status: "succeeded",
    tool: { producesEvidence: ["entity", "value", "reference", "completeness"], mutating: false, action: null },
    arguments: { status: "open", filter: { tags: ["a", 1] }, limit: 10 },
    operation: null,
    now: new Date("2026-11-09T06:00:00Z"),
  };
}

export function readItems(): readonly JsonObject[] {
  return [entity, completeness, reference, ...Object.keys(VALUES).map(valueOf)];
}

/** A reply of a mutating tool that creates the entity. */
export function mutationReply(items: JsonValue = [entity, action]): EvidenceCheckParams {
  return {
    ...readReply(items),
    tool: { producesEvidence: ["entity", "action"], mutating: true, action: "request.create" },
    operation: {
      id: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9C",
      fingerprint: "v1=:zpTYEsX5MaoNdSStXwquOZ/okvTC4XXLDi10sR8hyIM=:",
    },
  };
}
