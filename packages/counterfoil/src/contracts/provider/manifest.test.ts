import { describe, expect, it } from "vitest";
import { requirement } from "../../../../../test/requirement.ts";
import type { Catalog } from "../contract.ts";
import { parseManifest } from "./manifest.ts";
import { MINIMAL_MANIFEST } from "./manifest.testdata.ts";

const READ = MINIMAL_MANIFEST.tools[0]!;
const WRITE = {
  ...READ,
  name: "request.create",
  mutating: true,
  action: "request.create",
  produces_evidence: ["entity", "action"],
};
const FULL = {
  ...MINIMAL_MANIFEST,
  capabilities: ["read", "mutate"],
  receipt_retention_seconds: 2_592_000,
  tools: [READ, WRITE],
};

function parse(document: unknown): ReturnType<typeof parseManifest> {
  return parseManifest(new TextEncoder().encode(typeof document === "string" ? document : JSON.stringify(document)));
}

function accept(document: unknown): Catalog {
  const parsed = parse(document);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.value;
}

function faultsOf(document: unknown): readonly string[] {
  const parsed = parse(document);
  return parsed.ok ? [] : parsed.faults.map(({ code, pointer }) => `${code} ${pointer}`);
}

function reasonsOf(tool: unknown): readonly string[] {
  const { tools, quarantined } = accept({ ...FULL, tools: [READ, WRITE, tool] });
  expect(tools.map(({ name }) => name)).toEqual(["request.status", "request.create"]);
  expect(quarantined).toHaveLength(1);
  return quarantined.flatMap(({ reasons }) => reasons.map(({ code, pointer }) => `${code} ${pointer}`));
}

