import { describe, expect, test } from "vitest";
import { MAX_SCHEMA_FAULTS, SCHEMA_FAULT_CODES } from "./schema-fault.ts";
import { REFUSING_CASES } from "./refusing.testdata.ts";
import { admit, closedAround, refusalsOf } from "./schema.testdata.ts";
import type { JsonObject, JsonValue } from "../json.ts";

const CLOSED = { type: "object", additionalProperties: false } as const;

function codesOf(document: JsonValue): readonly string[] {
  return refusalsOf(document).map(({ code }) => code);
}

describe("a schema outside the subset", () => {
  test.each(REFUSING_CASES)("is refused for $description", ({ document, code, pointer, names }) => {
    const faults = refusalsOf(document);
    expect(faults.map((fault) => [fault.code, fault.pointer])).toEqual([[code, pointer]]);
    expect(faults[0]?.message).toContain(names ?? "");
  });

  test("has every fault told at once, each at its place", () => {
    const faults = refusalsOf({
      type: "object",
      properties: {
        a: { type: "array" },
        "b/c": { type: "string", nullable: true, format: "ipv4" },
        d: { $ref: "#/$defs/Gone" },
      },
      required: ["e"],
      allOf: [],
    });
    expect(faults.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "schema_keyword_unsupported /allOf",
      "schema_object_open ",
      "schema_unsatisfiable /required/0",
      "schema_array_open /properties/a",
      "schema_keyword_unsupported /properties/b~1c/nullable",
      "schema_format_unsupported /properties/b~1c/format",
      "schema_ref_dangling /properties/d/$ref",
    ]);
  });

  test("is told a bounded number of faults", () => {
    const words = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`w${index}`, 1]));
    expect(refusalsOf({ ...CLOSED, ...words })).toHaveLength(MAX_SCHEMA_FAULTS);
  });

  test("advises what to write instead", () => {
    const [misspelt] = refusalsOf({ ...CLOSED, requird: [] });
    expect(misspelt?.message).toBe(
      '"requird" is not in the closed subset of JSON Schema: write required if that is meant, or leave it out.',
    );
    const [nullable] = refusalsOf(closedAround({ type: "string", nullable: true }));
    expect(nullable?.message).toContain('write type as a list, such as ["string", "null"]');
  });
});

test("every code of the list is the answer to some schema", () => {
  const answered = new Set<string>([...REFUSING_CASES.map(({ code }) => code), ...LIMIT_CASES.map(({ code }) => code)]);
  expect(SCHEMA_FAULT_CODES.filter((code) => !answered.has(code))).toEqual([]);
});

describe("an admitted schema", () => {
  test("keeps its document as it was declared", () => {
    const document = { ...CLOSED, $schema: "https://json-schema.org/draft/2020-12/schema", title: "None" };
    expect(admit(document).document).toBe(document);
  });

  test("may name the dialect with an empty fragment", () => {
    expect(codesOf({ ...CLOSED, $schema: "https://json-schema.org/draft/2020-12/schema#" })).toEqual([]);
  });

  test("follows references through definitions, names escaped and encoded", () => {
    const schema = admit(
      closedAround(
        { type: "array", items: { $ref: "#/$defs/a~1b%20c" } },
        {
          $defs: {
            "a/b c": { ...CLOSED, properties: { day: { $ref: "#/$defs/day" } } },
            day: { type: "string", format: "date" },
          },
        },
      ),
    );
    expect(schema.check({ value: [{ day: "2026-11-09" }, {}] })).toEqual([]);
    expect(schema.check({ value: [{}, { day: "2026-02-30" }] })).toMatchObject([
      { pointer: "/value/1/day", keyword: "format" },
    ]);
  });

  test("asks the words beside a reference as well", () => {
    const schema = admit(
      closedAround({ $ref: "#/$defs/Name", maxLength: 3 }, { $defs: { Name: { type: "string", minLength: 2 } } }),
    );
    expect(schema.check({ value: "abc" })).toEqual([]);
    expect(schema.check({ value: "a" })).toMatchObject([{ keyword: "minLength" }]);
    expect(schema.check({ value: "abcd" })).toMatchObject([{ keyword: "maxLength" }]);
    expect(schema.check({ value: 1 })).toMatchObject([{ keyword: "type" }]);
  });

  test("takes a scalar definition as an alternative", () => {
    const schema = admit(
      closedAround(
        { anyOf: [{ $ref: "#/$defs/Colour" }, { type: "null" }], default: null },
        { $defs: { Colour: { enum: ["red", "blue"] } } },
      ),
    );
    expect(schema.check({ value: null })).toEqual([]);
    expect(schema.check({ value: "red" })).toEqual([]);
    expect(schema.check({ value: "green" })).toMatchObject([{ keyword: "enum" }]);
  });

  test("leaves the prototype of every object as it was", () => {
    const hostile: JsonObject = JSON.parse(
      '{"value":1,"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
    );
    const pointers = admit(closedAround({ type: "integer" }))
      .check(hostile)
      .map(({ pointer }) => pointer);
    expect(pointers).toEqual(["/__proto__", "/constructor"]);
    expect(Object.hasOwn(Object.prototype, "isAdmin")).toBe(false);
  });
});

