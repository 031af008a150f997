import { isJsonObject, member } from "../../core/json.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";

/**
 * The parameters of a call as `key=value` pairs joined by `"; "`, in the order in which the schema declares them;
 * null when there are none. Texts stand as they are, other values as JSON.
 */
export function toAttemptedQuery(parameters: JsonObject, schema: JsonObject): string | null {
  const properties = member(schema, "properties");
  const declared = isJsonObject(properties) ? Object.keys(properties) : [];
  const undeclared = Object.keys(parameters).filter((key) => !declared.includes(key));
  const pairs = [...declared, ...undeclared].flatMap((key) => {
    const value = member(parameters, key);
    return value === undefined ? [] : [`${key}=${toText(value)}`];
  });
  return pairs.length === 0 ? null : pairs.join("; ");
}

function toText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
