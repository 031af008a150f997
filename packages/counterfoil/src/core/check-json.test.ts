import { describe, expect, test } from "vitest";
import { checkJson } from "./check-json.ts";
import * as fc from "fast-check";
import { CALL_LIMITS } from "./json-limits.ts";
import type { JsonValueFault } from "./json-fault.ts";
import { parsedValues } from "./parsed-json.testdata.ts";
import { parseJson } from "./parse-json.ts";
import { runInNewContext } from "node:vm";
import { toCanonicalJson } from "./canonical-json.ts";

function refuse(value: unknown, limits = CALL_LIMITS): JsonValueFault {
  const checked = checkJson(value, limits);
  if (checked.ok) throw new Error("The value was accepted.");
  expect(checked.faults).toHaveLength(1);
  return checked.faults[0]!;
}

const circle: Record<string, unknown> = { list: [] };
circle["list"] = [1, { again: circle }];

describe("refused", () => {
  test.each([
    ["undefined", undefined, "undefined_value", ""],
    ["an undefined member", { a: 1, b: undefined }, "undefined_value", "/b"],
    ["an undefined item", [undefined], "undefined_value", "/0"],
    ["a function", { run: () => 1 }, "unsupported_type", "/run"],
    ["a symbol", [Symbol("s")], "unsupported_type", "/0"],
    ["a bigint", { id: 1n }, "unsupported_type", "/id"],
    ["a date", { at: new Date(0) }, "unsupported_type", "/at"],
    ["a map", new Map(), "unsupported_type", ""],
    ["bytes", { file: new Uint8Array(2) }, "unsupported_type", "/file"],
    ["a boxed string", [new String("a")], "unsupported_type", "/0"],
    ["an instance", { shop: new URL("http://127.0.0.1") }, "unsupported_type", "/shop"],
    ["an error", [new Error("no")], "unsupported_type", "/0"],
    ["a promise", [Promise.resolve(1)], "unsupported_type", "/0"],
    ["a toJSON method", { toJSON: () => 1 }, "unsupported_type", "/toJSON"],
    ["a symbol key", { [Symbol("s")]: 1 }, "unsupported_type", ""],
    ["a hole", [Object.assign([1], { 2: 3 })], "sparse_array", "/0/1"],
    ["a circle", circle, "cycle", "/list/1/again"],
    ["NaN", { a: NaN }, "not_finite", "/a"],
    ["Infinity", [0, -Infinity], "not_finite", "/1"],
    ["an inexact integer", { id: 2 ** 53 }, "unsafe_integer", "/id"],
    ["a huge number", { id: -1e300 }, "unsafe_integer", "/id"],
    ["half a surrogate pair", { a: "b\ud800" }, "lone_surrogate", "/a"],
    ["half a pair in a key", { a: { "\udc00": 1 } }, "lone_surrogate", "/a"],
    ["__proto__", JSON.parse('{"a":{"__proto__":1}}'), "forbidden_key", "/a/__proto__"],
    ["constructor", [{ constructor: 1 }], "forbidden_key", "/0/constructor"],
    ["prototype", { prototype: null }, "forbidden_key", "/prototype"],
    ["a long string", { a: "é".repeat(32_769) }, "string_too_long", "/a"],
    ["a long key", { a: { ["k".repeat(65_537)]: 1 } }, "string_too_long", "/a"],
  ])("%s", (_name, value, reason, pointer) => {
    expect(refuse(value)).toMatchObject({ code: "invalid_json", reason, pointer });
  });

  test("a long array of nothing, at once", () => {
    const array: unknown[] = [];
    array.length = 4_000_000_000;
    expect(refuse(array).reason).toBe("sparse_array");
  });

  test("instances of a class", () => {
    class Shop {
      readonly name = "Riverside";
    }
    expect(refuse({ shop: new Shop() })).toMatchObject({ reason: "unsupported_type", pointer: "/shop" });
  });

  test("nesting beyond the limit", () => {
    const nest = (levels: number): unknown => (levels === 0 ? 1 : { a: nest(levels - 1) });
    expect(checkJson(nest(32), CALL_LIMITS).ok).toBe(true);
    expect(refuse(nest(33))).toMatchObject({ reason: "too_deep", pointer: "/a".repeat(32) });
    expect(refuse(nest(5000)).reason).toBe("too_deep");
  });

  test("what is small in memory and large as text", () => {
    let bomb: unknown = ["lol"];
    for (let level = 0; level < 20; level += 1) bomb = Array.from({ length: 9 }, () => bomb);
    const started = performance.now();
    expect(refuse(bomb)).toMatchObject({ code: "too_large", reason: "too_large" });
    expect(performance.now() - started).toBeLessThan(5000);
  });

  test("nothing of the value is repeated in the message", () => {
    expect(JSON.stringify(refuse({ a: ["CANARY\ud800", "CANARY"] }))).not.toContain("CANARY");
  });
});

describe("accepted", () => {
  test("gives a copy that shares nothing", () => {
    const value = { a: [1, { b: "c" }], d: null };
    const checked = checkJson(value, CALL_LIMITS);
    expect(checked).toEqual({ ok: true, value });
    value.a.push(2);
    value.d = null;
    expect(checked).toEqual({ ok: true, value: { a: [1, { b: "c" }], d: null } });
  });

  test("one object in two places is no circle", () => {
    const shared = { a: 1 };
    expect(checkJson([shared, shared], CALL_LIMITS)).toEqual({ ok: true, value: [{ a: 1 }, { a: 1 }] });
  });

  test("objects without prototype and of other realms become ordinary ones", () => {
    const checked = checkJson(
      [Object.assign(Object.create(null), { a: 1 }), runInNewContext("({ b: [2] })")],
      CALL_LIMITS,
    );
    expect(checked).toStrictEqual({ ok: true, value: [{ a: 1 }, { b: [2] }] });
  });

  test("zero has no sign", () => {
    expect(checkJson(-0, CALL_LIMITS)).toEqual({ ok: true, value: 0 });
  });

  test("getters run once, and hidden members are left out", () => {
    let reads = 0;
    const value = Object.defineProperty(
      {
        get a() {
          reads += 1;
          return reads;
        },
      },
      "hidden",
      { value: 1n, enumerable: false },
    );
    expect(checkJson(value, CALL_LIMITS)).toEqual({ ok: true, value: { a: 1 } });
    expect(reads).toBe(1);
  });

  test("every value that the parser gives, and the size is that of its compact text", () => {
    fc.assert(
      fc.property(parsedValues, (value) => {
        const text = new TextEncoder().encode(JSON.stringify(value));
        const exact = { ...CALL_LIMITS, maxBytes: text.length };
        expect(checkJson(value, exact)).toEqual({ ok: true, value });
        expect(parseJson(text, exact)).toEqual({ ok: true, value });
        expect(refuse(value, { ...exact, maxBytes: text.length - 1 }).reason).toBe("too_large");
      }),
    );
  });

  test("anything else is refused or means the same as its JSON text", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withNullPrototype: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const checked = checkJson(value, CALL_LIMITS);
        if (!checked.ok) return;
        expect(toCanonicalJson(checked.value)).toBe(toCanonicalJson(JSON.parse(JSON.stringify(value))));
      }),
      { numRuns: 1000 },
    );
  });
});
