import { isJsonArray, isJsonObject, type JsonValue } from "./json.ts";
import { isWellFormed } from "./utf8.ts";

/**
 * Writes a value in its one canonical form (RFC 8785): keys sorted by UTF-16 unit, no white space, ECMAScript's numbers and escapes.
 * Throws `RangeError` on what no JSON text can hold, which `parseJson` and `checkJson` never give.
 */
export function toCanonicalJson(value: JsonValue): string {
  if (typeof value === "string") return toCanonicalString(value);
  if (isJsonArray(value)) return `[${value.map(toCanonicalJson).join(",")}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([key, item]) => `${toCanonicalString(key)}:${toCanonicalJson(item)}`).join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError("JSON has no NaN or Infinity.");
  return JSON.stringify(value);
}

function toCanonicalString(text: string): string {
  if (!isWellFormed(text)) throw new RangeError("Half a surrogate pair has no canonical form.");
  return JSON.stringify(text);
}
