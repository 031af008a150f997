import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { CALL_LIMITS, type JsonLimits, MANIFEST_LIMITS } from "./json-limits.ts";
import { readVectors, toBytes, type VectorBody } from "./vectors.testdata.ts";
import type { JsonFault } from "./json-fault.ts";
import { parsedValues, spell } from "./parsed-json.testdata.ts";
import { type JsonValue, toPointer } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { toCanonicalJson } from "./canonical-json.ts";

interface JsonVectors {
  readonly accepted: readonly (VectorBody & { readonly name: string; readonly canonical?: string })[];
  readonly refused: readonly (VectorBody & { readonly name: string } & Omit<JsonFault, "code" | "message">)[];
}

const vectors: JsonVectors = JSON.parse(readVectors("json"));

function read(text: string, limits: JsonLimits = CALL_LIMITS): JsonValue {
  const parsed = parseJson(new TextEncoder().encode(text), limits);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
}

function refuse(body: Uint8Array, limits: JsonLimits = CALL_LIMITS): JsonFault {
  const parsed = parseJson(body, limits);
  if (parsed.ok) throw new Error("The body was accepted.");
  expect(parsed.faults).toHaveLength(1);
  return parsed.faults[0]!;
}

describe("the vectors of the specification", () => {
  test.each(vectors.accepted)("accepted: $name", ({ canonical, ...body }) => {
    const parsed = parseJson(toBytes(body), CALL_LIMITS);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
    const text = toCanonicalJson(parsed.value);
    expect(text).toBe(canonical ?? text);
  });

  test.each(vectors.refused)("refused: $name", ({ reason, pointer, offset, line, column, ...body }) => {
    expect(refuse(toBytes(body))).toMatchObject({ reason, pointer, offset, line, column });
  });

  test("an accepted container or string is refused when it is cut, wherever", () => {
    const bodies = vectors.accepted.map((vector) => toBytes(vector)).filter((body) => body.length < 200);
    const closed = bodies.filter((body) => '{["'.includes(String.fromCharCode(body[0]!)));
    expect(closed.length).toBeGreaterThan(5);
    for (const body of closed) {
      const lengths = Array.from(body.keys());
      expect(lengths.filter((length) => parseJson(body.subarray(0, length), CALL_LIMITS).ok)).toEqual([]);
    }
  });
});

describe("faults", () => {
  test("only a body that is too large has the code of one", () => {
    const faults = vectors.refused.map((vector) => refuse(toBytes(vector)));
    const large = faults.filter(({ code }) => code === "too_large");
    expect(large).toEqual(faults.filter(({ reason }) => reason === "too_large"));
    expect(large.length).toBeGreaterThan(0);
  });

  test("tell what to do, with the limit in force", () => {
    expect(refuse(toBytes({ text: '{"id":1524831183200260097}' })).message).toContain("send it as a string");
    expect(refuse(toBytes({ text: "[[]]" }), { ...CALL_LIMITS, maxDepth: 1 }).message).toContain("at most 1 ");
    expect(refuse(toBytes({ text: "[1]" }), { ...CALL_LIMITS, maxBytes: 2 }).message).toContain("2 bytes");
    expect(refuse(toBytes({ text: '"abc"' }), { ...CALL_LIMITS, maxStringBytes: 2 }).message).toContain("2 bytes");
  });

  test("never quote the body", () => {
    const spoilers = ["", "x", ",", "]", "\\", "\u0000", "\\ud800", "1e999", '"', "//", "NaN"];
    for (const spoiler of spoilers) {
      for (const text of [
        `CANARY${spoiler}`,
        `["CANARY${spoiler}`,
        `{"a":"CANARY"${spoiler}`,
        `{"a":"CANARY" ${spoiler}}}`,
      ]) {
        expect(JSON.stringify(refuse(toBytes({ text })))).not.toContain("CANARY");
      }
    }
  });

  test("keep their pointer short", () => {
    const key = "k".repeat(1000);
    expect(refuse(toBytes({ text: `{"${key}":[x]}` })).pointer).toBe(`/${"k".repeat(64)}…/0`);
    expect(refuse(toBytes({ text: `{"${"k".repeat(64)}":x}` })).pointer).toBe(`/${"k".repeat(64)}`);
  });
});

