import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ProblemError } from "../packages/counterfoil/src/core/error.ts";
import {
  READ_TOOL,
  readJson,
  requireValue,
  toCall,
  toReceipt,
  toRefusal,
  toSuccess,
  WRITE_TOOL,
} from "../packages/counterfoil/src/contracts/contract.testdata.ts";
import type { Contract, ToolCall, ToolReply } from "../packages/counterfoil/src/contracts/contract.ts";
import { domainPackContract } from "../packages/counterfoil/src/contracts/domain-pack/domain-pack-contract.ts";
import * as documentation from "../packages/counterfoil/src/contracts/domain-pack/documentation.testdata.ts";
import { PACK } from "../packages/counterfoil/src/contracts/domain-pack/pack.testdata.ts";
import { MINIMAL_MANIFEST } from "../packages/counterfoil/src/contracts/provider/manifest.testdata.ts";
import { providerContract } from "../packages/counterfoil/src/contracts/provider/provider-contract.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);

function faultsOf(schema: string, document: unknown): readonly string[] {
  const path = join(import.meta.dirname, "../spec/contracts", `${schema}.schema.json`);
  const validate =
    ajv.getSchema(schema) ?? ajv.addSchema(JSON.parse(readFileSync(path, "utf8")), schema).getSchema(schema);
  if (validate === undefined) throw new Error(`There is no schema ${schema}`);
  return validate(document) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

function encode(contract: Contract, call: ToolCall, reply: ToolReply): Uint8Array {
  const request = contract.encodeCall(call);
  const route = { kind: "call", toolName: call.tool.name } as const;
  const incoming = requireValue(contract.decodeCall(route, request.headers, readJson(request.body)));
  return contract.encodeReply(incoming, reply, call.tool.mutating ? toReceipt(call) : null).body;
}

const read = toCall(providerContract, READ_TOOL);
const write = toCall(providerContract, WRITE_TOOL);

describe("the published schemas", () => {
  it.each([
    { schema: "provider-1/manifest", name: "the minimal manifest", document: MINIMAL_MANIFEST },
    { schema: "provider-1/call", name: "a call", document: readJson(providerContract.encodeCall(write).body) },
    { schema: "provider-1/reply", name: "a read", document: readJson(encode(providerContract, read, toSuccess(read))) },
    {
      schema: "provider-1/reply",
      name: "a mutation",
      document: readJson(encode(providerContract, write, toSuccess(write))),
    },
    {
      schema: "provider-1/reply",
      name: "a refusal",
      document: readJson(encode(providerContract, write, toRefusal(write))),
    },
    {
      schema: "domain-pack-1/pack",
      name: "a pack",
      document: parse(PACK.replace("${COGWHEEL_ADAPTER_SECRET}", "'${COGWHEEL_ADAPTER_SECRET}'")),
    },
    { schema: "domain-pack-1/execute", name: "the request", document: JSON.parse(documentation.REQUEST) },
    { schema: "domain-pack-1/envelope", name: "the success", document: JSON.parse(documentation.SUCCESS) },
    { schema: "domain-pack-1/envelope", name: "the store", document: JSON.parse(documentation.STORE) },
    { schema: "domain-pack-1/envelope", name: "the error", document: JSON.parse(documentation.ERROR) },
  ])("$schema admits $name", ({ schema, document }) => {
    expect(faultsOf(schema, document)).toEqual([]);
  });

  it("admit every receipt and problem that is sent", () => {
    const { action: _, ...voided } = toReceipt(write);
    const reply = encode(providerContract, write, toSuccess(write));
    for (const record of [
      { state: "pending" } as const,
      { state: "succeeded", receipt: toReceipt(write), reply } as const,
      { state: "voided", receipt: voided } as const,
    ]) {
      expect(faultsOf("provider-1/receipt", readJson(providerContract.encodeReceipt(record).body))).toEqual([]);
    }
    const problem = providerContract.encodeProblem(new ProblemError("operation_conflict", "Told"), null, TRACE_ID);
    expect(faultsOf("provider-1/problem", readJson(problem.body))).toEqual([]);
  });

  it.each([
    { schema: "provider-1/manifest", document: { ...MINIMAL_MANIFEST, capabilities: ["read", "mutate"] } },
    {
      schema: "provider-1/manifest",
      document: { ...MINIMAL_MANIFEST, tools: [{ ...MINIMAL_MANIFEST.tools[0], mutating: true }] },
    },
    { schema: "provider-1/reply", document: "done" },
    { schema: "provider-1/reply", document: { status: "refused", evidence: [] } },
    { schema: "provider-1/receipt", document: { state: "succeeded", receipt: toReceipt(write) } },
    {
      schema: "provider-1/problem",
      document: { status: 409, code: "operation_conflict", effect: "none", trace_id: TRACE_ID },
    },
    {
      schema: "domain-pack-1/execute",
      document: { toolName: "t", parameters: {}, context: { partnerId: "p", phone: 1 } },
    },
    { schema: "domain-pack-1/envelope", document: { data: { isError: false, content: null } } },
    {
      schema: "domain-pack-1/envelope",
      document: { data: { isError: false, content: "x", store: { isTemporary: false, data: [] } } },
    },
  ])("$schema refuses $document", ({ schema, document }) => {
    expect(faultsOf(schema, document)).not.toEqual([]);
  });

  it("of the domain-pack contract admit what its codec writes", () => {
    const call = toCall(domainPackContract, WRITE_TOOL);
    const answer = readJson(encode(domainPackContract, call, toSuccess(call)));
    expect(faultsOf("domain-pack-1/envelope", answer)).toEqual([]);
    expect(faultsOf("domain-pack-1/execute", readJson(domainPackContract.encodeCall(call).body))).toEqual([]);
  });
});
