import type { JsonFaultReason } from "./json-fault.ts";

/** Why a number is refused, in a text and in a value alike; null when it is exact enough to pass between languages. */
export function numberFault(value: number): JsonFaultReason | null {
  if (value >= -Number.MAX_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return null;
  // Every binary64 number out here is integral, so this holds for all spellings: 9007199254740993.0, 1e16.
  return Number.isFinite(value) ? "unsafe_integer" : "number_overflow";
}

/** Whether a key reaches into the prototype of an ordinary object. */
export function isForbiddenKey(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}
