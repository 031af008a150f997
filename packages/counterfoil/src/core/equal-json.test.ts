import fc from "fast-check";
import { expect, it } from "vitest";
import { isEqualJson } from "./equal-json.ts";
import type { JsonValue } from "./json.ts";

const json: fc.Arbitrary<JsonValue> = fc.jsonValue() as fc.Arbitrary<JsonValue>;

it("finds a value equal to its copy with members in another order", () => {
  const reversed = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, item]) => [key, reversed(item)]),
    );
  };
  fc.assert(fc.property(json, (value) => isEqualJson(value, reversed(value))));
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
