import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Adapter } from "counterfoil/adapter";
import { type Catalog, parseManifest, providerContract, type ToolCall } from "counterfoil/contracts";
import type { Answer, CallContext, JsonObject, SettledAnswer } from "counterfoil/core";
import { toProviderFingerprint } from "counterfoil/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createServiceDeskAdapter } from "./adapter.ts";

const token = "service-desk-test-token";
const now = new Date("2026-11-09T06:00:00Z");
const origin = "http://desk.test";

let folder: string;
let adapter: Adapter;
let catalog: Catalog;

function open(): Adapter {
  return createServiceDeskAdapter({ file: join(folder, "desk.db"), token, clock: () => now });
}

async function readManifest(): Promise<Uint8Array> {
  const response = await adapter.fetch(
    new Request(`${origin}/.well-known/agent-provider`, { headers: { authorization: `Bearer ${token}` } }),
  );
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "service-desk-"));
  adapter = open();
  const manifest = parseManifest(await readManifest());
  if (!manifest.ok) throw new Error(JSON.stringify(manifest.faults));
  catalog = manifest.value;
});

afterEach(async () => {
  await adapter.close();
  rmSync(folder, { recursive: true });
});

interface Reply {
  readonly bytes: string;
  readonly replayed: boolean;
  readonly answer: Answer;
}

const context: CallContext = {
  workspace: "ws_1",
  conversation: "cv_1",
  turn: "1",
  subject: { channel: "whatsapp", id: "12025550142" },
  locale: "en-GB",
  timezone: "Asia/Dubai",
  currentTime: "2026-11-09T10:00:00+04:00",
  domainId: null,
  partnerId: null,
  phone: null,
  contactId: null,
  countryCode: null,
  language: null,
};

