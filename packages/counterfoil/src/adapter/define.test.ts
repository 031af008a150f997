import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../core/json.ts";
import { memoryReceipts } from "../receipts/memory.ts";
import type { MemoryTransaction } from "../receipts/memory.ts";
import type { SqlTransaction } from "../receipts/receipts.ts";
import { createAdapter } from "./create-adapter.ts";
import { defineAction } from "./define-action.ts";
import { defineTool } from "./define-tool.ts";
import type { ActionRequest, ToolDefinition } from "./tool-definition.ts";

const base = {
  contractVersion: "2026-09-01",
  languages: ["en"],
  credentials: [{ scope: "platform", apiKey: ["secret"] }],
};
const SCHEMA = {
  type: "object",
  properties: { reference: { type: "string" }, qty: { type: "number" } },
  required: ["reference"],
  additionalProperties: false,
};

describe("the input of a handler", () => {
  const seen: unknown[] = [];
  const tools = {
    zod: defineTool("zod", {
      input: z.strictObject({ reference: z.string(), qty: z.number().default(1) }),
      timeoutMs: 1000,
      run: ({ input }) => {
        expectTypeOf(input).toEqualTypeOf<{ reference: string; qty: number }>();
        seen.push(input);
        return { text: "zod" };
      },
    }),
    valibot: defineTool("valibot", {
      input: toStandardJsonSchema(v.strictObject({ reference: v.string(), qty: v.optional(v.number(), 1) })),
      timeoutMs: 1000,
      run: ({ input }) => {
        expectTypeOf(input).toEqualTypeOf<{ reference: string; qty: number }>();
        seen.push(input);
        return { text: "valibot" };
      },
    }),
    arktype: defineTool("arktype", {
      input: type({ reference: "string", "qty?": "number", "+": "reject" }),
      timeoutMs: 1000,
      run: ({ input }) => {
        expectTypeOf(input).toEqualTypeOf<{ reference: string; qty?: number }>();
        seen.push(input);
        return { text: "arktype" };
      },
    }),
    raw: defineTool("raw", {
      input: SCHEMA,
      timeoutMs: 1000,
      run: ({ input }) => {
        expectTypeOf(input).toEqualTypeOf<JsonObject>();
        seen.push(input);
        return { text: "raw" };
      },
    }),
  };

  it.each([
    ["zod", { reference: "R-1", qty: 1 }],
    ["valibot", { reference: "R-1", qty: 1 }],
    ["arktype", { reference: "R-1" }],
    ["raw", { reference: "R-1" }],
  ] as const)("is what %s gives out", async (name, expected) => {
    const adapter = createAdapter({ ...base, tools: [tools[name]] });
    seen.length = 0;
    expect(await adapter.call(name, { arguments: { reference: "R-1" } })).toMatchObject({
      status: "succeeded",
      text: name,
    });
    expect(seen).toEqual([expected]);
    const wrong = await adapter.call(name, { arguments: { reference: "R-1", more: true } });
    expect(wrong).toMatchObject({ status: "refused", error: { category: "validation" } });
    expect(seen).toHaveLength(1);
  });

  it("has a format asserted by the declared schema and the whole rule by its library", async () => {
    const input = z.strictObject({ day: z.iso.date(), mail: z.email().optional() });
    const tool = defineTool("find", { input, timeoutMs: 1000, evidence: ["value"], run: () => ({ text: "" }) });
    const adapter = createAdapter({ ...base, credentials: [{ scope: "platform", bearer: ["t"] }], tools: [tool] });
    expect(adapter.manifest).toMatchObject({
      tools: [{ parameters: { properties: { day: { type: "string", format: "date" }, mail: { format: "email" } } } }],
    });
    expect(JSON.stringify(adapter.manifest)).not.toMatch(/\$schema|pattern/);
    expect(await adapter.call("find", { arguments: { day: "2026-02-30" } })).toMatchObject({
      kind: "faulted",
      effect: "none",
    });
  });
});

describe("the transaction of an action", () => {
  const input = z.strictObject({ reference: z.string() });

  it("is an SQL one unless the handler names another", () => {
    const sql = defineAction("a", {
      action: "a",
      input,
      timeoutMs: 1000,
      run: ({ input: { reference }, tx, operation }) => {
        expectTypeOf(tx).toEqualTypeOf<SqlTransaction>();
        expectTypeOf(operation.id).toBeString();
        tx.run("INSERT INTO requests (reference) VALUES (?)", reference);
        return { text: reference };
      },
    });
    const named = defineAction("b", {
      action: "b",
      input,
      timeoutMs: 1000,
      run: ({ input: { reference }, tx }: ActionRequest<z.infer<typeof input>, MemoryTransaction>) => {
        tx.onCommit(() => reference.trim());
        return { text: reference };
      },
    });
    expectTypeOf(sql).toEqualTypeOf<ToolDefinition<SqlTransaction>>();
    expectTypeOf(named).toEqualTypeOf<ToolDefinition<MemoryTransaction>>();
    const receipts = memoryReceipts({ retentionSeconds: 60 });
    createAdapter({ ...base, receipts, tools: [named] });
    // @ts-expect-error An action on SQL does not fit receipts in memory.
    createAdapter({ ...base, receipts, tools: [sql] });
  });

  it("is not there for a read", () => {
    // @ts-expect-error A reading tool is given no transaction.
    const tool = defineTool("c", { input, timeoutMs: 1000, run: ({ tx }) => ({ text: String(tx) }) });
    expect(tool.action).toBeNull();
  });
});
