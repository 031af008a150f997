import { createTraceId, isTraceId, readTraceparent, toTraceparent } from "./trace.ts";
import { expect, test } from "vitest";
import * as fc from "fast-check";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const PARENT_ID = "b7ad6b7169203331";
const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes);

test("what is created is read back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const random = (count: number): Uint8Array => bytes.subarray(0, count);
      const traceId = createTraceId(random);
      expect(isTraceId(traceId)).toBe(true);
      expect(readTraceparent(toTraceparent(traceId, random))).toBe(traceId);
    }),
  );
});

test("no id is all zero, whatever the random bytes", () => {
  expect(isTraceId(createTraceId(zeros))).toBe(true);
  expect(readTraceparent(toTraceparent(TRACE_ID, zeros))).toBe(TRACE_ID);
});

test("isTraceId", () => {
  expect(isTraceId(TRACE_ID)).toBe(true);
  for (const text of [
    "",
    "0".repeat(32),
    TRACE_ID.toUpperCase(),
    TRACE_ID.slice(1),
    `${TRACE_ID}0`,
    `${TRACE_ID}\n`,
    "g".repeat(32),
  ]) {
    expect(isTraceId(text)).toBe(false);
  }
});

test.each([
  `00-${TRACE_ID}-${PARENT_ID}-01`,
  `00-${TRACE_ID}-${PARENT_ID}-00`,
  `cc-${TRACE_ID}-${PARENT_ID}-01`,
  `cc-${TRACE_ID}-${PARENT_ID}-01-what-the-future-brings`,
])("readTraceparent reads %j", (text) => {
  expect(readTraceparent(text)).toBe(TRACE_ID);
});

test.each([
  "",
  TRACE_ID,
  `ff-${TRACE_ID}-${PARENT_ID}-01`,
  `00-${TRACE_ID}-${PARENT_ID}-01-more`,
  `cc-${TRACE_ID}-${PARENT_ID}-01more`,
  `00-${TRACE_ID}-${PARENT_ID}`,
  `00-${"0".repeat(32)}-${PARENT_ID}-01`,
  `00-${TRACE_ID}-${"0".repeat(16)}-01`,
  `00-${TRACE_ID.toUpperCase()}-${PARENT_ID}-01`,
  ` 00-${TRACE_ID}-${PARENT_ID}-01`,
  `00-${TRACE_ID}-${PARENT_ID}-01\n`,
  `00_${TRACE_ID}_${PARENT_ID}_01`,
])("readTraceparent refuses %j", (text) => {
  expect(readTraceparent(text)).toBeNull();
});