describe("the top level of a manifest", () => {
  it(`${requirement("provider.manifest.minimal")}: is accepted as it stands in the documentation`, () => {
    expect(accept(MINIMAL_MANIFEST)).toMatchObject({
      contract: "provider",
      contractVersion: "2026-09-01",
      languages: ["en", "ar"],
      tools: [
        {
          name: "request.status",
          mutating: false,
          action: null,
          producesEvidence: ["entity", "value"],
          timeoutMs: 5000,
        },
      ],
      quarantined: [],
      warnings: [],
      receipts: { lookup: false, void: false, retentionSeconds: null },
      domain: null,
    });
  });

  it.each([null, [], '"manifest"', 1])(`${requirement("provider.manifest.object")}: %j is none`, (document) => {
    expect(faultsOf(document)).toEqual(["provider.manifest.object "]);
  });

  it.each([1, "2", "1.0", null, undefined])(
    `${requirement("provider.manifest.protocol-version")}: %j is not "1"`,
    (version) => {
      expect(faultsOf({ ...MINIMAL_MANIFEST, protocol_version: version })).toEqual([
        `provider.manifest.protocol-version ${version === undefined ? "" : "/protocol_version"}`,
      ]);
    },
  );

  it.each(["2026-02-30", "2026-9-1", "20260901", "", 20_260_901])(
    `${requirement("provider.manifest.contract-version")}: %j is no date`,
    (version) => {
      expect(faultsOf({ ...MINIMAL_MANIFEST, contract_version: version })).toEqual([
        "provider.manifest.contract-version /contract_version",
      ]);
    },
  );

  it.each([[[]], [["read", ""]], [[1]], ["read"]])(
    `${requirement("provider.manifest.capabilities")}: %j are none`,
    (capabilities) => {
      expect(faultsOf({ ...MINIMAL_MANIFEST, capabilities })).toEqual(["provider.manifest.capabilities /capabilities"]);
    },
  );

  it(`${requirement("provider.manifest.capabilities")}: none stands twice`, () => {
    expect(faultsOf({ ...MINIMAL_MANIFEST, capabilities: ["read", "read"] })).toEqual([
      "provider.manifest.capabilities /capabilities/1",
    ]);
  });

  it.each([
    { capabilities: ["mutate"], tools: [WRITE, READ] },
    { capabilities: ["read"], tools: [WRITE, READ] },
    { capabilities: ["read", "mutate"], tools: [READ] },
    { capabilities: ["read", "mutate"], tools: [WRITE] },
    { capabilities: ["receipt.lookup"], tools: [READ] },
  ])(`${requirement("provider.manifest.capabilities-match")}: $capabilities are wrong`, ({ capabilities, tools }) => {
    expect(faultsOf({ ...FULL, capabilities, tools })).toEqual(["provider.manifest.capabilities-match /capabilities"]);
  });

  it(`${requirement("provider.manifest.capabilities-match")}: a quarantined tool counts`, () => {
    const { tools, quarantined } = accept({ ...FULL, tools: [READ, { ...WRITE, timeout_ms: 0 }] });
    expect(tools).toHaveLength(1);
    expect(quarantined).toHaveLength(1);
  });

  it(`${requirement("provider.manifest.unknown-capabilities")}: others are ignored`, () => {
    const { receipts } = accept({ ...FULL, capabilities: ["read", "mutate", "receipt.lookup", "receipt.void", "x.y"] });
    expect(receipts).toEqual({ lookup: true, void: true, retentionSeconds: 2_592_000 });
  });

  it.each([[[]], [["en", "EN"]], [["en_GB"]], [["e"]], [[null]], ["en"]])(
    `${requirement("provider.manifest.languages")}: %j are none`,
    (languages) => {
      expect(faultsOf({ ...MINIMAL_MANIFEST, languages })[0]).toMatch(/^provider\.manifest\.languages \/languages/);
    },
  );

  it.each([0, -1, 1.5, "86400", null, undefined])(
    `${requirement("provider.manifest.receipt-retention")}: %j is refused where a tool mutates`,
    (seconds) => {
      expect(faultsOf({ ...FULL, receipt_retention_seconds: seconds })[0]).toMatch(
        /^provider\.manifest\.receipt-retention /,
      );
    },
  );

  it(`${requirement("provider.manifest.receipt-retention-day")}: less than a day is a warning`, () => {
    expect(accept({ ...FULL, receipt_retention_seconds: 86_399 }).warnings).toMatchObject([
      { code: "provider.manifest.receipt-retention-day", pointer: "/receipt_retention_seconds" },
    ]);
    expect(accept({ ...FULL, receipt_retention_seconds: 86_400 }).warnings).toEqual([]);
  });

  it(`${requirement("provider.manifest.tool-count")}: 1 to 200`, () => {
    const tools = Array.from({ length: 201 }, (_, index) => ({ ...READ, name: `t${index}` }));
    expect(faultsOf({ ...MINIMAL_MANIFEST, tools })).toEqual(["provider.manifest.tool-count /tools"]);
    expect(faultsOf({ ...MINIMAL_MANIFEST, tools: [] })[0]).toBe("provider.manifest.tool-count /tools");
    expect(accept({ ...MINIMAL_MANIFEST, tools: tools.slice(1) }).tools).toHaveLength(200);
  });

  it(`${requirement("provider.manifest.unique-names")}: namesakes are quarantined together, each naming the other`, () => {
    const { tools, quarantined } = accept({ ...FULL, tools: [READ, WRITE, { ...READ, timeout_ms: 1 }] });
    expect(tools.map(({ name }) => name)).toEqual(["request.create"]);
    expect(quarantined).toMatchObject([
      {
        name: "request.status",
        reasons: [{ code: "provider.manifest.unique-names", message: expect.stringContaining("/tools/2") }],
      },
      { name: "request.status", reasons: [{ pointer: "/tools/2/name", message: expect.stringContaining("/tools/0") }] },
    ]);
  });

  it(`${requirement("provider.manifest.unknown-keys")}: are warnings, at every level`, () => {
    const { tools, warnings } = accept({ ...MINIMAL_MANIFEST, vendor: 1, tools: [{ ...READ, titel: "Status" }] });
    expect(tools).toHaveLength(1);
    expect(warnings.map(({ pointer }) => pointer).sort()).toEqual(["/tools/0/titel", "/vendor"]);
  });

  it(`${requirement("provider.manifest.every-fault")}: is told at once`, () => {
    const document = {
      ...FULL,
      protocol_version: 1,
      contract_version: "x",
      languages: [],
      capabilities: ["read"],
      receipt_retention_seconds: 0,
    };
    expect(faultsOf(document)).toEqual([
      "provider.manifest.protocol-version /protocol_version",
      "provider.manifest.contract-version /contract_version",
      "provider.manifest.languages /languages",
      "provider.manifest.capabilities-match /capabilities",
      "provider.manifest.receipt-retention /receipt_retention_seconds",
    ]);
  });

  it(`${requirement("provider.manifest.size")}: at most 256 KiB`, () => {
    const padded = (bytes: number): string => JSON.stringify(MINIMAL_MANIFEST).padEnd(bytes, " ");
    expect(parse(padded(256 * 1024)).ok).toBe(true);
    expect(faultsOf(padded(256 * 1024 + 1))).toEqual(["json.too_large "]);
  });

  it(`${requirement("json.whole-document")} ${requirement("json.fault-place")}: refuses a document that is no JSON, with the place`, () => {
    const parsed = parse('{\n "protocol_version": "1",\n "protocol_version": "1"}');
    expect(parsed).toMatchObject({ ok: false, faults: [{ code: "json.duplicate_key", line: 3 }] });
  });

  it.each(["tools", "capabilities", "languages", "protocol_version", "contract_version"])(
    "lacks nothing that it needs: %s",
    (key) => {
      const { [key]: _, ...rest } = MINIMAL_MANIFEST as Record<string, unknown>;
      expect(faultsOf(rest)).toHaveLength(1);
    },
  );
});

