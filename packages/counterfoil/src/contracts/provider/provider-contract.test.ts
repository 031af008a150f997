import { describe, expect, it } from "vitest";
import { requirement } from "../../../../../test/requirement.ts";
import { ERROR_CODES, ProblemError } from "../../core/error.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Answer } from "../../core/outcome.ts";
import {
  CONTEXT,
  NOW,
  OPERATION_ID,
  READ_EVIDENCE,
  READ_TOOL,
  requireValue,
  readJson,
  toActionEvidence,
  toCall,
  toReceipt,
  toReply,
  toTool,
  WRITE_TOOL,
} from "../contract.testdata.ts";
import type { IncomingCall, ToolCall, WireHeaders, WireReply } from "../contract.ts";
import { providerContract } from "./provider-contract.ts";

const WRITE = toCall(providerContract, WRITE_TOOL);
const READ = toCall(providerContract, READ_TOOL);
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const REFUSAL = { category: "business", code: "closed", message: "Closed.", retryable: false };

function decode(call: ToolCall, reply: WireReply): Answer {
  return providerContract.decodeReply(call, reply, NOW);
}

function success(call: ToolCall, changes: object = {}): WireReply {
  const evidence = call.tool.mutating ? [toActionEvidence(call, "done")] : READ_EVIDENCE;
  const receipt = call.tool.mutating ? { receipt: toReceipt(call) } : {};
  return toReply({ status: "succeeded", evidence, ...receipt, ...changes });
}

function refusal(call: ToolCall, error: unknown, changes: object = {}): WireReply {
  const evidence = call.tool.mutating ? [toActionEvidence(call, "refused")] : [];
  return success(call, { status: "refused", evidence, error, ...changes });
}

function receive(headers: WireHeaders, body: JsonValue): IncomingCall {
  return requireValue(providerContract.decodeCall({ kind: "call", toolName: "request.create" }, headers, body));
}

