import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { CALL_LIMITS, type JsonLimits, MANIFEST_LIMITS } from "./json-limits.ts";
import { readVectors, toBytes, type VectorBody } from "./vectors.testdata.ts";
import type { JsonFault } from "./json-fault.ts";
import { jsonValues, spell } from "./json.testdata.ts";
import { type JsonValue, toPointer } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { toCanonicalJson } from "./canonical-json.ts";

interface JsonVectors {
  readonly accepted: readonly (VectorBody & { readonly name: string; readonly canonical?: string })[];
  readonly refused: readonly (VectorBody & { readonly name: string } & Omit<JsonFault, "code" | "message">)[];
}

const vectors = readVectors<JsonVectors>("json");

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
    expect(parsed).toMatchObject({ ok: true });
    if (parsed.ok && canonical !== undefined) expect(toCanonicalJson(parsed.value)).toBe(canonical);
  });

  test.each(vectors.refused)("refused: $name", ({ reason, pointer, offset, line, column, ...body }) => {
    expect(refuse(toBytes(body))).toMatchObject({ reason, pointer, offset, line, column });
  });

  test("every accepted body is cut nowhere without a fault", () => {
    for (const { name, ...body } of vectors.accepted) {
      const bytes = toBytes(body);
      const opensContainer = bytes[0] === 0x5b || bytes[0] === 0x7b || bytes[0] === 0x22;
      const ends = bytes.length < 200 && opensContainer ? Array.from(bytes.keys()) : [];
      for (const end of ends)
        expect(parseJson(bytes.subarray(0, end), CALL_LIMITS).ok, `${name} at ${end}`).toBe(false);
    }
  });
});

describe("faults", () => {
  test("only a body that is too large has the code of one", () => {
    const codes = vectors.refused.map(({ name, ...body }) => [refuse(toBytes(body)).code, body.reason, name] as const);
    for (const [code, reason, name] of codes) {
      expect(code, name).toBe(reason === "too_large" ? "too_large" : "invalid_json");
    }
  });

  test("tell what to do, with the limit in force", () => {
    expect(refuse(toBytes({ text: '{"id":1524831183200260097}' })).message).toContain("send it as a string");
    expect(refuse(toBytes({ text: "[[]]" }), { ...CALL_LIMITS, maxDepth: 1 }).message).toContain("at most 1 level");
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
        expect(JSON.stringify(refuse(toBytes({ text }))), text).not.toContain("CANARY");
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
    expect(Object.keys(read(text, { ...CALL_LIMITS, maxBytes: 1e6 }) as object)).toHaveLength(20_000);
    expect(performance.now() - started).toBeLessThan(1000);
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
      fc.property(jsonValues, fc.gen(), (value, choose) => {
        const text = spell(value, choose);
        expect(read(text)).toEqual(value);
        expect(JSON.parse(text)).toEqual(value);
      }),
    );
  });

  test("on broken texts: neither accepts what the other's grammar refuses", () => {
    const edits = fc.array(
      fc.tuple(fc.nat(200), fc.nat(3), fc.constantFrom(...'{}[]",:\\/*0123456789-+.eEutrfalsn \n\t\u0000\u00a0é😀')),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(jsonValues, fc.gen(), edits, (value, choose, changes) => {
        let text = spell(value, choose);
        for (const [at, removed, added] of changes) text = text.slice(0, at) + added + text.slice(at + removed);
        text = new TextDecoder().decode(new TextEncoder().encode(text));
        const parsed = parseJson(new TextEncoder().encode(text), CALL_LIMITS);
        const reference = parseLeniently(text);
        if (parsed.ok) expect(parsed.value).toEqual(withOneZero(reference.value));
        else expect(reference.isJson).toBe(BEYOND_JSON.has(parsed.faults[0]!.reason) && reference.isJson);
      }),
      { numRuns: 3000 },
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
      { numRuns: 3000 },
    );
  });

  test("a key twice is found wherever it stands", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: "binary", maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.gen(),
        (names, pick, choose) => {
          const accepted = names.filter((name) => !["__proto__", "constructor", "prototype"].includes(name));
          fc.pre(accepted.length > 0);
          const twice = accepted[pick % accepted.length]!;
          const members = [...accepted, twice].map((name) => `${spell(name, choose)}:0`);
          const fault = refuse(toBytes({ text: `{"in":[{${members.join(",")}}]}` }));
          expect(fault).toMatchObject({ reason: "duplicate_key", pointer: toPointer("/in/0", twice) });
        },
      ),
    );
  });
});

function parseLeniently(text: string): { isJson: boolean; value?: unknown } {
  try {
    return { isJson: true, value: JSON.parse(text) };
  } catch {
    return { isJson: false };
  }
}

function withOneZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
