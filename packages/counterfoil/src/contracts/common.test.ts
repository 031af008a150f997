import { describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { CALL_LIMITS, MANIFEST_LIMITS, REPLY_LIMITS } from "../core/json-limits.ts";
import { parseJson } from "../core/parse-json.ts";
import type { ClosedSchema } from "../core/schema.ts";
import type { DocumentFault } from "../core/tool.ts";
import { NOW, READ_TOOL, toCall, toReply } from "./contract.testdata.ts";
import { MINIMAL_MANIFEST } from "./provider/manifest.testdata.ts";
import { parseManifest } from "./provider/manifest.ts";
import { providerContract } from "./provider/provider-contract.ts";

const encoder = new TextEncoder();

function parse(text: string): ReturnType<typeof parseManifest> {
  return parseManifest(encoder.encode(text));
}

/** A manifest whose only tool takes these parameters: the schema of it, or why it is quarantined. */
function declare(parameters: object): ClosedSchema | readonly DocumentFault[] {
  const tools = [{ ...MINIMAL_MANIFEST.tools[0], parameters }];
  const parsed = parse(JSON.stringify({ ...MINIMAL_MANIFEST, tools }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value.tools[0]?.parameters ?? parsed.value.quarantined.flatMap(({ reasons }) => reasons);
}

function refuse(parameters: object): readonly DocumentFault[] {
  const declared = declare(parameters);
  if ("check" in declared) throw new Error("The schema was admitted");
  return declared;
}

function admit(properties: object, more: object = {}): ClosedSchema {
  const declared = declare(toParameters(properties, more));
  if (!("check" in declared)) throw new Error(JSON.stringify(declared));
  return declared;
}

function toParameters(properties: object, more: object = {}): object {
  return { type: "object", properties, additionalProperties: false, ...more };
}

describe("JSON at every edge", () => {
  it.each([
    { rule: requirement("json.duplicate-keys"), text: '{"a":1,"a":1}' },
    { rule: requirement("json.duplicate-keys"), text: '{"a":1,"\\u0061":2}' },
    { rule: requirement("json.safe-integers"), text: '{"id":1524831183200260097}' },
    { rule: requirement("json.safe-integers"), text: '{"a":9007199254740992}' },
    { rule: requirement("json.safe-integers"), text: '{"a":1e16}' },
    { rule: requirement("json.finite-numbers"), text: '{"a":1e400}' },
    { rule: requirement("json.finite-numbers"), text: '{"a":NaN}' },
    { rule: requirement("json.well-formed-strings"), text: '{"note":"\\ud800"}' },
    { rule: requirement("json.forbidden-keys"), text: '{"a":{"__proto__":{"isAdmin":true}}}' },
    { rule: requirement("json.forbidden-keys"), text: '{"constructor":{"prototype":{"x":1}}}' },
    { rule: requirement("json.utf-8"), text: "\uFEFF{}" },
    { rule: requirement("json.string-size"), text: JSON.stringify({ a: "x".repeat(64 * 1024 + 1) }) },
    { rule: requirement("json.depth"), text: `${"[".repeat(65)}${"]".repeat(65)}` },
  ])("$rule: $text is refused as a manifest, a call and a reply", ({ text }) => {
    expect(parse(text)).toMatchObject({ ok: false, faults: [{ code: expect.stringMatching(/^json\./) }] });
    expect(parseJson(encoder.encode(text), CALL_LIMITS).ok).toBe(false);
    const answer = providerContract.decodeReply(toCall(providerContract, READ_TOOL), toReply(text), NOW);
    expect(answer).toMatchObject({ kind: "faulted", cause: { code: "invalid_json" } });
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  it(`${requirement("json.utf-8")}: other bytes are refused`, () => {
    expect(parseManifest(new Uint8Array([0x7b, 0xff, 0x7d])).ok).toBe(false);
  });

  it(`${requirement("json.depth")}: calls and replies nest 32 levels, manifests 64`, () => {
    const nested = (depth: number): Uint8Array => encoder.encode("[".repeat(depth) + "]".repeat(depth));
    expect([32, 33].map((depth) => parseJson(nested(depth), CALL_LIMITS).ok)).toEqual([true, false]);
    expect([32, 33].map((depth) => parseJson(nested(depth), REPLY_LIMITS).ok)).toEqual([true, false]);
    expect([64, 65].map((depth) => parseJson(nested(depth), MANIFEST_LIMITS).ok)).toEqual([true, false]);
  });

  it.each([
    { rule: requirement("json.request-size"), limits: CALL_LIMITS, bytes: 256 * 1024 },
    { rule: requirement("json.reply-size"), limits: REPLY_LIMITS, bytes: 1024 * 1024 },
  ])("$rule: $bytes bytes and no more", ({ limits, bytes }) => {
    expect(parseJson(encoder.encode("{}".padEnd(bytes, " ")), limits).ok).toBe(true);
    expect(parseJson(encoder.encode("{}".padEnd(bytes + 1, " ")), limits)).toMatchObject({
      faults: [{ code: "too_large" }],
    });
  });

  it(`${requirement("http.no-content-encoding")}: an encoded reply is not read`, () => {
    const call = toCall(providerContract, READ_TOOL);
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    expect(providerContract.decodeReply(call, toReply({}, { headers }), NOW)).toMatchObject({
      cause: { code: "content_encoding" },
    });
  });
});

describe("a closed schema", () => {
  const text = { type: "string" };

  it.each([
    "patternProperties",
    "allOf",
    "oneOf",
    "not",
    "if",
    "prefixItems",
    "unevaluatedProperties",
    "requird",
    "nullable",
    "x-vendor",
    "$id",
  ])(`${requirement("schema.known-keywords")}: %s is refused by its name`, (keyword) => {
    const faults = refuse(toParameters({}, { [keyword]: {} }));
    expect(faults).toContainEqual(
      expect.objectContaining({ pointer: `/tools/0/parameters/${keyword}`, message: expect.stringContaining(keyword) }),
    );
  });

  it.each([
    { type: "object", properties: {} },
    { type: "object", additionalProperties: true },
    toParameters({ address: { type: "object", properties: {} } }),
    toParameters({ list: { type: "array", items: { type: "object" }, maxItems: 3 } }),
    toParameters({ a: { $ref: "#/$defs/A" } }, { $defs: { A: { type: "object" } } }),
  ])(`${requirement("schema.closed-objects")}: not %j`, (parameters) => {
    expect(refuse(parameters)).not.toEqual([]);
  });

  it.each([
    toParameters({ a: { $ref: "#/$defs/Gone" } }),
    toParameters({ a: { $ref: "https://example.test/s.json" } }),
    toParameters(
      { a: { $ref: "#/$defs/Node" } },
      { $defs: { Node: toParameters({ next: { $ref: "#/$defs/Node" } }) } },
    ),
  ])(`${requirement("schema.local-references")}: not %j`, (parameters) => {
    expect(refuse(parameters)).not.toEqual([]);
  });

  it(`${requirement("schema.local-references")}: a local one is followed`, () => {
    const schema = admit({ a: { $ref: "#/$defs/A" } }, { $defs: { A: { type: "integer" } } });
    expect(schema.check({ a: 1 })).toEqual([]);
    expect(schema.check({ a: "x" })).toMatchObject([{ pointer: "/a", keyword: "type" }]);
  });

  it(`${requirement("schema.scalar-branches")}: anyOf has scalar branches`, () => {
    expect(admit({ a: { anyOf: [{ type: "integer" }, { type: "null" }] } }).check({ a: null })).toEqual([]);
    expect(refuse(toParameters({ a: { anyOf: [toParameters({}), { type: "null" }] } }))).not.toEqual([]);
  });

  it.each([
    { name: "64 KiB", parameters: toParameters({ a: { ...text, description: "x".repeat(64 * 1024) } }) },
    {
      name: "16 levels",
      parameters: Array.from({ length: 17 }).reduce<object>((inner) => toParameters({ a: inner }), text),
    },
    {
      name: "200 properties",
      parameters: toParameters(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`p${index}`, text]))),
    },
    {
      name: "2,000 nodes once expanded",
      parameters: toParameters(
        { a: { $ref: "#/$defs/D9" } },
        {
          $defs: Object.fromEntries(
            Array.from({ length: 10 }, (_, level) => [
              `D${level}`,
              level === 0
                ? text
                : toParameters(
                    Object.fromEntries(["a", "b", "c"].map((key) => [key, { $ref: `#/$defs/D${level - 1}` }])),
                  ),
            ]),
          ),
        },
      ),
    },
  ])(`${requirement("schema.size")}: at most $name`, ({ parameters }) => {
    expect(refuse(parameters)).not.toEqual([]);
  });

  it(`${requirement("schema.linear-patterns")}: a pattern cannot be made slow`, () => {
    expect(refuse(toParameters({ a: { ...text, pattern: "(?=a)b" } }))).not.toEqual([]);
    expect(refuse(toParameters({ a: { ...text, pattern: "a".repeat(257) } }))).not.toEqual([]);
    const started = performance.now();
    expect(admit({ a: { ...text, pattern: "^(a+)+$" } }).check({ a: `${"a".repeat(5000)}!` })).toMatchObject([
      { keyword: "pattern" },
    ]);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it(`${requirement("schema.bounded-unique-items")}: uniqueItems needs a maxItems of at most 100`, () => {
    const list = { type: "array", items: text, uniqueItems: true };
    expect(refuse(toParameters({ a: list }))).not.toEqual([]);
    expect(refuse(toParameters({ a: { ...list, maxItems: 101 } }))).not.toEqual([]);
    expect(admit({ a: { ...list, maxItems: 100 } }).check({ a: ["x", "x"] })).toMatchObject([
      { keyword: "uniqueItems" },
    ]);
  });

  it(`${requirement("schema.code-points")}: a length counts code points`, () => {
    const schema = admit({ a: { ...text, maxLength: 1 } });
    expect(schema.check({ a: "😀" })).toEqual([]);
    expect(schema.check({ a: "e\u0301" })).toMatchObject([{ keyword: "maxLength" }]);
  });

  it.each([
    { format: "date", good: "2026-11-09", bad: "2026-02-30" },
    { format: "date-time", good: "2026-11-09T10:00:00+04:00", bad: "2026-11-09T10:00:00" },
    { format: "time", good: "10:00:00Z", bad: "25:00:00Z" },
    { format: "duration", good: "PT1H", bad: "1 hour" },
    { format: "email", good: "a@example.test", bad: "a@" },
    { format: "uri", good: "https://example.test/", bad: "example" },
    { format: "uuid", good: "0af76519-16cd-43dd-8448-eb211c80319c", bad: "0af76519" },
  ])(`${requirement("schema.asserted-formats")}: $format`, ({ format, good, bad }) => {
    const schema = admit({ a: { ...text, format } });
    expect(schema.check({ a: good })).toEqual([]);
    expect(schema.check({ a: bad })).toMatchObject([{ pointer: "/a", keyword: "format" }]);
  });

  it(`${requirement("schema.asserted-formats")}: no other`, () => {
    expect(refuse(toParameters({ a: { ...text, format: "phone" } }))).not.toEqual([]);
  });

  it(`${requirement("schema.arguments-as-sent")} ${requirement("schema.fault-teaches")}: nothing is coerced, filled in or dropped`, () => {
    const schema = admit(
      { qty: { type: "integer", default: 1 }, tags: { type: "array", items: text, maxItems: 5 } },
      { required: ["qty"] },
    );
    expect(schema.check({})).toMatchObject([{ keyword: "required" }]);
    expect(schema.check({ qty: 1, more: 1 })).toMatchObject([{ keyword: "additionalProperties" }]);
    expect(schema.check({ qty: "3" })).toMatchObject([
      { pointer: "/qty", keyword: "type", message: expect.stringMatching(/integer.*string.*3/s) },
    ]);
    expect(schema.check({ qty: 1, tags: '["a"]' })).toMatchObject([
      { pointer: "/tags", keyword: "type", message: expect.stringContaining('send ["a"]') },
    ]);
  });

  it(`${requirement("schema.own-properties")}: inherited members satisfy nothing`, () => {
    const schema = admit({ toString: text, hasOwnProperty: text, length: text }, { required: ["toString"] });
    expect(schema.check({})).toMatchObject([{ keyword: "required" }]);
    expect(schema.check({ toString: "x" })).toEqual([]);
  });
});
