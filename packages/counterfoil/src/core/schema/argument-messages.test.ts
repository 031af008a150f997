import { describe, expect, test } from "vitest";
import { MAX_ARGUMENT_FAULTS } from "./closed-schema.ts";
import { admit, closedAround, optionalAround } from "./schema.testdata.ts";
import { isWellFormed } from "../utf8.ts";
import type { JsonValue } from "../json.ts";

const ADDRESS = { type: "object", properties: { city: { type: "string" } }, additionalProperties: false } as const;
const TAGS = { type: "array", items: { type: "string" } } as const;

function messageFor(schema: JsonValue, value: JsonValue): string | undefined {
  return admit(closedAround(schema)).check({ value })[0]?.message;
}

describe("a message", () => {
  test.each([
    ["a number in quotes", { type: "integer" }, "3", 'expected an integer, got the string "3": send 3 without quotes'],
    [
      "a boolean in quotes",
      { type: "boolean" },
      "true",
      'expected true or false, got the string "true": send true without quotes',
    ],
    [
      "a null in quotes",
      { type: ["integer", "null"] },
      "null",
      'expected an integer or null, got the string "null": send null without quotes',
    ],
    ["a list in quotes", TAGS, '["a"]', 'expected an array, got the string "[\\"a\\"]": send ["a"] without quotes'],
    [
      "an object in quotes",
      ADDRESS,
      '{"city":"x"}',
      'expected an object, got the string "{\\"city\\":\\"x\\"}": send {"city":"x"} without quotes',
    ],
    [
      "a long list in quotes",
      TAGS,
      JSON.stringify(["a".repeat(80)]),
      `expected an array, got the string "[\\"${"a".repeat(57)}…": send the array itself, not its JSON text in a string`,
    ],
    ["another list in quotes", ADDRESS, "[]", 'expected an object, got the string "[]": send an object'],
    [
      "a number that quotes keep exact",
      { type: "integer" },
      "1524831183200260097",
      'expected an integer, got the string "1524831183200260097": send an integer',
    ],
    ["a word for a number", { type: "number" }, "three", 'expected a number, got the string "three": send a number'],
    ["a number for a text", { type: "string" }, 3, 'expected a string, got the number 3: send "3" in quotes'],
    ["a boolean for a text", { type: "string" }, false, 'expected a string, got false: send "false" in quotes'],
    ["a fraction", { type: "integer" }, 3.5, "expected an integer, got the number 3.5: send a whole number"],
    ["a single item", TAGS, "a", 'expected an array, got the string "a": send an array, also for a single item'],
    ["a structure", { type: "string" }, { secret: "x" }, "expected a string, got an object: send a string"],
    ["a list", { type: "string" }, ["x"], "expected a string, got an array: send a string"],
    ["a null that is required", { type: "string" }, null, "expected a string, got null: send a string"],
    [
      "a near miss",
      { type: "string", enum: ["small", "large"] },
      "Larg",
      'expected one of "small", "large", got the string "Larg": nearest allowed value "large"',
    ],
    [
      "a far miss",
      { enum: ["small", "large"] },
      "purple",
      'expected one of "small", "large", got the string "purple": send one of them exactly',
    ],
    [
      "an allowed number in quotes",
      { enum: [1, 2] },
      "2",
      'expected one of 1, 2, got the string "2": send 2 without quotes',
    ],
    [
      "an allowed text without quotes",
      { enum: ["1", "2"] },
      2,
      'expected one of "1", "2", got the number 2: send "2" in quotes',
    ],
    ["another constant", { const: "v1" }, 7, 'expected "v1", got the number 7: send exactly that'],
    [
      "many allowed values",
      { enum: Array.from({ length: 40 }, (_, index) => index) },
      -9,
      "expected one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 30 more, got the number -9: send one of them exactly",
    ],
    [
      "too small",
      { type: "number", minimum: 3 },
      2,
      "expected a number of at least 3, got 2: send a number of at least 3",
    ],
    [
      "too great",
      { type: "number", exclusiveMaximum: 3 },
      3,
      "expected a number below 3, got 3: send a number below 3",
    ],
    [
      "no multiple",
      { type: "number", multipleOf: 0.01 },
      0.005,
      "expected a multiple of 0.01, got 0.005: send a multiple of 0.01",
    ],
    ["too short", { type: "string", minLength: 3 }, "😀", "expected at least 3 characters, got 1: send 2 more"],
    ["too long", { type: "string", maxLength: 1 }, "abc", "expected at most 1 character, got 3: send 2 fewer"],
    ["too few", { ...TAGS, minItems: 1 }, [], "expected at least 1 item, got 0: send 1 more"],
    [
      "repeated",
      { ...TAGS, maxItems: 3, uniqueItems: true },
      ["a", "b", "a"],
      "expected items that all differ, got the same at 0 and 2: send each once",
    ],
    [
      "of another form",
      { type: "string", pattern: "^R-\\d+$" },
      "1001",
      'expected a string that matches the pattern ^R-\\d+$, got the string "1001": send it in that form',
    ],
    [
      "no date",
      { type: "string", format: "date" },
      "2026-02-30",
      'expected a date of the calendar, got the string "2026-02-30": send it as 2026-11-09',
    ],
    [
      "a misspelt name",
      { ...ADDRESS, properties: { quantity: { type: "integer" } } },
      { Quantty: 1 },
      'expected no property "Quantty": nearest declared name "quantity"',
    ],
    ["an unknown name", ADDRESS, { zip: 1 }, 'expected no property "zip": leave it out; declared: "city"'],
    [
      "a name where there are none",
      { type: "object", additionalProperties: false },
      { a: 1 },
      'expected no property "a": leave it out, none are declared',
    ],
    [
      "no alternative of its type",
      { anyOf: [{ type: "integer" }, { type: "null" }] },
      "3",
      'expected an integer or null, got the string "3": send 3 without quotes',
    ],
    [
      "one alternative of its type",
      { anyOf: [{ type: "integer", minimum: 3 }, { type: "null" }] },
      2,
      "expected a number of at least 3, got 2: send a number of at least 3",
    ],
  ])("tells of %s", (_name, schema, value, message) => {
    expect(messageFor(schema, value)).toBe(message);
  });

  test("tells to leave out a null for an optional property", () => {
    const [fault] = admit(optionalAround(ADDRESS)).check({ value: null });
    expect(fault).toEqual({
      pointer: "/value",
      keyword: "type",
      message: "expected an object, got null: leave it out when there is nothing to send",
    });
  });

  test("has nothing to say of a null that is meant", () => {
    expect(admit(optionalAround({ type: ["string", "null"] })).check({ value: null })).toEqual([]);
  });

  test("names what is missing", () => {
    expect(admit(closedAround({ type: "null" })).check({})).toEqual([
      { pointer: "", keyword: "required", message: 'expected the property "value", got none: add it' },
    ]);
  });

  test("tells of arguments that are no object", () => {
    const schema = admit(closedAround({ type: "null" }));
    expect(schema.check("{}")).toMatchObject([
      { pointer: "", keyword: "type", message: 'expected an object, got the string "{}": send {} without quotes' },
    ]);
    expect(schema.check([])).toMatchObject([{ pointer: "", keyword: "type" }]);
  });

  test("shows only the beginning of a long value, by whole characters", () => {
    const message = messageFor({ type: "integer" }, "😀".repeat(1_000)) ?? "";
    expect(message).toContain(`"${"😀".repeat(59)}…"`);
    expect(isWellFormed(message)).toBe(true);
    expect(message.length).toBeLessThan(250);
  });

  test("escapes what would break the line", () => {
    expect(messageFor({ type: "integer" }, "a\n\u0000")).toContain('"a\\n\\u0000"');
  });

  test("survives a string that holds deep or broken JSON", () => {
    for (const text of ["[".repeat(50_000) + "]".repeat(50_000), "[".repeat(50_000), '"\\ud800"', "1e999"]) {
      expect(messageFor({ enum: [1, "a"] }, text)).toContain("send one of them exactly");
      expect(messageFor({ type: "integer" }, text)).toContain("send an integer");
    }
  });
});

describe("the faults of one value", () => {
  test("are all told, each at its place", () => {
    const schema = admit({
      type: "object",
      properties: {
        qty: { type: "integer" },
        "a/b": { type: "array", items: { type: "string", maxLength: 1 } },
        when: { type: "string" },
      },
      required: ["qty", "when"],
      additionalProperties: false,
    });
    const faults = schema.check({ qty: "3", "a/b": ["x", "yy", 3], "~": 0 });
    expect(faults.map(({ pointer, keyword }) => `${keyword} ${pointer}`)).toEqual([
      "required ",
      "additionalProperties /~0",
      "type /qty",
      "maxLength /a~1b/1",
      "type /a~1b/2",
    ]);
  });

  test("end at twenty", () => {
    const schema = admit(closedAround(TAGS));
    expect(schema.check({ value: Array(100_000).fill(1) })).toHaveLength(MAX_ARGUMENT_FAULTS);
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    expect(schema.check(unknown)).toHaveLength(MAX_ARGUMENT_FAULTS);
  });

  test("do not linger from one value to the next", () => {
    const schema = admit(closedAround({ type: "integer" }));
    expect(schema.check({ value: "x" })).toHaveLength(1);
    expect(schema.check({ value: 1 })).toEqual([]);
  });
});
