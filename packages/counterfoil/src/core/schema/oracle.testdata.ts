import * as fc from "fast-check";
import { isJsonArray, isJsonObject, member } from "../json.ts";
import type { JsonObject, JsonValue } from "../json.ts";

/** Few names and values, so that schemas and values meet often. */
const names = fc.constantFrom("a", "b", "toString", "length", "é/~");
const texts = fc.constantFrom(
  "",
  "a",
  "ab",
  "abc",
  "😀",
  "1",
  "true",
  "R-1001",
  "2026-11-09",
  "2026-02-30",
  "10:00:00Z",
  "25:00:00Z",
  "2026-11-09T10:00:00+04:00",
);
const numbers = fc.constantFrom(0, -0, 1, -1, 2, 3, 1.5, -2.5, 10, 1e21, 0.25);
const scalars = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));
const sizes = fc.integer({ min: 0, max: 3 });

const NUMBER_WORDS = {
  minimum: numbers,
  maximum: numbers,
  exclusiveMinimum: numbers,
  exclusiveMaximum: numbers,
  // Decimal fractions are left out: the oracle divides in binary, where 0.3 is no multiple of 0.1.
  multipleOf: fc.constantFrom(1, 2, 0.5, 3),
};

/** Leaves each member out at random. */
function someOf(members: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> {
  const entries = Object.entries(members).map(([name, values]) =>
    fc.option(values.map((value): [string, JsonValue] => [name, value])),
  );
  return fc.tuple(...entries).map((chosen) => Object.fromEntries(chosen.filter((entry) => entry !== null)));
}

function ofType(type: string, words: Readonly<Record<string, fc.Arbitrary<JsonValue>>>): fc.Arbitrary<JsonObject> {
  const types = fc.constantFrom<JsonValue>(type, type, [type, "null"], ["null", type]);
  return fc.tuple(types, someOf(words)).map(([written, rest]) => ({ type: written, ...rest }));
}

const ownScalarSchemas: fc.Arbitrary<JsonObject> = fc.oneof(
  ofType("integer", NUMBER_WORDS),
  ofType("number", NUMBER_WORDS),
  ofType("string", { minLength: sizes, maxLength: sizes }),
  ofType("string", { pattern: fc.constantFrom("a", "^.$", "^[^b]*$", "^R-\\d+$", "\\p{L}") }),
  ofType("string", { format: fc.constantFrom("date", "time", "date-time", "uuid"), description: texts }),
  ofType("boolean", { default: scalars }),
  fc.constant({ type: "null" }),
  fc.array(scalars, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  scalars.map((value) => ({ const: value })),
);

const scalarSchemas: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 9, arbitrary: ownScalarSchemas },
  { weight: 1, arbitrary: fc.constant({ $ref: "#/$defs/scalar", title: "T" }) },
);

const objectSchemas = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalarSchemas,
    fc.array(scalarSchemas, { minLength: 1, maxLength: 3 }).map((branches) => ({ anyOf: branches })),
    fc
      .tuple(tie("schema"), someOf({ minItems: sizes, maxItems: sizes, uniqueItems: fc.boolean() }))
      .map(([items, words]) => ({ type: "array", items, ...words })),
    tie("object"),
    fc.constant({ $ref: "#/$defs/object" }),
  ),
  object: fc
    .tuple(
      fc.dictionary(names, tie("schema"), { maxKeys: 4, noNullPrototype: true }),
      fc.uniqueArray(names, { maxLength: 2 }),
    )
    .map(([properties, required]) => ({
      type: "object",
      properties,
      required: required.filter((name) => Object.hasOwn(properties, name)),
      additionalProperties: false,
    })),
})).object;

/** A closed schema, which may still be refused for words that nothing can fulfil. */
const documents: fc.Arbitrary<JsonObject> = fc
  .tuple(objectSchemas, ownScalarSchemas, ownScalarSchemas)
  .map(([root, scalar, only]) => ({
    ...root,
    $defs: { scalar, object: { type: "object", properties: { only }, additionalProperties: false } },
  }));

const anyValues = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** Values that mostly have the shape a schema asks for, so that its inner words are reached. */
function valuesFor(schema: JsonValue | undefined): fc.Arbitrary<JsonValue> {
  if (!isJsonObject(schema)) return anyValues;
  return fc.oneof({ weight: 1, arbitrary: anyValues }, { weight: 6, arbitrary: shapedValues(schema) });
}

function shapedValues(schema: JsonObject): fc.Arbitrary<JsonValue> {
  const allowed = member(schema, "enum") ?? [member(schema, "const") ?? null];
  if (!Object.hasOwn(schema, "type"))
    return isJsonArray(allowed) ? fc.oneof(fc.constantFrom(...allowed), scalars) : scalars;
  const types = new Set([schema["type"]].flat());
  if (types.has("array")) return fc.array(valuesFor(schema["items"]), { maxLength: 3 });
  if (types.has("string")) return texts;
  const properties = member(schema, "properties");
  if (!isJsonObject(properties)) return scalars;
  return someOf(Object.fromEntries(Object.keys(properties).map((name) => [name, valuesFor(properties[name])])));
}

/** A document with values to judge by it. */
export const judgements: fc.Arbitrary<readonly [JsonObject, readonly JsonValue[]]> = documents.chain((document) =>
  fc.tuple(fc.constant(document), fc.array(valuesFor(document), { minLength: 4, maxLength: 8 })),
);
