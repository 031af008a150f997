import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { requirement } from "../../../../test/requirement.ts";
import { SetupError } from "../core/error.ts";
import { memoryReceipts } from "../receipts/memory.ts";
import type { MemoryTransaction } from "../receipts/memory.ts";
import { createAdapter } from "./create-adapter.ts";
import type { AdapterOptions } from "./create-adapter.ts";
import type { CredentialOptions } from "./credentials.ts";
import { defineAction } from "./define-action.ts";
import { defineTool } from "./define-tool.ts";
import type { ToolOptions } from "./define-tool.ts";
import type { ToolDefinition } from "./tool-definition.ts";

const input = z.strictObject({ reference: z.string() });

function tool(name: string, over: Partial<ToolOptions<{ reference: string }>> = {}) {
  return defineTool(name, { input, evidence: ["value"], timeoutMs: 1000, run: () => ({ text: "" }), ...over });
}

const action = defineAction<{ reference: string }, MemoryTransaction>("request.create", {
  action: "request.create",
  input,
  timeoutMs: 1000,
  run: () => ({ text: "" }),
});

function setUp(over: Partial<AdapterOptions<MemoryTransaction>>): () => unknown {
  const credentials = [{ scope: "platform", bearer: ["CANARY-token"] }];
  return () =>
    createAdapter({ contractVersion: "2026-09-01", languages: ["en"], credentials, tools: [tool("t")], ...over });
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SetupError) return error.message;
    throw error;
  }
  return "started";
}

describe("an adapter's credentials", () => {
  const wrong: readonly [what: string, credentials: readonly CredentialOptions[], message: string][] = [
    ["none at all", [], "none is set"],
    ["a scope without any", [{ scope: "platform", bearer: [] }], "none is set"],
    ["one that is undefined", [{ scope: "platform", bearer: [process.env["NOT_SET"]] }], "bearer[0] is not set"],
    ["an empty one", [{ scope: "platform", apiKey: [""] }], "apiKey[0]: The credential is empty"],
    ["a line break", [{ scope: "platform", bearer: ["CANARY-7f3a\n"] }], "position 12"],
    ["a header of its own", [{ scope: "platform", bearer: ["CANARY-7f3a\r\nX-A: 1"] }], "position 12"],
    ["a leading blank", [{ scope: "platform", bearer: [" CANARY-7f3a"] }], "position 1"],
    ["a letter beyond ASCII", [{ scope: "platform", bearer: ["CANARY—7f3a"] }], "position 7"],
    ["20,000 characters", [{ scope: "platform", bearer: ["CANARY".repeat(3334)] }], "at most"],
    [
      "one of two scopes",
      [
        { scope: "a", bearer: ["CANARY-7f3a"] },
        { scope: "b", apiKey: ["CANARY-7f3a"] },
      ],
      "same secret",
    ],
    [
      "a scope twice",
      [
        { scope: "a", bearer: ["CANARY-1"] },
        { scope: "a", bearer: ["CANARY-2"] },
      ],
      "credentials[1].scope",
    ],
    ["a blank scope", [{ scope: " ", bearer: ["CANARY-1"] }], "credentials[0].scope"],
  ];

  it.each(wrong)("are refused with %s", (_what, credentials, expected) => {
    const message = messageOf(setUp({ credentials }));
    expect(message).toContain(expected);
    expect(message).not.toContain("CANARY");
  });
});

