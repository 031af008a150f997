import { parseClosedSchema } from "./parse-closed-schema.ts";
import type { ClosedSchema } from "./closed-schema.ts";
import type { DocumentFault } from "../tool.ts";
import type { JsonObject, JsonValue } from "../json.ts";

/** Arguments with one required property, called `value`. */
export function closedAround(schema: JsonValue, root: JsonObject = {}): JsonObject {
  return { type: "object", properties: { value: schema }, required: ["value"], additionalProperties: false, ...root };
}

/** Arguments with one optional property, called `value`. */
export function optionalAround(schema: JsonValue): JsonObject {
  return { type: "object", properties: { value: schema }, additionalProperties: false };
}

export function admit(document: JsonValue): ClosedSchema {
  const parsed = parseClosedSchema(document);
  if (!parsed.ok) throw new Error(`The schema is refused: ${JSON.stringify(parsed.faults)}`);
  return parsed.value;
}

export function refusalsOf(document: JsonValue): readonly DocumentFault[] {
  const parsed = parseClosedSchema(document);
  return parsed.ok ? [] : parsed.faults;
}
