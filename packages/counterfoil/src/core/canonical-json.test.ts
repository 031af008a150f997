import { describe, expect, test } from "vitest";
import { parsedValues, spell } from "./parsed-json.testdata.ts";
import { readVectors, toBytes } from "./vectors.testdata.ts";
import { createRequire } from "node:module";
import { CALL_LIMITS } from "./json-limits.ts";
import * as fc from "fast-check";
import type { JsonValue } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { toCanonicalJson } from "./canonical-json.ts";

// Its types describe an ES module, which it is not.
const canonicalize: (value: unknown) => string | undefined = createRequire(import.meta.url)("canonicalize");

interface CanonicalVectors {
  readonly numbers: readonly { readonly ieee754: string; readonly canonical?: string; readonly refused?: true }[];
  readonly documents: readonly {
    readonly name: string;
    readonly text: string;
    readonly canonical?: string;
    readonly refused?: string;
  }[];
}

const vectors: CanonicalVectors = JSON.parse(readVectors("canonical"));

function read(text: string): JsonValue {
  const parsed = parseJson(toBytes({ text }), CALL_LIMITS);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
}

function toNumber(ieee754: string): number {
  return Buffer.from(ieee754, "hex").readDoubleBE();
}

describe("the vectors of the specification", () => {
  test.each(vectors.numbers.filter(({ refused }) => !refused))("number $ieee754", ({ ieee754, canonical }) => {
    expect(toCanonicalJson(toNumber(ieee754))).toBe(canonical);
  });

  test.each(vectors.numbers.filter(({ refused }) => refused))("no number $ieee754", ({ ieee754 }) => {
    expect(() => toCanonicalJson(toNumber(ieee754))).toThrow(RangeError);
  });

  test.each(vectors.documents.filter(({ canonical }) => canonical !== undefined))("$name", ({ text, canonical }) => {
    expect(toCanonicalJson(JSON.parse(text))).toBe(canonical);
  });

  test.each(vectors.documents.filter(({ refused }) => refused === undefined))(
    "read strictly: $name",
    ({ text, canonical }) => {
      expect(toCanonicalJson(read(text))).toBe(canonical);
    },
  );

  test.each(vectors.documents.filter(({ refused }) => refused !== undefined))("refused: $name", ({ text, refused }) => {
    expect(parseJson(toBytes({ text }), CALL_LIMITS)).toMatchObject({ ok: false, faults: [{ reason: refused }] });
  });
});

describe("properties", () => {
  test("agrees with another implementation", () => {
    fc.assert(
      fc.property(parsedValues, (value) => {
        expect(toCanonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  test("agrees with another implementation on every finite number", () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(numbers, (value) => {
        expect(toCanonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  test("one value has one form, which is its own", () => {
    fc.assert(
      fc.property(parsedValues, fc.nat(), (value, seed) => {
        const canonical = toCanonicalJson(value);
        for (const text of [canonical, spell(value, seed)]) {
          expect(toCanonicalJson(read(text))).toBe(canonical);
        }
      }),
    );
  });

  test("different values have different forms", () => {
    fc.assert(
      fc.property(parsedValues, parsedValues, (a, b) => {
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
