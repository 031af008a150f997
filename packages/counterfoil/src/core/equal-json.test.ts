import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isEqualJson } from "./equal-json.ts";
import { jsonValues } from "./json.testdata.ts";
import type { JsonValue } from "./json.ts";

it("finds a value equal to its copy with members in another order", () => {
  const reversed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, item]) => [key, reversed(item)]),
    );
  };
  fc.assert(
    fc.property(jsonValues, (value) => {
      expect(isEqualJson(value, reversed(value))).toBe(true);
    }),
  );
});

it.each<[JsonValue, JsonValue]>([
  [1, "1"],
  [null, {}],
  [[], {}],
  [{}, null],
  [{ a: null }, {}],
  [{ a: null }, { b: null }],
  [
    [1, 2],
    [2, 1],
  ],
  [[1], [1, null]],
  [{ toString: 1 }, { valueOf: 1 }],
  ["\u00e9", "e\u0301"],
])("tells %j from %j", (left, right) => {
  expect(isEqualJson(left, right)).toBe(false);
  expect(isEqualJson(right, left)).toBe(false);
});