describe("a call", () => {
  it(`${requirement("provider.call.path")} ${requirement("provider.call.contract-version")} ${requirement("provider.call.operation")}: of a mutation carries what the contract asks`, () => {
    const { method, path, headers } = providerContract.encodeCall(WRITE);
    expect({ method, path }).toEqual({ method: "POST", path: "/tools/request.create" });
    expect(headers).toEqual({
      "content-type": "application/json",
      "contract-version": "2026-09-01",
      "operation-id": OPERATION_ID,
      "request-fingerprint": WRITE.operation?.fingerprint,
    });
  });

  it(`${requirement("provider.call.operation")}: of a read names no operation`, () => {
    expect(Object.keys(providerContract.encodeCall(READ).headers)).toEqual(["content-type", "contract-version"]);
  });

  it(`${requirement("provider.call.body")} ${requirement("provider.call.context")}: says what is asked, and for whom`, () => {
    expect(readJson(providerContract.encodeCall(WRITE).body)).toEqual({
      arguments: { reference: "R-1001", qty: 2 },
      context: {
        workspace: "ws_42",
        conversation: "cv_8a41c2e0",
        turn: "3",
        subject: { channel: "whatsapp", id: "12025550142" },
        locale: "en-GB",
        timezone: "Asia/Dubai",
        current_time: "2026-11-09T10:00:00+04:00",
      },
    });
  });

  it(`${requirement("provider.call.trace")} ${requirement("provider.credential.bearer")}: carries credential and trace on each attempt`, () => {
    expect(providerContract.encodeAttempt("t", TRACE_ID)).toEqual({
      authorization: "Bearer t",
      "trace-id": TRACE_ID,
      traceparent: expect.stringMatching(new RegExp(`^00-${TRACE_ID}-[0-9a-f]{16}-01$`)),
    });
  });

  it.each(["t", "Basic t", "Bearer", "Bearer ", "Bearer a b", ""])(
    "with the header %j has no bearer credential",
    (authorization) => {
      expect(providerContract.readCredential({ authorization })).toBeNull();
    },
  );

  it.each([
    { name: "workspace", change: { workspace: "ws_43" } },
    { name: "subject id", change: { subject: { channel: "whatsapp", id: "+12025550142" } } },
    { name: "subject channel", change: { subject: { channel: "sms", id: "12025550142" } } },
  ])(`${requirement("provider.fingerprint.form")}: another $name is another print`, ({ change }) => {
    const call = { ...WRITE, context: { ...CONTEXT, ...change } };
    expect(providerContract.fingerprint(call, OPERATION_ID)).not.toBe(WRITE.operation?.fingerprint);
  });

  it(`${requirement("provider.fingerprint.form")}: is the one of the known answer`, () => {
    const call = {
      ...toCall(providerContract, WRITE_TOOL),
      arguments: { note: "café موعد", qty: 1, service: "brake-service" },
    };
    expect(providerContract.fingerprint(call, OPERATION_ID)).toBe("v1=:zpTYEsX5MaoNdSStXwquOZ/okvTC4XXLDi10sR8hyIM=:");
  });

  it(`${requirement("provider.fingerprint.volatile")}: the print outlives time, turn and locale`, () => {
    const context = {
      ...CONTEXT,
      turn: "4",
      conversation: "cv_2",
      locale: "ar",
      timezone: "UTC",
      currentTime: "2026-11-09T06:01:30+00:00",
    };
    expect(providerContract.fingerprint({ ...WRITE, context }, OPERATION_ID)).toBe(WRITE.operation?.fingerprint);
  });

  it.each(["a".repeat(16), "A-_9".repeat(16), OPERATION_ID])(
    `${requirement("provider.call.operation-id")}: an adapter takes %j`,
    (id) => {
      const headers = { "operation-id": id, "request-fingerprint": "v1=:x:" };
      expect(receive(headers, readJson(providerContract.encodeCall(WRITE).body)).operation).toEqual({
        id,
        fingerprint: "v1=:x:",
      });
    },
  );

  it.each([
    { "operation-id": "a".repeat(15), "request-fingerprint": "v1=:x:" },
    { "operation-id": "a".repeat(65), "request-fingerprint": "v1=:x:" },
    { "operation-id": "op 01J9ZK3V7Q8R6T5W4X2", "request-fingerprint": "v1=:x:" },
    { "request-fingerprint": "v1=:x:" },
  ] as WireHeaders[])(`${requirement("provider.call.operation-id")}: %j name no operation`, (headers) => {
    const call = receive(headers, readJson(providerContract.encodeCall(WRITE).body));
    expect(call).toMatchObject({ operation: null, computedFingerprint: null });
  });

  it.each([undefined, "", "v1=:x:\u00e9", "x".repeat(257)])(
    "an operation sent with the fingerprint %j is named, and fits nothing",
    (sent) => {
      const headers = { "operation-id": OPERATION_ID, ...(sent !== undefined && { "request-fingerprint": sent }) };
      const call = receive(headers, readJson(providerContract.encodeCall(WRITE).body));
      expect(call.operation).toEqual({ id: OPERATION_ID, fingerprint: "" });
    },
  );

  it.each([undefined, null])("whose arguments are %j has none", (args) => {
    const body = { ...Object(readJson(providerContract.encodeCall(WRITE).body)), arguments: args };
    expect(receive({}, body).arguments).toEqual({});
  });

  it.each(["", "{}", [], 0, false])("whose arguments are %j is refused for it", (args) => {
    const body = { ...Object(readJson(providerContract.encodeCall(WRITE).body)), arguments: args };
    const decoded = providerContract.decodeCall({ kind: "call", toolName: "x" }, {}, body);
    expect(decoded).toMatchObject({
      ok: false,
      faults: [{ code: "invalid_arguments", message: expect.stringContaining("send an object") }],
    });
  });

  it.each(["workspace", "conversation", "turn", "subject", "locale", "timezone", "current_time"])(
    `${requirement("provider.call.context")}: needs %s`,
    (key) => {
      const body = JSON.parse(new TextDecoder().decode(providerContract.encodeCall(WRITE).body));
      for (const wrong of [undefined, 3, null]) {
        body.context[key] = wrong;
        const decoded = providerContract.decodeCall(
          { kind: "call", toolName: "x" },
          {},
          JSON.parse(JSON.stringify(body)),
        );
        expect(decoded).toMatchObject({ ok: false, faults: [{ code: "invalid_request", status: 400 }] });
      }
    },
  );
});

