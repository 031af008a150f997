import {
  type JsonFault,
  type JsonFaultReason,
  type JsonPath,
  JsonRefusal,
  toTextPlace,
  toValueFault,
} from "./json-fault.ts";
import { decodeUtf8, validUtf8Prefix } from "./utf8.ts";
import { faulty, ok, type Result } from "./result.ts";
import type { JsonLimits } from "./json-limits.ts";
import { JsonReader } from "./json-reader.ts";
import type { JsonValue } from "./json.ts";

const BYTE_ORDER_MARK = "\ufeff";

/**
 * Reads one JSON document strictly, as every edge of both contracts demands: UTF-8, RFC 8259, no key twice, every number exact, limits kept.
 * Gives ordinary objects, or the first fault with its place; never throws.
 */
export function parseJson(body: Uint8Array, limits: JsonLimits): Result<JsonValue, JsonFault> {
  const fault = (reason: JsonFaultReason, text: string, position: number, path: JsonPath = []): JsonFault => ({
    ...toValueFault(reason, path, limits),
    ...toTextPlace(text, position),
  });

  if (body.length > limits.maxBytes) return faulty(fault("too_large", "", 0));
  const text = decodeUtf8(body);
  if (text === null) {
    const prefix = validUtf8Prefix(body);
    return faulty(fault("invalid_utf8", prefix, prefix.length));
  }
  if (text.startsWith(BYTE_ORDER_MARK)) return faulty(fault("byte_order_mark", text, 0));

  const reader = new JsonReader(text, limits);
  try {
    return ok(reader.readDocument());
  } catch (error) {
    if (!(error instanceof JsonRefusal)) throw error;
    return faulty(fault(error.reason, text, error.position, reader.path));
  }
}
