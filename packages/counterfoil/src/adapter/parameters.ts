import { isJsonArray, isJsonObject } from "../core/json.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";

/** Keywords whose value maps names to schemas. */
const NAMED_SCHEMAS: ReadonlySet<string> = new Set(["properties", "$defs"]);

/**
 * Takes out of a generated JSON Schema what the closed subset does not know or need: the dialect, and the pattern
 * beside a format, since the format is asserted and the library still judges by its own pattern.
 */
export function toParameters(document: JsonObject): JsonObject {
  const { $schema: _dialect, ...schema } = document;
  return cleanSchema(schema);
}

function cleanSchema(schema: JsonObject): JsonObject {
  const members = Object.entries(schema).filter(([key]) => key !== "pattern" || !Object.hasOwn(schema, "format"));
  return Object.fromEntries(members.map(([key, value]) => [key, cleanMember(key, value)]));
}

function cleanMember(key: string, value: JsonValue): JsonValue {
  if (NAMED_SCHEMAS.has(key) && isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, cleanValue(schema)]));
  }
  if (key === "items") return cleanValue(value);
  return key === "anyOf" && isJsonArray(value) ? value.map(cleanValue) : value;
}

function cleanValue(schema: JsonValue): JsonValue {
  return isJsonObject(schema) ? cleanSchema(schema) : schema;
}
