import { closedAround } from "./schema.testdata.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { SchemaFaultCode } from "./schema-fault.ts";

/** A schema with exactly one fault. */
interface RefusingCase {
  readonly description: string;
  readonly document: JsonValue;
  readonly code: SchemaFaultCode;
  readonly pointer: string;
  /** What the message must name. */
  readonly names?: string;
}

const CLOSED = { type: "object", additionalProperties: false } as const;
const AT_VALUE = "/properties/value";

function inValue(
  description: string,
  schema: JsonValue,
  code: SchemaFaultCode,
  token = "",
  names?: string,
): RefusingCase {
  const place = { description, document: closedAround(schema), code, pointer: `${AT_VALUE}${token}` };
  return names === undefined ? place : { ...place, names };
}

function unsupported(name: string, value: JsonValue, base: JsonObject = { type: "string" }): RefusingCase {
  return inValue(`the word ${name}`, { ...base, [name]: value }, "schema_keyword_unsupported", `/${name}`, `"${name}"`);
}

function malformed(description: string, schema: JsonObject, token: string): RefusingCase {
  return inValue(description, schema, "schema_keyword_malformed", token);
}

function unsatisfiable(description: string, schema: JsonObject, token = ""): RefusingCase {
  return inValue(description, schema, "schema_unsatisfiable", token);
}

function badPattern(pattern: string, code: SchemaFaultCode, names?: string): RefusingCase {
  return inValue(`the pattern ${pattern.slice(0, 40)}`, { type: "string", pattern }, code, "/pattern", names);
}

const INTEGERS = { type: "array", items: { type: "integer" } } as const;

