import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../json.ts";
import { parseClosedSchema } from "../schema.ts";

interface SuiteCase {
  readonly description: string;
  readonly schema: JsonObject;
  readonly tests: readonly { readonly description: string; readonly data: JsonValue; readonly valid: boolean }[];
}

/** The newest draft of the public JSON Schema test suite that a package of the registry holds whole. */
const SUITE = join(dirname(createRequire(import.meta.url).resolve("json-schema-test-suite")), "tests", "draft4");

/** Cases whose verdict later drafts turned round: 1.0 is an integer since draft 6, `uri` means an absolute one. */
const CHANGED_SINCE: ReadonlySet<string> = new Set([
  "a float is not an integer even without fractional part",
  "a valid protocol-relative URI",
]);

let judged = 0;
let outside = 0;

describe("the public JSON Schema test suite, where it falls in the subset", () => {
  for (const file of listFiles()) {
    it(file, () => {
      const cases = readCases(file);
      expect(cases).not.toEqual([]);
      for (const { description, schema, tests } of cases) {
        for (const test of tests.filter((each) => !CHANGED_SINCE.has(each.description)))
          judge(`${description}: ${test.description}`, schema, test.data, test.valid);
      }
    });
  }

  it("falls in it often enough to mean something", () => {
    expect(judged).toBeGreaterThan(100);
    expect(outside).toBeGreaterThan(0);
  });
});

function judge(title: string, schema: JsonObject, data: JsonValue, valid: boolean): void {
  const parsed = parseClosedSchema(toArgumentsSchema(schema, data));
  if (!parsed.ok) {
    outside += 1;
    return;
  }
  judged += 1;
  expect(parsed.value.check({ value: data }).length === 0, title).toBe(valid);
}

/** Puts a schema of the suite where arguments stand, and says what the subset wants said: a type, items, a bound, closed objects. */
function toArgumentsSchema(schema: JsonObject, data: JsonValue): JsonObject {
  const { definitions, ...value } = schema;
  return {
    type: "object",
    properties: { value: toTyped(value, data) },
    required: ["value"],
    additionalProperties: false,
    ...(definitions !== undefined && { $defs: definitions }),
  };
}

function toTyped(schema: JsonObject, data: JsonValue): JsonObject {
  const isTyped = ["type", "enum", "anyOf", "$ref"].some((keyword) => Object.hasOwn(schema, keyword));
  const typed = isTyped ? schema : { ...schema, type: typeOf(data) };
  if (typed["type"] === "object" && isClosable(typed, data)) return { ...typed, additionalProperties: false };
  if (typed["type"] !== "array") return typed;
  const bounded =
    typed["uniqueItems"] === true && typed["maxItems"] === undefined ? { ...typed, maxItems: 100 } : typed;
  return bounded["items"] === undefined ? { ...bounded, items: { enum: toMembers(data) } } : bounded;
}

/** Closing an object changes no verdict where the data holds only declared members. */
function isClosable(schema: JsonObject, data: JsonValue): boolean {
  const declared = schema["properties"];
  if (schema["additionalProperties"] !== undefined || typeof declared !== "object" || declared === null) return false;
  return typeof data === "object" && data !== null && Object.keys(data).every((key) => Object.hasOwn(declared, key));
}

/** Values that let every item of the data pass, so that only the keyword under test decides. */
function toMembers(data: JsonValue): readonly JsonValue[] {
  const items = Array.isArray(data) ? data : [];
  const spellings = new Map(items.map((item) => [JSON.stringify(item), item]));
  return spellings.size === 0 ? [0] : [...spellings.values()];
}

function typeOf(data: JsonValue): string {
  if (data === null) return "null";
  return Array.isArray(data) ? "array" : typeof data;
}

function listFiles(): readonly string[] {
  const folders = [SUITE, join(SUITE, "optional")];
  return folders
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(folder, name)),
    )
    .map((file) => file.slice(SUITE.length + 1));
}

function readCases(file: string): readonly SuiteCase[] {
  return JSON.parse(readFileSync(join(SUITE, file), "utf8"));
}