/** Calls a tool as the gateway does: encoded and judged by the contract itself. */
async function call(
  toolName: string,
  args: JsonObject,
  { operationId, ...changes }: Partial<CallContext> & { operationId?: string } = {},
): Promise<Reply> {
  const toolCall = toToolCall(toolName, args, { ...context, ...changes }, operationId);
  const { method, path, headers, body } = providerContract.encodeCall(toolCall);
  const attempt = providerContract.encodeAttempt(token, "0af7651916cd43dd8448eb211c80319c");
  const response = await adapter.fetch(
    new Request(`${origin}${path}`, { method, headers: { ...headers, ...attempt }, body: new Uint8Array(body) }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  const reply = { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
  return {
    bytes: new TextDecoder().decode(bytes),
    replayed: response.headers.get("operation-replayed") === "true",
    answer: providerContract.decodeReply(toolCall, reply, now),
  };
}

function toToolCall(toolName: string, args: JsonObject, of: CallContext, operationId: string | undefined): ToolCall {
  const tool = catalog.tools.find((candidate) => candidate.name === toolName)!;
  const { contractVersion } = catalog;
  const { workspace, subject } = of;
  const operation =
    operationId === undefined
      ? null
      : {
          id: operationId,
          fingerprint: toProviderFingerprint({
            workspace,
            subject,
            tool: toolName,
            contractVersion: contractVersion!,
            operationId,
            arguments: args,
          }),
        };
  return { tool, arguments: args, context: of, contractVersion, operation };
}

function settled({ answer }: Reply): SettledAnswer {
  if (answer.kind !== "settled") throw new Error(JSON.stringify(answer.cause));
  return answer;
}

const request = { category: "plumbing", summary: "Kitchen tap drips", visit_date: "2026-11-12" };

describe("the manifest", () => {
  it("is read without a quarantined tool or a warning", () => {
    expect(catalog.tools.map((tool) => tool.name)).toEqual(["request.status", "request.list", "request.create"]);
    expect(catalog.quarantined).toEqual([]);
    expect(catalog.warnings).toEqual([]);
  });

  it("declares request.status as the contract's own example does", () => {
    expect(adapter.manifest?.["tools"]).toContainEqual({
      title: expect.any(String),
      description: expect.any(String),
      name: "request.status",
      mutating: false,
      produces_evidence: ["entity", "value"],
      timeout_ms: 5000,
      parameters: {
        type: "object",
        properties: { reference: { type: "string", minLength: 1, maxLength: 100 } },
        required: ["reference"],
        additionalProperties: false,
      },
    });
  });
});

describe("request.status", () => {
  it("answers in English with evidence of every fact it states", async () => {
    const answer = settled(await call("request.status", { reference: "R-1001" }));
    expect(answer).toMatchObject({
      status: "succeeded",
      text: "Plumbing request R-1001 (Kitchen tap drips) is scheduled. Visit on 2026-11-11, fee AED 180.00.",
    });
    expect(answer.evidence.map((item) => [item.kind, item.kind === "value" ? item.type : ""])).toEqual([
      ["entity", ""],
      ["value", "code"],
      ["value", "date"],
      ["value", "money"],
      ["value", "datetime"],
    ]);
  });

  it("answers in Arabic to an Arabic locale", async () => {
    const answer = settled(await call("request.status", { reference: "R-1001" }, { locale: "ar-AE" }));
    expect(answer.text).toBe(
      "طلب سباكة R-1001 (Kitchen tap drips): تم تحديد موعده. موعد الزيارة 2026-11-11، والرسوم 180.00 درهم.",
    );
  });

  it.each(["R-1003", "R-9999", "1001", "r-1001"])(
    "does not tell %s, not theirs, from one that does not exist",
    async (reference) => {
      expect(settled(await call("request.status", { reference }))).toMatchObject({
        status: "refused",
        error: {
          category: "business",
          code: "not_found",
          message: `This contact has no request ${reference}. Call request.list to see theirs.`,
        },
      });
    },
  );

  it("keeps requesters apart whose ids look alike", async () => {
    const subject = { channel: "whatsapp", id: "+12025550142" };
    expect(settled(await call("request.status", { reference: "R-1001" }, { subject })).status).toBe("refused");
  });
});

describe("request.list", () => {
  it("says that it is complete", async () => {
    const answer = settled(await call("request.list", {}));
    expect(answer.evidence.at(-1)).toMatchObject({
      kind: "completeness",
      query: {},
      returned: 2,
      total: 2,
      complete: true,
    });
  });

  it("says that it is not, when the limit cuts it", async () => {
    const answer = settled(await call("request.list", { limit: 1 }));
    expect(answer.text).toMatch(/^1 of 2 request\(s\)\.\n/);
    expect(answer.evidence.at(-1)).toMatchObject({ query: { limit: 1 }, returned: 1, total: 2, complete: false });
  });

  it("proves an empty list", async () => {
    const answer = settled(await call("request.list", { state: "received" }));
    expect(answer).toMatchObject({
      status: "succeeded",
      evidence: [{ kind: "completeness", returned: 0, complete: true }],
    });
  });
});

describe("request.create", () => {
  it("proves what it did, with a reference to quote", async () => {
    const answer = settled(await call("request.create", request, { operationId: "desk-create-00001" }));
    expect(answer).toMatchObject({ status: "succeeded", receipt: { action: "request.create" } });
    expect(answer.evidence.find((item) => item.kind === "action")).toMatchObject({
      operation_id: "desk-create-00001",
      result: "done",
    });
    expect(answer.evidence.find((item) => item.kind === "reference")).toMatchObject({ code: "R-1004" });
    expect(settled(await call("request.status", { reference: "R-1004" })).status).toBe("succeeded");
  });

  it("answers a repeat with the same bytes, also after a restart", async () => {
    const first = await call("request.create", request, { operationId: "desk-create-00001" });
    await adapter.close();
    adapter = open();
    const again = await call("request.create", request, { operationId: "desk-create-00001", turn: "2" });
    expect(again).toMatchObject({ bytes: first.bytes, replayed: true });
    expect(settled(await call("request.list", {})).evidence.at(-1)).toMatchObject({ total: 3 });
  });

  it.each(["2026-11-09", "2020-02-29", "2027-01-09"])("refuses a visit on %s as a bad value", async (visit_date) => {
    expect(
      settled(await call("request.create", { ...request, visit_date }, { operationId: "desk-create-00001" })),
    ).toMatchObject({
      status: "refused",
      error: {
        category: "validation",
        code: "visit_date_not_offered",
        partialResults: { first: "2026-11-10", last: "2027-01-08" },
      },
      evidence: [{ kind: "action", result: "refused" }],
    });
  });

  it("refuses a fourth open request in the contact's language, and says the same when asked again", async () => {
    await call("request.create", request, { operationId: "desk-create-00001" });
    await call("request.create", request, { operationId: "desk-create-00002" });
    const refusal = await call("request.create", request, { operationId: "desk-create-00003", locale: "ar" });
    expect(settled(refusal)).toMatchObject({
      status: "refused",
      error: {
        category: "business",
        code: "too_many_open_requests",
        message: "لدى جهة الاتصال 3 طلبات مفتوحة (R-1005، R-1004، R-1001). يجب إنجاز أحدها قبل تقديم طلب جديد.",
        partialResults: { open: ["R-1005", "R-1004", "R-1001"] },
      },
    });
    const again = await call("request.create", request, { operationId: "desk-create-00003", locale: "en" });
    expect(again).toMatchObject({ bytes: refusal.bytes, replayed: true });
  });

  it("opens one request however often one operation is sent at once", async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => call("request.create", request, { operationId: "desk-create-00001" })),
    );
    expect(new Set(replies.map((reply) => reply.bytes)).size).toBe(1);
  });
});
