import { SCHEMA_LIMITS } from "./schema-limits.ts";
import type { JsonObject, JsonValue } from "../json.ts";

/** Far above what the deepest admitted schema needs, and far below what the call stack holds. */
const MAX_DOCUMENT_DEPTH = 64;

/** Whether a document is small enough to be read by recursion, and within the limit of bytes as compact JSON. */
export function measureDocument(document: JsonObject): "fits" | "too_deep" | "too_large" {
  let level: JsonValue[] = [document];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DOCUMENT_DEPTH) return "too_deep";
    count += level.length;
    // Each value takes a byte at least: whatever holds more of them need not be written out to be too large.
    if (count > SCHEMA_LIMITS.maxBytes) return "too_large";
    level = level.flatMap(childrenOf);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(document)).length;
  return bytes > SCHEMA_LIMITS.maxBytes ? "too_large" : "fits";
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