function nest(levels: number, innermost: JsonValue): JsonValue {
  return levels === 0 ? innermost : { type: "array", items: nest(levels - 1, innermost) };
}

function doubling(count: number): JsonObject {
  const definitions = Array.from({ length: count }, (_, index): [string, JsonObject] => {
    const next = index + 1 === count ? { type: "string" } : { $ref: `#/$defs/d${index + 1}` };
    return [`d${index}`, { ...CLOSED, properties: { a: next, b: next } }];
  });
  return closedAround({ $ref: "#/$defs/d0" }, { $defs: Object.fromEntries(definitions) });
}

function withProperties(count: number): JsonObject {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  return { ...CLOSED, properties: Object.fromEntries(names.map((name) => [name, { type: "null" }])) };
}

function deepDocument(levels: number): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < levels; level += 1) schema = { type: "array", items: schema };
  return schema;
}

const LIMIT_CASES = [
  { description: "17 levels", document: closedAround(nest(15, { type: "string" })), code: "schema_too_deep" },
  { description: "20,000 levels", document: deepDocument(20_000), code: "schema_too_deep" },
  {
    description: "20,000 levels in an enum",
    document: closedAround({ enum: [deepDocument(20_000)] }),
    code: "schema_too_deep",
  },
  { description: "201 properties", document: withProperties(201), code: "schema_too_many_properties" },
  { description: "2,500 properties", document: withProperties(2_500), code: "schema_too_many_properties" },
  {
    description: "more than 64 KiB",
    document: { ...CLOSED, description: "é".repeat(32_768) },
    code: "schema_too_large",
  },
  {
    description: "values beyond counting",
    document: { ...CLOSED, default: Array(100_000).fill(0) },
    code: "schema_too_large",
  },
  { description: "3,071 schemas by doubling", document: doubling(10), code: "schema_too_many_nodes" },
] as const;

describe("the limits", () => {
  test.each(LIMIT_CASES)("refuse $description", ({ document, code }) => {
    expect(codesOf(document)).toEqual([code]);
  });

  test.each([
    { description: "16 levels", document: closedAround(nest(14, { type: "string" })) },
    { description: "200 properties", document: withProperties(200) },
    { description: "nearly 64 KiB", document: { ...CLOSED, description: "a".repeat(65_000) } },
    { description: "1,535 schemas by doubling", document: doubling(9) },
    {
      description: "a pattern of 256 characters",
      document: closedAround({ type: "string", pattern: "a".repeat(256) }),
    },
    {
      description: "uniqueItems of 100",
      document: closedAround({ type: "array", items: { type: "null" }, uniqueItems: true, maxItems: 100 }),
    },
  ])("admit $description", ({ document }) => {
    expect(codesOf(document)).toEqual([]);
  });

  test("count 2^30 schemas without making them", () => {
    const startedAt = performance.now();
    expect(codesOf(doubling(30))).toEqual(["schema_too_many_nodes", "schema_too_deep"]);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  test("let a long chain of definitions be followed", () => {
    const links = Array.from({ length: 1_900 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }]);
    const definitions = Object.fromEntries([...links, ["d1900", { type: "null" }]]);
    const schema = admit(closedAround({ $ref: "#/$defs/d0" }, { $defs: definitions }));
    expect(schema.check({ value: null })).toEqual([]);
    expect(schema.check({ value: 1 })).toMatchObject([{ pointer: "/value", keyword: "type" }]);
  });

  test("hold for all patterns of a schema together", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`p${index}`, { type: "string", pattern: `^[a-z${index}]{900}$` }]),
    );
    expect(codesOf({ ...CLOSED, properties })).toEqual(["schema_pattern_too_costly"]);
  });
});