describe("a reply", () => {
  it.each([{ call: READ }, { call: WRITE }])(
    `${requirement("provider.reply.envelope")}: has evidence, text and receipt`,
    ({ call }) => {
      expect(decode(call, success(call, { text: "Booked." }))).toMatchObject({
        kind: "settled",
        status: "succeeded",
        text: "Booked.",
        receipt: call.tool.mutating ? toReceipt(call) : null,
      });
    },
  );

  it.each([
    { status: "done" },
    { status: undefined },
    { status: true },
    { text: null },
    { text: 7 },
    { receipt: undefined },
    { receipt: null },
    { receipt: "CW-1000" },
    { error: REFUSAL },
    { evidence: undefined },
    { evidence: "done" },
  ])(
    `${requirement("provider.reply.envelope")} ${requirement("provider.evidence.fails-closed")}: of a mutation with %j leaves it open`,
    (change) => {
      expect(decode(WRITE, success(WRITE, change))).toMatchObject({
        kind: "faulted",
        effect: "unknown",
        error: { category: "internal", message: expect.stringContaining("may have completed") },
      });
    },
  );

  it(`${requirement("provider.reply.envelope")}: of a read has no receipt`, () => {
    expect(decode(READ, success(READ, { receipt: toReceipt(WRITE) }))).toMatchObject({
      kind: "faulted",
      effect: "none",
    });
  });

  it.each([
    { operation_id: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9D" },
    { request_fingerprint: "v1=:AAAA:" },
    { action: "request.cancel" },
    { recorded_at: "yesterday" },
    { recorded_at: undefined },
    { expires_at: 1_762_668_000 },
  ])(`${requirement("provider.reply.receipt-matches")}: not one with %j`, (change) => {
    const answer = decode(WRITE, success(WRITE, { receipt: { ...toReceipt(WRITE), ...change } }));
    expect(answer).toMatchObject({ kind: "faulted", effect: "unknown", cause: { faults: [{ code: "receipt" }] } });
  });

  it.each([{ call: READ }, { call: WRITE }])(`${requirement("provider.reply.refusal")}: says why`, ({ call }) => {
    const partial_results = { next_open_day: "2026-11-10" };
    expect(decode(call, refusal(call, { ...REFUSAL, partial_results }))).toMatchObject({
      kind: "settled",
      status: "refused",
      error: { ...REFUSAL, partialResults: partial_results },
    });
  });

  it.each([
    undefined,
    "closed",
    { ...REFUSAL, category: "transient" },
    { ...REFUSAL, category: "internal" },
    { ...REFUSAL, code: "" },
    { ...REFUSAL, message: undefined },
    { ...REFUSAL, retryable: "no" },
  ])(`${requirement("provider.reply.refusal")}: not by %j`, (error) => {
    expect(decode(WRITE, refusal(WRITE, error))).toMatchObject({ kind: "faulted", effect: "unknown" });
  });

  it.each([
    '"The request is created"',
    '{"status":"succeeded"}',
    '{"status":"succeeded","evidence":[],"text":"Done"}',
    '{"status":"ok"}',
  ])(`${requirement("provider.reply.bare-success")}: %s`, (text) => {
    expect(decode(WRITE, toReply(text))).toMatchObject({ kind: "faulted", effect: "unknown" });
  });

  it(`${requirement("provider.reply.replayed")}: says so in a header`, () => {
    const reply = success(WRITE);
    const headers = { ...reply.headers, "operation-replayed": "true" };
    expect(decode(WRITE, { ...reply, headers })).toMatchObject({ kind: "settled", replayed: true });
    expect(decode(WRITE, { ...reply, headers: { ...headers, "operation-replayed": "false" } })).toMatchObject({
      replayed: false,
    });
  });
});

describe("the evidence of a reply", () => {
  const [entity, value] = READ_EVIDENCE;
  const action = toActionEvidence(WRITE, "done");

  it.each([
    { rule: requirement("provider.evidence.item"), evidence: [{ ...entity, id: "E 1" }, value] },
    { rule: requirement("provider.evidence.item"), evidence: [entity, { ...value, id: "e1" }] },
    { rule: requirement("provider.evidence.item"), evidence: Array(201).fill(entity) },
    { rule: requirement("provider.evidence.text"), evidence: [{ ...entity, label: { en: "a\u202Eb" } }, value] },
    { rule: requirement("provider.evidence.text"), evidence: [{ ...entity, label: { en: "a".repeat(513) } }, value] },
    { rule: requirement("provider.evidence.members"), evidence: [{ ...entity, ref: undefined }, value] },
    { rule: requirement("provider.evidence.value-types"), evidence: [entity, { ...value, value: "2" }] },
    {
      rule: requirement("provider.evidence.value-types"),
      evidence: [entity, { ...value, type: "money", value: { amount: "1.50", currency: "JPY" } }],
    },
    {
      rule: requirement("provider.evidence.declared-kinds"),
      evidence: [
        entity,
        value,
        { id: "r", kind: "reference", as_of: entity!.as_of, entity: "e1", scheme: "s", code: "C" },
      ],
    },
    { rule: requirement("provider.evidence.present-kinds"), evidence: [entity] },
    { rule: requirement("provider.evidence.action"), evidence: [entity, value, action] },
    { rule: requirement("provider.evidence.links"), evidence: [entity, { ...value, entity: "e2" }] },
    { rule: requirement("provider.evidence.links"), evidence: [entity, value, { ...value, id: "v2" }] },
    { rule: requirement("provider.evidence.real"), evidence: [{ ...entity, as_of: "2026-11-09T06:00:31Z" }, value] },
    { rule: requirement("provider.evidence.real"), evidence: [{ ...entity, as_of: "2026-02-30T06:00:00Z" }, value] },
  ])("$rule: a read that breaks it fails", ({ evidence }) => {
    expect(decode(READ, success(READ, { evidence }))).toMatchObject({
      kind: "faulted",
      effect: "none",
      cause: { code: "invalid_evidence" },
    });
  });

  it.each([
    [[]],
    [[action, { ...action, id: "a2" }]],
    [[{ ...action, action: "request.cancel" }]],
    [[{ ...action, operation_id: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B9D" }]],
    [[{ ...action, request_fingerprint: "v1=:AAAA:" }]],
    [[toActionEvidence(WRITE, "refused")]],
  ])(`${requirement("provider.evidence.action")}: a mutation with %j stays open`, (evidence) => {
    expect(decode(WRITE, success(WRITE, { evidence }))).toMatchObject({ kind: "faulted", effect: "unknown" });
  });

  it.each([[{ returned: 2 }], [{ query: { reference: "R-1002" } }], [{ next: "page-2" }], [{ total: 5 }]])(
    `${requirement("provider.evidence.completeness")}: not %j`,
    (change) => {
      const tool = toTool({ producesEvidence: ["entity", "completeness"] });
      const call = toCall(providerContract, tool);
      const completeness = {
        id: "c1",
        kind: "completeness",
        as_of: entity!.as_of,
        collection: "request",
        query: { reference: "R-1001" },
        returned: 1,
        complete: true,
      };
      expect(decode(call, success(call, { evidence: [entity, completeness] }))).toMatchObject({ status: "succeeded" });
      expect(decode(call, success(call, { evidence: [entity, { ...completeness, ...change }] }))).toMatchObject({
        kind: "faulted",
      });
    },
  );
});

describe("an error", () => {
  it(`${requirement("provider.error.problem")}: is a problem document`, () => {
    const problem = new ProblemError("unavailable", "The diary is down", {
      retryAfterSeconds: 3,
      extras: { detail: "no", hint: 1 },
    });
    const { status, headers, body } = providerContract.encodeProblem(problem, null, TRACE_ID);
    expect({ status, headers }).toEqual({
      status: 503,
      headers: { "content-type": "application/problem+json", "retry-after": "3" },
    });
    expect(readJson(body)).toEqual({
      type: "about:blank",
      title: ERROR_CODES.unavailable.title,
      status: 503,
      detail: "The diary is down",
      code: "unavailable",
      effect: "none",
      trace_id: TRACE_ID,
      hint: 1,
    });
  });

  it.each([
    { code: "unauthorized", effect: "none" },
    { code: "invalid_json", effect: "none" },
    { code: "too_large", effect: "none" },
    { code: "unsupported_media_type", effect: "none" },
    { code: "unknown_tool", effect: "none" },
    { code: "contract_version_mismatch", effect: "none" },
    { code: "invalid_arguments", effect: "none" },
    { code: "operation_required", effect: "none" },
    { code: "fingerprint_mismatch", effect: "none" },
    { code: "operation_conflict", effect: "unknown" },
    { code: "operation_in_progress", effect: "unknown" },
    { code: "operation_voided", effect: "none" },
    { code: "operation_expired", effect: "unknown" },
    { code: "too_many_requests", effect: "none" },
    { code: "unavailable", effect: "none" },
    { code: "internal", effect: "none" },
  ] as const)(`${requirement("provider.error.effect")}: $code means $effect`, ({ code, effect }) => {
    const reply = providerContract.encodeProblem(new ProblemError(code, "Told"), null, TRACE_ID);
    expect(readJson(reply.body)).toMatchObject({ effect });
    expect(decode(WRITE, reply)).toMatchObject({ kind: "faulted", effect, cause: { code } });
    expect(decode(READ, reply)).toMatchObject({ kind: "faulted", effect: "none" });
  });

  it(`${requirement("provider.error.bare-status")}: some bare statuses prove that nothing happened`, () => {
    const proven = new Set([401, 403, 405, 413, 414, 415, 429, 431]);
    for (let status = 201; status < 600; status += 1) {
      const answer = decode(WRITE, toReply("", { status, headers: {} }));
      expect({ status, ...answer }).toMatchObject({
        status,
        kind: "faulted",
        effect: proven.has(status) ? "none" : "unknown",
      });
    }
  });

  it.each([
    { name: "an unknown code", document: { code: "out_of_stock", effect: "none" }, status: 409 },
    { name: "no effect", document: { code: "unavailable" }, status: 503 },
    { name: "effect unknown", document: { code: "internal", effect: "unknown" }, status: 500 },
    { name: "effect unknown under 401", document: { code: "unauthorized", effect: "unknown" }, status: 401 },
    { name: "a code under another status", document: { code: "unavailable", effect: "none" }, status: 502 },
    { name: "a code of the platform", document: { code: "adapter_unreachable", effect: "none" }, status: 502 },
    { name: "more than its code can prove", document: { code: "operation_conflict", effect: "none" }, status: 409 },
    { name: "toString for a code", document: { code: "toString", effect: "none" }, status: 500 },
  ])(`${requirement("provider.error.bare-status")}: $name proves nothing`, ({ document, status }) => {
    const headers = { "content-type": "application/problem+json" };
    expect(decode(WRITE, toReply(document, { status, headers }))).toMatchObject({ kind: "faulted", effect: "unknown" });
  });

  it("that is busy tells the agent to try later", () => {
    expect(decode(WRITE, toReply("", { status: 429, headers: {} }))).toMatchObject({
      effect: "none",
      error: { category: "transient", retryable: true },
    });
  });
});