describe("limits", () => {
  test("each counts up to and including its value", () => {
    const limits = { maxBytes: 12, maxDepth: 2, maxStringBytes: 3 };
    expect(read("[[ 1, 2, 3]]", limits)).toEqual([[1, 2, 3]]);
    expect(refuse(toBytes({ text: "[[ 1, 2, 3 ]]" }), limits).reason).toBe("too_large");
    expect(refuse(toBytes({ text: "[[[]]]" }), limits).reason).toBe("too_deep");
    expect(read('"é1"', limits)).toBe("é1");
    expect(refuse(toBytes({ text: '"éé"' }), limits).reason).toBe("string_too_long");
    expect(read('"\\u00e91"', limits)).toBe("é1");
    expect(refuse(toBytes({ text: '"\\u00e9é"' }), limits).reason).toBe("string_too_long");
  });

  test("manifests may be nested twice as deep as calls", () => {
    const text = "[".repeat(64) + "]".repeat(64);
    expect(read(text, MANIFEST_LIMITS)).toBeDefined();
    expect(refuse(toBytes({ text })).reason).toBe("too_deep");
    expect(refuse(toBytes({ text: `[${text}]` }), MANIFEST_LIMITS).reason).toBe("too_deep");
  });
});

describe("values", () => {
  test("objects are ordinary, and keys keep their order", () => {
    const value = read('{"b":{"toString":1},"a":[]}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"b":{"toString":1},"a":[]}');
  });

  test("there is one zero", () => {
    expect(Object.is(read("-0"), 0)).toBe(true);
    expect(Object.is(read("-0.0e5"), 0)).toBe(true);
  });

  test("many members are read in linear time", () => {
    const text = `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(",")}}`;
    const started = performance.now();
    expect(toCanonicalJson(read(text, { ...CALL_LIMITS, maxBytes: 1e6 }))).toHaveLength(text.length);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("agreement with JSON.parse", () => {
  /** Refused by these rules alone: JSON.parse accepts it, changed or not. */
  const BEYOND_JSON = new Set([
    "duplicate_key",
    "forbidden_key",
    "unsafe_integer",
    "number_overflow",
    "lone_surrogate",
  ]);

  test("on every value, however it is spelled", () => {
    fc.assert(
      fc.property(parsedValues, fc.nat(), (value, seed) => {
        const text = spell(value, seed);
        expect(read(text)).toEqual(value);
        expect(JSON.parse(text)).toEqual(value);
      }),
    );
  });

  test("on broken texts: what one grammar refuses, the other refuses", () => {
    const characters = Array.from('{}[]",:\\/*0123456789-+.eEutrfalsn \n\t\u0000\u00a0é😀');
    const edit = fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom(...characters));
    fc.assert(
      fc.property(parsedValues, fc.nat(), fc.array(edit, { minLength: 1, maxLength: 4 }), (value, seed, edits) => {
        const broken = edits.reduce(
          (text, [at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed),
          spell(value, seed),
        );
        const body = new TextEncoder().encode(broken);
        const parsed = parseJson(body, CALL_LIMITS);
        const verdict = parsed.ok ? toCanonicalJson(parsed.value) : parsed.faults[0]!.reason;
        const reference = canonicalizeLeniently(new TextDecoder().decode(body));
        expect(reference === null ? !parsed.ok : verdict === reference || BEYOND_JSON.has(verdict)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("random bytes are never thrown at", () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 64 }),
      fc
        .array(
          fc.constantFrom(...Buffer.from('{}[]",:\\u0dD8e-. \n'), 0xef, 0xbf, 0xbd, 0xf0, 0x9f, 0xed, 0xa0, 0x80),
          { maxLength: 40 },
        )
        .map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(bytes, (body) => {
        const parsed = parseJson(body, CALL_LIMITS);
        if (parsed.ok) return;
        const { offset, line, column, message, pointer } = parsed.faults[0]!;
        expect(offset).toBeLessThanOrEqual(body.length);
        expect(line).toBe(1 + body.subarray(0, offset).filter((byte) => byte === 0x0a).length);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(message).not.toBe("");
        expect(pointer).toMatch(/^(\/.*)?$/su);
      }),
      { numRuns: 1000 },
    );
  });

  test("a key twice is found wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: "binary", maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (names, pick, seed) => {
          const accepted = names.filter((name) => !["__proto__", "constructor", "prototype"].includes(name));
          fc.pre(accepted.length > 0);
          const twice = accepted[pick % accepted.length]!;
          const members = [...accepted, twice].map((name) => `${spell(name, seed)}:0`);
          const fault = refuse(toBytes({ text: `{"in":[{${members.join(",")}}]}` }));
          expect(fault).toMatchObject({ reason: "duplicate_key", pointer: toPointer("/in/0", twice) });
        },
      ),
    );
  });
});

/** The canonical form of what JSON.parse gives; null where it throws, empty where the value has no such form. */
function canonicalizeLeniently(text: string): string | null {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  try {
    return toCanonicalJson(value);
  } catch {
    return "";
  }
}