describe("a tool of a manifest", () => {
  it(`${requirement("provider.manifest.quarantine")}: nine good ones stay beside a bad one`, () => {
    const good = Array.from({ length: 9 }, (_, index) => ({ ...READ, name: `t${index}` }));
    const bad = { ...READ, parameters: { ...READ.parameters, patternProperties: {} } };
    const { tools, quarantined } = accept({ ...MINIMAL_MANIFEST, tools: [...good, bad] });
    expect(tools).toHaveLength(9);
    expect(quarantined).toMatchObject([
      { name: "request.status", reasons: [{ pointer: "/tools/9/parameters/patternProperties" }] },
    ]);
  });

  it.each([null, "request.status", 7, []])("that is %j is quarantined under its place", (tool) => {
    const { quarantined } = accept({ ...FULL, tools: [READ, WRITE, tool] });
    expect(quarantined).toMatchObject([{ name: "tools/2", reasons: [{ pointer: "/tools/2" }] }]);
  });

  it.each(["", "1st", "a b", "crm/find", "a..b", ".a", "a.", "Café", "بحث", "а", "a".repeat(65), "__proto__", "x\n"])(
    `${requirement("provider.tool.name")}: %j is none`,
    (name) => {
      expect(reasonsOf({ ...READ, name })).toEqual(["provider.tool.name /tools/2/name"]);
    },
  );

  it.each(["a", "request.status.v-2_x", "constructor", "toString", "a".repeat(64), "a.1"])(
    `${requirement("provider.tool.name")}: %j is one`,
    (name) => {
      expect(accept({ ...FULL, tools: [READ, WRITE, { ...READ, name }] }).quarantined).toEqual([]);
    },
  );

  it.each([undefined, "false", 0, null])(`${requirement("provider.tool.mutating")}: %j does not say`, (mutating) => {
    expect(reasonsOf({ ...READ, name: "x", mutating })).toContain(
      `provider.tool.mutating /tools/2${mutating === undefined ? "" : "/mutating"}`,
    );
  });

  it(`${requirement("provider.tool.action")}: stands exactly on a mutating tool`, () => {
    expect(reasonsOf({ ...READ, name: "x", action: "x" })).toEqual(["provider.tool.action /tools/2/action"]);
    expect(reasonsOf({ ...WRITE, name: "x", action: undefined })).toEqual(["provider.tool.action /tools/2"]);
    expect(reasonsOf({ ...WRITE, name: "x", action: "1 2" })).toEqual(["provider.tool.action /tools/2/action"]);
  });

  it.each([[[]], [["entity", "entity"]], [["entity", "fact"]], [["entity", "action"]], ["entity"], [undefined]])(
    `${requirement("provider.tool.produces-evidence")}: a read cannot declare %j`,
    (produces_evidence) => {
      expect(reasonsOf({ ...READ, name: "x", produces_evidence })[0]).toMatch(
        /^provider\.tool\.produces-evidence \/tools\/2/,
      );
    },
  );

  it(`${requirement("provider.tool.produces-evidence")}: a mutation declares action`, () => {
    expect(reasonsOf({ ...WRITE, name: "x", produces_evidence: ["entity"] })).toEqual([
      "provider.tool.produces-evidence /tools/2/produces_evidence",
    ]);
  });

  it.each([0, -1, 10_001, 1.5, "5000", null, undefined])(
    `${requirement("provider.tool.timeout")}: %j is none`,
    (timeout_ms) => {
      expect(reasonsOf({ ...READ, name: "x", timeout_ms })[0]).toMatch(/^provider\.tool\.timeout \/tools\/2/);
    },
  );

  it.each([1, 10_000])(`${requirement("provider.tool.timeout")}: %i is one`, (timeout_ms) => {
    expect(accept({ ...MINIMAL_MANIFEST, tools: [{ ...READ, timeout_ms }] }).tools).toMatchObject([
      { timeoutMs: timeout_ms },
    ]);
  });

  it.each([undefined, null, "object", { type: "string" }, { type: "array", items: { type: "string" }, maxItems: 1 }])(
    `${requirement("provider.tool.parameters")}: %j is no schema of an object`,
    (parameters) => {
      expect(reasonsOf({ ...READ, name: "x", parameters })).not.toEqual([]);
    },
  );

  it.each(["workspace", "conversation", "turn", "subject", "locale", "timezone", "current_time", "context"])(
    `${requirement("provider.tool.context-names")}: %s is not a parameter`,
    (name) => {
      const properties = {
        [name]: { type: "string" },
        inner: { type: "object", properties: { [name]: { type: "string" } }, additionalProperties: false },
      };
      const parameters = { type: "object", properties, additionalProperties: false };
      expect(reasonsOf({ ...READ, name: "x", parameters })).toEqual([
        `provider.tool.context-names /tools/2/parameters/properties/${name}`,
      ]);
    },
  );

  it(`${requirement("provider.tool.texts")}: keeps title, description and messages, and leaves out what is none`, () => {
    const messages = { done: { en: "Your reference is {reference}." } };
    const good = { ...READ, title: "Status", description: "Looks a request up.", messages };
    expect(accept({ ...MINIMAL_MANIFEST, tools: [good] }).tools).toMatchObject([
      { title: "Status", description: "Looks a request up.", messages },
    ]);
    const { tools, warnings } = accept({ ...MINIMAL_MANIFEST, tools: [{ ...READ, title: 1, messages: [] }] });
    expect(tools).toMatchObject([{ title: null, messages: null }]);
    expect(warnings.map(({ pointer }) => pointer)).toEqual(["/tools/0/title", "/tools/0/messages"]);
  });

  it("tells every fault of one tool", () => {
    expect(reasonsOf({ name: "1", mutating: false, produces_evidence: [], timeout_ms: 0 })).toHaveLength(4);
  });
});