describe("an adapter's tools", () => {
  const open = defineTool("open", {
    input: z.object({ a: z.string() }),
    evidence: ["value"],
    timeoutMs: 1,
    run: () => ({ text: "" }),
  });
  const nested = z.strictObject({ address: z.object({ city: z.string() }) });
  const inside = defineTool("inside", { input: nested, evidence: ["value"], timeoutMs: 1, run: () => ({ text: "" }) });
  const inexpressible = z.strictObject({ at: z.date() });
  const unknowable = defineTool("d", {
    input: inexpressible,
    evidence: ["value"],
    timeoutMs: 1,
    run: () => ({ text: "" }),
  });
  const context = z.strictObject({ subject: z.string() });
  const redefining = defineTool("r", { input: context, evidence: ["value"], timeoutMs: 1, run: () => ({ text: "" }) });

  const wrong: readonly [what: string, tools: readonly ToolDefinition<MemoryTransaction>[], ...messages: string[]][] = [
    [`${requirement("provider.manifest.tool-count")} none`, [], "tools"],
    [`${requirement("provider.manifest.unique-names")} two of a name`, [tool("t"), tool("t")], "t: The same name"],
    [`${requirement("provider.tool.name")} a bad name`, [tool("1 t")], "1 t: name does not fit"],
    [`${requirement("provider.tool.timeout")} no time`, [tool("t", { timeoutMs: 0 })], "timeoutMs must be an integer"],
    ["too much time", [tool("t", { timeoutMs: 10_001 })], "timeoutMs must be an integer"],
    [
      `${requirement("provider.tool.produces-evidence")} no evidence`,
      [tool("t", { evidence: [] })],
      "evidence is a non-empty",
    ],
    ["a reading tool that proves an action", [tool("t", { evidence: ["action"] })], "take action out"],
    [`${requirement("schema.closed-objects")} an open object`, [open], "z.strictObject"],
    ["an open object inside", [inside], "/address", "z.strictObject"],
    ["a schema that JSON Schema cannot express", [unknowable], "d: The schema has no JSON Schema"],
    [
      `${requirement("provider.tool.context-names")} a field of the context`,
      [redefining],
      "r: This name belongs to the context",
    ],
    ["actions without receipts", [action], "receipts: request.create"],
  ];

  it.each(wrong)("are refused with %s", (_what, tools, ...expected) => {
    const message = messageOf(setUp({ tools }));
    for (const text of expected) expect(message).toContain(text);
  });

  it("are all told of at once, with the credentials", () => {
    const message = messageOf(setUp({ credentials: [], tools: [tool("1"), open, tool("t", { timeoutMs: 0 })] }));
    for (const text of ["none is set", "1: name", "open:", "timeoutMs"]) expect(message).toContain(text);
  });

  it("need no evidence where only the domain-pack contract is served", async () => {
    const credentials = [{ scope: "platform", apiKey: ["secret"] }];
    const receipts = memoryReceipts({ retentionSeconds: 86_400 });
    const tools = [tool("t", { evidence: [] }), action];
    const adapter = createAdapter({ contractVersion: "2026-09-01", languages: ["en"], credentials, receipts, tools });
    expect(adapter.manifest).toBeNull();
    expect(await adapter.call("t", { arguments: { reference: "R-1" } })).toMatchObject({ status: "succeeded" });
    const asked = await adapter.fetch(new Request("http://adapter.test/.well-known/agent-provider"));
    expect(asked.status).toBe(404);
  });

  it("are refused for a version or language that is none", () => {
    expect(messageOf(setUp({ contractVersion: "2026-02-30" }))).toContain("contractVersion is no real date");
    expect(messageOf(setUp({ languages: ["english language"] }))).toContain("languages");
  });
});

describe("calling a tool in a test", () => {
  it("repeats an operation by its id", async () => {
    const done: string[] = [];
    const receipts = memoryReceipts({ retentionSeconds: 86_400 });
    const create = defineAction<{ reference: string }, MemoryTransaction>("request.create", {
      action: "request.create",
      input,
      timeoutMs: 1000,
      run: ({ input: { reference }, tx, operation }) => {
        tx.onCommit(() => done.push(reference));
        return { text: operation.id };
      },
    });
    const credentials = [{ scope: "platform", bearer: ["token"] }];
    const adapter = createAdapter({
      contractVersion: "2026-09-01",
      languages: ["en"],
      credentials,
      receipts,
      tools: [create],
    });
    const options = { arguments: { reference: "R-1" }, operationId: "an-operation-of-ours" };
    expect(await adapter.call("request.create", options)).toMatchObject({
      text: "an-operation-of-ours",
      replayed: false,
    });
    expect(await adapter.call("request.create", options)).toMatchObject({
      text: "an-operation-of-ours",
      replayed: true,
    });
    expect(done).toEqual(["R-1"]);
    await expect(adapter.call("request.delete")).rejects.toThrow("request.create");
  });
});

describe("an adapter whose reporter fails", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("CANARY");
      },
    ],
    [
      "rejects",
      async () => {
        throw new Error("CANARY");
      },
    ],
  ])("still answers when it %s", async (_how, onFault) => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const failing = tool("t", {
      run: () => {
        throw new Error("CANARY");
      },
    });
    const credentials = [{ scope: "platform", bearer: ["CANARY-token"] }];
    const adapter = createAdapter({
      contractVersion: "2026-09-01",
      languages: ["en"],
      credentials,
      tools: [failing],
      onFault,
    });
    const answer = await adapter.call("t", { arguments: { reference: "R-1" } });
    const lines = write.mock.calls.map(([line]) => String(line));
    write.mockRestore();
    expect(answer).toMatchObject({ kind: "faulted", effect: "none", cause: { code: "internal" } });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^counterfoil: t failed, trace .+\n$/);
    expect(lines.join("")).not.toContain("CANARY");
  });
});
