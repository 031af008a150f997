import { describe, expect, test } from "vitest";
import { jsonValues, spell } from "./json.testdata.ts";
import { readVectors, toBytes } from "./vectors.testdata.ts";
import { CALL_LIMITS } from "./json-limits.ts";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { parseJson } from "./parse-json.ts";
import { toCanonicalJson } from "./canonical-json.ts";

interface CanonicalVectors {
  readonly numbers: readonly { readonly ieee754: string; readonly canonical?: string; readonly refused?: true }[];
  readonly documents: readonly {
    readonly name: string;
    readonly text: string;
    readonly canonical?: string;
    readonly refused?: string;
  }[];
}

const vectors = readVectors<CanonicalVectors>("canonical");

describe("the vectors of the specification", () => {
  test.each(vectors.numbers)("number $ieee754", ({ ieee754, canonical, refused }) => {
    const value = Buffer.from(ieee754, "hex").readDoubleBE();
    if (refused) expect(() => toCanonicalJson(value)).toThrow(RangeError);
    else expect(toCanonicalJson(value)).toBe(canonical);
  });

  test.each(vectors.documents)("$name", ({ text, canonical, refused }) => {
    const parsed = parseJson(toBytes({ text }), CALL_LIMITS);
    if (canonical !== undefined) expect(toCanonicalJson(JSON.parse(text))).toBe(canonical);
    if (refused !== undefined) expect(parsed).toMatchObject({ ok: false, faults: [{ reason: refused }] });
    else expect(parsed.ok && toCanonicalJson(parsed.value)).toBe(canonical);
  });
});

describe("properties", () => {
  test("agrees with another implementation", () => {
    fc.assert(fc.property(jsonValues, (value) => expect(toCanonicalJson(value)).toBe(canonicalize(value))));
  });

  test("agrees with another implementation on every finite number", () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(numbers, (value) => expect(toCanonicalJson(value)).toBe(canonicalize(value))));
  });

  test("one value has one form, which is its own", () => {
    fc.assert(
      fc.property(jsonValues, fc.gen(), (value, choose) => {
        const canonical = toCanonicalJson(value);
        for (const text of [canonical, spell(value, choose)]) {
          const parsed = parseJson(toBytes({ text }), CALL_LIMITS);
          expect(parsed.ok && toCanonicalJson(parsed.value)).toBe(canonical);
        }
      }),
    );
  });

  test("different values have different forms", () => {
    fc.assert(
      fc.property(jsonValues, jsonValues, (a, b) => {
        fc.pre(!isEqual(a, b));
        expect(toCanonicalJson(a)).not.toBe(toCanonicalJson(b));
      }),
    );
  });
});

test("what no JSON text can hold has no form", () => {
  for (const value of [NaN, Infinity, [-Infinity], "\ud800", { "\udc00": 1 }]) {
    expect(() => toCanonicalJson(value)).toThrow(RangeError);
  }
});

function isEqual(a: unknown, b: unknown): boolean {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
}
