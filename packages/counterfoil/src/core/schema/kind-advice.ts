import { kindOf, nameKinds } from "./value-kind.ts";
import { MAX_SHOWN_LENGTH, nameValue, showText } from "./shown-value.ts";
import type { JsonValue } from "../json.ts";
import type { KindSet, ValueKind } from "./value-kind.ts";

/** What is wrong with a value of the wrong kind, and what to send instead. */
export function tellWrongKind(expected: KindSet, value: JsonValue): string {
  return `expected ${nameKinds(expected)}, got ${nameValue(value)}: ${adviseKind(expected, value)}`;
}

/** What is wrong with a null where a property may be absent: models send it for what they mean to omit. */
export function tellNullForAbsent(expected: KindSet): string {
  return `expected ${nameKinds(expected)}, got null: leave it out when there is nothing to send`;
}

function adviseKind(expected: KindSet, value: JsonValue): string {
  if (typeof value === "string") {
    const meant = readQuotedValue(value);
    if (meant !== undefined && expected.has(kindOf(meant))) return adviseUnquoting(value, kindOf(meant));
  }
  if (expected.has("string") && (typeof value === "number" || typeof value === "boolean")) {
    return `send ${showText(String(value))} in quotes`;
  }
  if (expected.has("integer") && kindOf(value) === "fraction") return "send a whole number";
  if (expected.has("array") && value !== null) return "send an array, also for a single item";
  return `send ${nameKinds(expected)}`;
}

/** What to send in place of a string that holds the JSON text of the value itself. */
export function adviseUnquoting(text: string, kind: ValueKind): string {
  const isShort = text.length <= MAX_SHOWN_LENGTH;
  return isShort ? `send ${text.trim()} without quotes` : `send the ${kind} itself, not its JSON text in a string`;
}

/** The value whose JSON text a string holds; undefined when there is none that could be sent as it is. */
export function readQuotedValue(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return typeof value === "number" && !isExact(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Integers beyond this would arrive rounded, and are refused wherever JSON is parsed. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
