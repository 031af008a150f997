import type { RandomBytes } from "./identifier.ts";

/** Whether this is a trace id: 32 lower-case hexadecimal digits, not all zero (W3C Trace Context). */
export function isTraceId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text) && !isAllZero(text);
}

export function createTraceId(random: RandomBytes): string {
  return createHex(16, random);
}

/** The `traceparent` header of one request within a trace, marked as sampled (W3C Trace Context, version 00). */
export function toTraceparent(traceId: string, random: RandomBytes): string {
  return `00-${traceId}-${createHex(8, random)}-01`;
}

/** The trace id in a `traceparent` header; null where it is malformed. Later versions may append fields. */
export function readTraceparent(text: string): string | null {
  const match =
    /^(?<version>[0-9a-f]{2})-(?<traceId>[0-9a-f]{32})-(?<parentId>[0-9a-f]{16})-[0-9a-f]{2}(?<more>-.*)?$/.exec(text);
  if (match?.groups === undefined) return null;
  const { version, traceId = "", parentId = "", more } = match.groups;
  if (version === "ff" || (version === "00" && more !== undefined)) return null;
  return isAllZero(traceId) || isAllZero(parentId) ? null : traceId;
}

function createHex(bytes: number, random: RandomBytes): string {
  const hex = Array.from(random(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return isAllZero(hex) ? hex.replace(/0$/, "1") : hex;
}

function isAllZero(hex: string): boolean {
  return /^0*$/.test(hex);
}