export const REFUSING_CASES: readonly RefusingCase[] = [
  ...[null, true, "{}", 3, []].map((document): RefusingCase => ({
    description: `${JSON.stringify(document)} as the schema`,
    document,
    code: "schema_not_object",
    pointer: "",
  })),
  { description: "a root of strings", document: { type: "string" }, code: "schema_root_not_object", pointer: "" },
  {
    description: "a nullable root",
    document: { type: ["object", "null"], additionalProperties: false },
    code: "schema_root_not_object",
    pointer: "",
  },
  {
    description: "a root elsewhere",
    document: { type: "object", $ref: "#/$defs/A", $defs: { A: CLOSED } },
    code: "schema_root_not_object",
    pointer: "/$ref",
  },
  {
    description: "another dialect",
    document: { ...CLOSED, $schema: "http://json-schema.org/draft-07/schema#" },
    code: "schema_dialect_unsupported",
    pointer: "/$schema",
    names: "draft-07",
  },
  {
    description: "a dialect that is no text",
    document: { ...CLOSED, $schema: 7 },
    code: "schema_dialect_unsupported",
    pointer: "/$schema",
  },
  { description: "an open root", document: { type: "object" }, code: "schema_object_open", pointer: "" },
  {
    description: "a root that says it is open",
    document: { type: "object", additionalProperties: true },
    code: "schema_object_open",
    pointer: "/additionalProperties",
  },
  inValue("an open object within", { type: "object", properties: {} }, "schema_object_open"),
  inValue(
    "an object open to a type",
    { type: "object", additionalProperties: { type: "string" } },
    "schema_object_open",
    "/additionalProperties",
  ),
  inValue("an open object among items", { type: "array", items: { type: "object" } }, "schema_object_open", "/items"),
  inValue("an open nullable object", { type: ["null", "object"] }, "schema_object_open"),
  inValue("an array of anything", { type: "array" }, "schema_array_open"),
  inValue("a schema without type", { description: "anything" }, "schema_type_missing"),
  inValue("an empty schema", {}, "schema_type_missing"),
  inValue("the schema true", true, "schema_not_object"),
  inValue("items: false", { type: "array", items: false }, "schema_not_object", "/items"),

  unsupported("patternProperties", {}, CLOSED),
  unsupported("propertyNames", {}, CLOSED),
  unsupported("unevaluatedProperties", false, CLOSED),
  unsupported("minProperties", 1, CLOSED),
  unsupported("dependentRequired", {}, CLOSED),
  unsupported("allOf", [CLOSED, CLOSED], CLOSED),
  unsupported("oneOf", [{ type: "string" }]),
  unsupported("not", { type: "null" }),
  unsupported("if", {}),
  unsupported("prefixItems", [{ type: "string" }], INTEGERS),
  unsupported("contains", {}, INTEGERS),
  unsupported("additionalItems", false, INTEGERS),
  unsupported("nullable", true),
  unsupported("requird", ["a"], CLOSED),
  unsupported("x-vendor", {}),
  unsupported("$id", "https://example.test/s.json"),
  unsupported("$anchor", "a"),
  unsupported("$dynamicRef", "#a"),
  unsupported("$comment", "why"),
  unsupported("readOnly", true),
  unsupported("contentEncoding", "base64"),
  unsupported("constructor", {}),
  unsupported("toString", {}),
  inValue("$defs below the root", { type: "string", $defs: {} }, "schema_keyword_misplaced", "/$defs"),
  inValue("$schema below the root", { type: "string", $schema: "x" }, "schema_keyword_misplaced", "/$schema"),
  inValue("a length of an integer", { type: "integer", minLength: 1 }, "schema_keyword_misplaced", "/minLength"),
  inValue("a bound of a string", { type: "string", maximum: 1 }, "schema_keyword_misplaced", "/maximum"),
  inValue("properties of an array", { ...INTEGERS, properties: {} }, "schema_keyword_misplaced", "/properties"),
  inValue("a format of a number", { type: "number", format: "date" }, "schema_keyword_misplaced", "/format"),
  inValue("a pattern beside an enum of numbers", { enum: [1], pattern: "a" }, "schema_keyword_misplaced", "/pattern"),

  ...[
    "any",
    "String",
    "",
    null,
    3,
    true,
    [],
    ["string"],
    ["string", "string"],
    ["null", "null"],
    ["string", "integer"],
    ["string", "number", "null"],
    ["string", "nul"],
    {},
  ].map((type) => inValue(`type ${JSON.stringify(type)}`, { type }, "schema_type_unsupported", "/type")),
  inValue("anyOf with an object", { anyOf: [{ type: "null" }, CLOSED] }, "schema_any_of_not_scalar", "/anyOf/1"),
  inValue("anyOf with an array", { anyOf: [INTEGERS, { type: "null" }] }, "schema_any_of_not_scalar", "/anyOf/0"),
  inValue("anyOf with a constant structure", { anyOf: [{ const: {} }] }, "schema_any_of_not_scalar", "/anyOf/0"),
  malformed("anyOf of nothing", { anyOf: [] }, "/anyOf"),
  malformed("anyOf that is no list", { anyOf: { type: "string" } }, "/anyOf"),
  {
    description: "anyOf with a reference to an object",
    document: closedAround({ anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] }, { $defs: { A: CLOSED } }),
    code: "schema_any_of_not_scalar",
    pointer: `${AT_VALUE}/anyOf/0`,
  },

  ...[
    "https://example.test/s.json",
    "other.json#/$defs/A",
    "#",
    "",
    "#A",
    "#/properties/value",
    "#/$defs/A/items",
    "#/$defs/%",
    "#/$defs/a~2b",
    3,
    null,
  ].map(($ref) => inValue(`$ref ${JSON.stringify($ref)}`, { $ref }, "schema_ref_not_local", "/$ref")),
  inValue("a dangling $ref", { $ref: "#/$defs/Gone" }, "schema_ref_dangling", "/$ref", '"Gone"'),
  inValue("a $ref to a name of Object.prototype", { $ref: "#/$defs/toString" }, "schema_ref_dangling", "/$ref"),
  {
    description: "a definition that holds itself",
    document: closedAround(
      { $ref: "#/$defs/Node" },
      { $defs: { Node: { ...CLOSED, properties: { next: { $ref: "#/$defs/Node" } } } } },
    ),
    code: "schema_ref_cyclic",
    pointer: "/$defs/Node/properties/next/$ref",
  },
  {
    description: "a circle that nothing uses",
    document: { ...CLOSED, $defs: { A: { $ref: "#/$defs/B" }, B: { $ref: "#/$defs/A" } } },
    code: "schema_ref_cyclic",
    pointer: "/$defs/B/$ref",
  },
  {
    description: "a $ref beside additionalProperties",
    document: closedAround({ $ref: "#/$defs/A", additionalProperties: false }, { $defs: { A: CLOSED } }),
    code: "schema_ref_sibling",
    pointer: `${AT_VALUE}/additionalProperties`,
    names: "additionalProperties",
  },
  {
    description: "$defs that is a list",
    document: { ...CLOSED, $defs: [] },
    code: "schema_keyword_malformed",
    pointer: "/$defs",
  },
  {
    description: "a definition at fault that nothing uses",
    document: { ...CLOSED, $defs: { "a/b": {} } },
    code: "schema_type_missing",
    pointer: "/$defs/a~1b",
  },

  malformed("an empty enum", { enum: [] }, "/enum"),
  malformed("an enum that is no list", { type: "string", enum: "a" }, "/enum"),
  malformed("multipleOf zero", { type: "number", multipleOf: 0 }, "/multipleOf"),
  malformed("multipleOf below zero", { type: "number", multipleOf: -0.1 }, "/multipleOf"),
  malformed("a bound as a string", { type: "number", minimum: "1" }, "/minimum"),
  malformed(
    "an exclusive bound of draft 4",
    { type: "number", minimum: 1, exclusiveMinimum: true },
    "/exclusiveMinimum",
  ),
  malformed("a negative length", { type: "string", minLength: -1 }, "/minLength"),
  malformed("half a length", { type: "string", maxLength: 1.5 }, "/maxLength"),
  malformed("a count as a string", { ...INTEGERS, maxItems: "3" }, "/maxItems"),
  malformed("a pattern that is no text", { type: "string", pattern: 3 }, "/pattern"),
  malformed("a title that is no text", { type: "string", title: 3 }, "/title"),
  malformed("a description that is no text", { type: "string", description: null }, "/description"),
  malformed("examples that are no list", { type: "string", examples: "a" }, "/examples"),
  malformed("items that is a list", { type: "array", items: [{ type: "string" }] }, "/items"),
  malformed("uniqueItems that is no boolean", { ...INTEGERS, maxItems: 3, uniqueItems: 1 }, "/uniqueItems"),
  malformed("required of draft 3", { ...CLOSED, required: true }, "/required"),
  malformed("required that names numbers", { ...CLOSED, required: [1] }, "/required"),
  malformed("properties that is a list", { ...CLOSED, properties: [] }, "/properties"),
  malformed(
    "required that repeats itself",
    { ...CLOSED, properties: { a: { type: "null" } }, required: ["a", "a"] },
    "/required/1",
  ),

  unsatisfiable("required that nothing declares", { ...CLOSED, required: ["a"] }, "/required/0"),
  unsatisfiable("required that a prototype has", { ...CLOSED, properties: {}, required: ["toString"] }, "/required/0"),
  unsatisfiable("a minimum above the maximum", { type: "number", minimum: 2, maximum: 1 }, "/maximum"),
  unsatisfiable(
    "exclusive bounds that meet",
    { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 1 },
    "/exclusiveMaximum",
  ),
  unsatisfiable(
    "a bound that excludes the other",
    { type: "number", minimum: 1, exclusiveMaximum: 1 },
    "/exclusiveMaximum",
  ),
  unsatisfiable("bounds without an integer", { type: "integer", minimum: 0.2, maximum: 0.8 }, "/maximum"),
  unsatisfiable(
    "exclusive bounds without an integer",
    { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 },
    "/exclusiveMaximum",
  ),
  unsatisfiable("minLength above maxLength", { type: "string", minLength: 3, maxLength: 2 }, "/maxLength"),
  unsatisfiable("minItems above maxItems", { ...INTEGERS, minItems: 3, maxItems: 2 }, "/maxItems"),
  unsatisfiable("an enum that holds another type", { type: "string", enum: ["a", 1] }, "/enum/1"),
  unsatisfiable("an enum with null beside a type without", { type: "string", enum: ["a", null] }, "/enum/1"),
  unsatisfiable("a const of another type", { type: "integer", const: "1" }, "/const"),
  unsatisfiable("an enum of which nothing is long enough", { type: "string", enum: ["a", "b"], minLength: 2 }),
  unsatisfiable("a const that is not among the enum", { enum: ["a"], const: "b" }),
  unsatisfiable("a const of the wrong form", { const: "2026-02-30", format: "date" }),
  unsatisfiable("a type that no alternative has", { type: "boolean", anyOf: [{ type: "string" }] }),

  inValue(
    "an unknown format",
    { type: "string", format: "hostname" },
    "schema_format_unsupported",
    "/format",
    '"hostname"',
  ),
  inValue(
    "a format named as Object.prototype's",
    { type: "string", format: "toString" },
    "schema_format_unsupported",
    "/format",
  ),
  inValue("a format that is no text", { type: "string", format: 3 }, "schema_format_unsupported", "/format"),
  inValue(
    "uniqueItems without maxItems",
    { ...INTEGERS, uniqueItems: true },
    "schema_unique_items_unbounded",
    "/uniqueItems",
  ),
  inValue(
    "uniqueItems of too many",
    { ...INTEGERS, uniqueItems: true, maxItems: 101 },
    "schema_unique_items_unbounded",
    "/uniqueItems",
  ),

  badPattern("a(?=b)", "schema_pattern_unsupported", "a lookahead"),
  badPattern("a(?!b)", "schema_pattern_unsupported", "a lookahead"),
  badPattern("(?<=a)b", "schema_pattern_unsupported", "a lookbehind"),
  badPattern("(?<!a)b", "schema_pattern_unsupported", "a lookbehind"),
  badPattern("(a)\\1", "schema_pattern_unsupported", "a backreference"),
  badPattern("(?<n>a)\\k<n>", "schema_pattern_unsupported", "a backreference"),
  badPattern("\\p{Script=Grek}", "schema_pattern_unsupported"),
  ...[
    "[a",
    "(a",
    "a)",
    "a**",
    "*a",
    "a{2,1}",
    "\\-",
    "\\A",
    "\\z",
    "(?>a)",
    "(?P<n>a)",
    "a++",
    "\\p{Nope}",
    "]",
    "{",
    "\\",
    "[b-a]",
    "[\\w-a]",
    "\\u{110000}",
  ].map((pattern) => badPattern(pattern, "schema_pattern_malformed")),
  badPattern("a".repeat(257), "schema_pattern_too_long"),
  ...[
    "a{1001}",
    "((a{100}){100}){100}",
    "(?:a{40}){40}",
    "(?:){100000}",
    "(?:\\p{L}{0,500}){2,}",
    "(?:a|b){0,600}",
  ].map((pattern) => badPattern(pattern, "schema_pattern_too_costly")),
];
