import { describe, expect, it } from "vitest";
import { requirement } from "../../../../../test/requirement.ts";
import type { DocumentFault } from "../../core/tool.ts";
import type { Catalog } from "../contract.ts";
import { parsePack } from "./pack.ts";
import { PACK } from "./pack.testdata.ts";

function accept(text: string): Catalog {
  const parsed = parsePack(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
}

function refuse(text: string): readonly DocumentFault[] {
  const parsed = parsePack(text);
  if (parsed.ok) throw new Error("The pack was accepted");
  return parsed.faults;
}

/** The pack with one part of its text replaced, which has to be there. */
function edit(from: string, to: string): string {
  expect(PACK).toContain(from);
  return PACK.replace(from, () => to);
}

/** Why the first tool is kept out after an edit; the second still stands. */
function reasonsOf(from: string, to: string): readonly DocumentFault[] {
  const { tools, quarantined } = accept(edit(from, to));
  expect(tools.map(({ name }) => name)).toEqual(["find_slots"]);
  return quarantined.flatMap(({ reasons }) => reasons);
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split("\n").length;
}

describe("a Domain Pack", () => {
  it("is read as the contract shows it", () => {
    expect(accept(PACK)).toMatchObject({
      contract: "domain-pack",
      contractVersion: null,
      languages: ["en"],
      warnings: [],
      quarantined: [],
      receipts: { lookup: false, void: false, retentionSeconds: null },
      domain: {
        domainId: "cogwheel-cycles",
        name: "Cogwheel Cycles",
        origin: "http://127.0.0.1:7411",
        secretVariable: "COGWHEEL_ADAPTER_SECRET",
        partners: [{ partnerId: "riverside", name: "Cogwheel Cycles Riverside", timezone: "Europe/London" }],
        facts: { has_open_booking: { type: "boolean", default: false }, open_booking_ref: { type: "string" } },
      },
      tools: [
        {
          name: "cancel_booking",
          mutating: true,
          action: "cancel_booking",
          producesEvidence: [],
          timeoutMs: 8000,
          requiresFacts: { has_open_booking: true },
          setsFacts: ["has_open_booking", "open_booking_ref"],
        },
        { name: "find_slots", description: null, mutating: false, action: null, requiresFacts: {}, setsFacts: [] },
      ],
    });
  });

  it("may be JSON", () => {
    const { domain } = accept(PACK);
    const json = {
      domainId: "d",
      name: "D",
      languages: ["en"],
      adapter: { origin: "https://a.example.test", secret: "${S}" },
      partners: domain?.partners,
      tools: [{ name: "t", effect: "read", timeoutMs: 1, parameters: { type: "object", additionalProperties: false } }],
    };
    expect(accept(JSON.stringify(json, null, "\t"))).toMatchObject({ tools: [{ name: "t" }], domain: { facts: {} } });
  });

  it.each(["", "null", "[]", "just text", "- a"])(`${requirement("domain-pack.pack.object")}: %j is none`, (text) => {
    expect(refuse(text)).toMatchObject([{ code: "domain-pack.pack.object", line: 1 }]);
  });

  it(`${requirement("domain-pack.pack.domain")}: has domainId, name and languages`, () => {
    expect(
      refuse(
        edit("domainId: cogwheel-cycles\nname: Cogwheel Cycles\nlanguages: [en]\n", "name: ''\nlanguages: [en, EN]\n"),
      ),
    ).toMatchObject([
      { code: "domain-pack.pack.domain", pointer: "" },
      { code: "domain-pack.pack.domain", pointer: "/name", line: 1 },
      { code: "domain-pack.pack.domain", pointer: "/languages/1", line: 2, column: 17 },
    ]);
  });

  it.each(["", "a.example.test", "https://a/b", "https://a/", "https://u:p@a", "https://a?x", "ftp://a", "https://"])(
    `${requirement("domain-pack.pack.adapter")} ${requirement("provider.origin")}: %j is no origin`,
    (origin) => {
      expect(refuse(edit("http://127.0.0.1:7411", JSON.stringify(origin)))).toMatchObject([
        { code: "domain-pack.pack.adapter", pointer: "/adapter/origin", line: 4 },
      ]);
    },
  );

  it("warns of plain http to another host", () => {
    expect(accept(edit("http://127.0.0.1:7411", "http://shop.example.test")).warnings).toMatchObject([
      { code: "domain-pack.pack.adapter", pointer: "/adapter/origin", line: 4 },
    ]);
  });

  it.each(["12345678", "CANARY-7f3a", "'$COGWHEEL'", "'${a b}'", "'${A}${B}'", "~", "0042", "'x${A}'"])(
    `${requirement("domain-pack.pack.secret-reference")}: %s is none, and is not repeated`,
    (secret) => {
      const faults = refuse(edit("${COGWHEEL_ADAPTER_SECRET}", secret));
      expect(faults).toMatchObject([
        { code: "domain-pack.pack.secret-reference", pointer: "/adapter/secret", line: 4 },
      ]);
      expect(JSON.stringify(faults)).not.toMatch(/12345678|CANARY|0042/);
    },
  );

  it(`${requirement("domain-pack.pack.receipts")}: are declared with their retention`, () => {
    const withReceipts = (receipts: string): string => edit("_SECRET} }", `_SECRET}, receipts: ${receipts} }`);
    expect(accept(withReceipts("{ lookup: true, retentionSeconds: 2592000 }")).receipts).toEqual({
      lookup: true,
      void: false,
      retentionSeconds: 2_592_000,
    });
    expect(refuse(withReceipts("{ lookup: true }"))).toMatchObject([{ code: "domain-pack.pack.receipts" }]);
    expect(refuse(withReceipts("yes"))).toMatchObject([{ code: "domain-pack.pack.receipts" }]);
  });

  it(`${requirement("domain-pack.pack.partners")}: are unique, named, and in a real zone`, () => {
    const partners = (text: string): readonly DocumentFault[] =>
      refuse(edit("  - { partnerId: riverside, name: Cogwheel Cycles Riverside, timezone: Europe/London }\n", text));
    expect(partners("  []\n")).toMatchObject([{ code: "domain-pack.pack.partners", pointer: "/partners" }]);
    expect(partners("  - { partnerId: a, name: A, timezone: Europe/Londn }\n")).toMatchObject([
      { pointer: "/partners/0/timezone" },
    ]);
    expect(partners("  - { partnerId: a, name: A, timezone: ~ }\n")).toMatchObject([
      { pointer: "/partners/0/timezone", line: 6 },
    ]);
    expect(partners("  - { partnerId: a/b, name: A, timezone: UTC }\n")).toMatchObject([
      { pointer: "/partners/0/partnerId" },
    ]);
    const twice = "  - { partnerId: a, name: A, timezone: UTC }\n";
    expect(partners(twice + twice)).toMatchObject([{ pointer: "/partners/1/partnerId", line: 7 }]);
  });

  it.each([
    { fact: "{ type: bool }", pointer: "/facts/has_open_booking/type" },
    { fact: "{ type: boolean, default: no }", pointer: "/facts/has_open_booking/default" },
    { fact: "{ type: integer, default: 1.5 }", pointer: "/facts/has_open_booking/default" },
    { fact: "boolean", pointer: "/facts/has_open_booking" },
  ])(`${requirement("domain-pack.pack.facts")}: $fact is no fact`, ({ fact, pointer }) => {
    expect(refuse(edit("{ type: boolean, default: false }", fact))).toMatchObject([
      { code: "domain-pack.pack.facts", pointer, line: 8 },
    ]);
  });

  it(`${requirement("domain-pack.pack.tools")}: 1 to 200, no two of a name`, () => {
    expect(refuse(`${PACK.slice(0, PACK.indexOf("tools:"))}tools: []\n`)).toMatchObject([
      { code: "domain-pack.pack.tools" },
    ]);
    const { tools, quarantined } = accept(edit("name: find_slots", "name: cancel_booking"));
    expect(tools).toEqual([]);
    expect(quarantined).toHaveLength(2);
  });

  it(`${requirement("domain-pack.pack.unknown-keys")}: are warnings with their line`, () => {
    const text = edit("name: Cogwheel Cycles\n", "name: Cogwheel Cycles\nphone: +12025550142\n");
    expect(accept(text).warnings).toMatchObject([
      { code: "domain-pack.pack.unknown-keys", pointer: "/phone", line: 3 },
    ]);
  });
});

describe("a tool of a pack", () => {
  it(`${requirement("domain-pack.pack.quarantine")} ${requirement("domain-pack.pack.lines")}: hides none of the others`, () => {
    expect(reasonsOf("effect: write ", "effect: delete")).toMatchObject([
      { code: "domain-pack.tool.declaration", pointer: "/tools/0/effect", line: 13, column: 13 },
    ]);
  });

  it.each([
    { from: "name: cancel_booking", to: "name: cancel booking", pointer: "/tools/0/name" },
    { from: "effect: write ", to: "effekt: write ", pointer: "/tools/0" },
    { from: "timeoutMs: 8000", to: "timeoutMs: 10001", pointer: "/tools/0/timeoutMs" },
    { from: "timeoutMs: 8000", to: "timeoutMs: '8000'", pointer: "/tools/0/timeoutMs" },
    {
      from: "{ reason: { type: string } }, required: [], additionalProperties: false",
      to: "{}",
      pointer: "/tools/0/parameters",
    },
    { from: "description: Cancel the contact's open booking.", to: "description: 42", pointer: "/tools/0/description" },
  ])(`${requirement("domain-pack.tool.declaration")}: $to is refused`, ({ from, to, pointer }) => {
    expect(reasonsOf(from, to)[0]?.pointer).toBe(pointer);
  });

  it.each([
    { requires: "{ facts: { has_booking: true } }", pointer: "/tools/0/requires/facts/has_booking" },
    { requires: "{ facts: { toString: true } }", pointer: "/tools/0/requires/facts/toString" },
    { requires: "{ facts: { has_open_booking: yes } }", pointer: "/tools/0/requires/facts/has_open_booking" },
    { requires: "{ facts: { open_booking_ref: 0042 } }", pointer: "/tools/0/requires/facts/open_booking_ref" },
    { requires: "{ fact: { has_open_booking: true } }", pointer: "/tools/0/requires" },
    { requires: "{ facts: {}, fact: {} }", pointer: "/tools/0/requires/fact" },
    { requires: "has_open_booking", pointer: "/tools/0/requires" },
  ])(`${requirement("domain-pack.tool.requires")}: not $requires`, ({ requires, pointer }) => {
    expect(reasonsOf("{ facts: { has_open_booking: true } }", requires)).toMatchObject([
      { code: "domain-pack.tool.requires", pointer },
    ]);
  });

  it(`${requirement("domain-pack.tool.sets")}: declared facts alone`, () => {
    expect(reasonsOf("[has_open_booking, open_booking_ref]", "[has_booking]")).toMatchObject([
      { code: "domain-pack.tool.sets", pointer: "/tools/0/sets/facts/0", line: 16 },
    ]);
  });
});

describe("what YAML makes of a pack", () => {
  it.each([
    {
      from: "partnerId: riverside",
      to: "partnerId: 0042",
      advice: "partnerId must be a string, not a number: write '0042'",
    },
    { from: "partnerId: riverside", to: "partnerId: +12025550142", advice: "write '+12025550142'" },
    { from: "partnerId: riverside", to: "partnerId: true", advice: "write 'true'" },
    { from: "domainId: cogwheel-cycles", to: "domainId: 1e3", advice: "write '1e3'" },
    { from: "{ type: string }\ntools", to: "{ type: string, default: 0101234 }\ntools", advice: "write '0101234'" },
  ])(`${requirement("domain-pack.pack.scalars")}: $to is refused with the form to write`, ({ from, to, advice }) => {
    const text = edit(from, to);
    const faults = refuse(text);
    expect(faults).toMatchObject([{ message: expect.stringContaining(advice), line: lineOf(text, to) }]);
  });

  it.each([
    { schema: "{ type: string, const: 1.10 }", advice: "write '1.10'" },
    { schema: "{ type: string, enum: [no, off, 0042] }", advice: "write '0042'" },
    { schema: "{ type: string, default: true }", advice: "write 'true'" },
    { schema: "{ enum: [0042] }", advice: "write '0042', or 42 for the number" },
    { schema: "{ type: [string, 'null'], examples: [+12025550142] }", advice: "write '+12025550142'" },
  ])(`${requirement("domain-pack.pack.scalars")}: a schema says $schema`, ({ schema, advice }) => {
    expect(reasonsOf("{ reason: { type: string } }", `{ reason: ${schema} }`)).toMatchObject([
      { code: "domain-pack.pack.scalars", message: expect.stringContaining(advice), line: 17 },
    ]);
  });

  it("keeps dates, times and words as text, and numbers as numbers", () => {
    const properties = "{ a: { type: string, enum: [no, off, 09:30, 2026-11-09] }, n: { type: number, const: 1.10 } }";
    const { tools } = accept(edit("{ reason: { type: string } }", properties));
    expect(tools[0]?.parameters.document["properties"]).toEqual({
      a: { type: "string", enum: ["no", "off", "09:30", "2026-11-09"] },
      n: { type: "number", const: 1.1 },
    });
  });

  it("tells the number in place of one with underscores", () => {
    expect(reasonsOf("timeoutMs: 8000", "timeoutMs: 8_000")).toMatchObject([
      { message: expect.stringContaining("write 8000") },
    ]);
  });

  it.each([
    { name: "a duplicate key", text: `${PACK}facts: {}\n`, line: PACK.split("\n").length },
    { name: "a merge", text: edit("facts:\n", "facts:\n  <<: { a: { type: string } }\n"), line: 8 },
    { name: "a merge of an anchor", text: edit("facts:\n", "x: &x { a: 1 }\nfacts:\n  <<: *x\n"), line: 9 },
    { name: "a tab as indentation", text: edit("  has_open", "\thas_open"), line: 8 },
    { name: "a byte order mark", text: `\uFEFF${PACK}`, line: 1 },
    { name: "two documents", text: `${PACK}---\n${PACK}`, line: PACK.split("\n").length },
    { name: "a binary tag", text: edit("name: Cogwheel Cycles\n", "name: !!binary aGk=\n"), line: 2 },
    { name: "YAML 1.1", text: `%YAML 1.1\n---\n${PACK}`, line: undefined },
    { name: "a key that is a number", text: edit("  has_open_booking: {", "  42: {"), line: 8 },
    { name: "a key that is null", text: edit("  has_open_booking: {", "  ~: {"), line: 8 },
    { name: "an alias of nothing", text: edit("name: Cogwheel Cycles\n", "name: *x\n"), line: 2 },
    { name: "an open quote", text: edit("name: Cogwheel Cycles\n", "name: 'Cogwheel Cycles\n"), line: undefined },
  ])(`${requirement("domain-pack.pack.yaml")}: $name is refused`, ({ text, line }) => {
    const [fault] = refuse(text);
    expect(fault).toMatchObject({ code: "domain-pack.pack.yaml", ...(line === undefined ? {} : { line }) });
  });

  it(`${requirement("domain-pack.pack.aliases")}: an alias bomb is refused at once`, () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) =>
        `l${level}: &l${level} [${Array(9)
          .fill(level === 0 ? "x" : `*l${level - 1}`)
          .join(", ")}]`,
    );
    const faults = refuse(`${levels.join("\n")}\n${PACK}`);
    expect(faults).toMatchObject([{ code: "domain-pack.pack.aliases" }]);
    expect(refuse(`x: &x [*x]\n${PACK}`)).not.toEqual([]);
  });

  it("lets a few aliases stand", () => {
    const text = edit("{ type: boolean, default: false }", "&flag { type: boolean, default: false }").replace(
      "facts:\n",
      "facts:\n",
    );
    expect(accept(text.replace("{ type: string }\ntools", "*flag\ntools")).domain?.facts["open_booking_ref"]).toEqual({
      type: "boolean",
      default: false,
    });
  });

  it.each(["__proto__", "constructor", "prototype"])(
    `${requirement("json.forbidden-keys")}: %s is refused with its line`,
    (key) => {
      const text = edit("facts:\n", `facts:\n  ${key}: { type: string }\n`);
      expect(refuse(text)).toMatchObject([{ code: "json.forbidden_key", line: 8 }]);
      expect(({} as Record<string, unknown>)["type"]).toBeUndefined();
    },
  );

  it.each([
    { name: "size", text: `${PACK}#${" ".repeat(256 * 1024)}` },
    { name: "flow depth", text: `x: ${"[".repeat(100_000)}` },
    { name: "closed flow depth", text: `x: ${"[".repeat(70)}${"]".repeat(70)}\n${PACK}` },
    { name: "block depth", text: `x:\n  ${"- ".repeat(70)}a\n${PACK}` },
    { name: "a long text", text: `x: ${"a".repeat(64 * 1024 + 1)}\n${PACK}` },
    { name: "a large integer", text: `x: 1524831183200260097\n${PACK}` },
    { name: "infinity", text: `x: .inf\n${PACK}` },
    { name: "not a number", text: `x: .nan\n${PACK}` },
  ])(`${requirement("domain-pack.pack.limits")}: $name is refused`, ({ text }) => {
    const [fault] = refuse(text);
    expect(fault?.code).toMatch(/^(?:domain-pack\.pack\.(?:limits|yaml)|json\.)/);
    expect(fault?.line).toBeGreaterThan(0);
  });
});
