import { describe, expect, it } from "vitest";
import { requirement } from "../../../../../test/requirement.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Answer } from "../../core/outcome.ts";
import {
  CONTEXT,
  NOW,
  OPERATION_ID,
  readJson,
  READ_TOOL,
  requireValue,
  toCall,
  toReply,
  WRITE_TOOL,
} from "../contract.testdata.ts";
import type { IncomingCall, ToolCall, ToolReply } from "../contract.ts";
import * as documentation from "./documentation.testdata.ts";
import { domainPackContract } from "./domain-pack-contract.ts";

const WRITE = toCall(domainPackContract, WRITE_TOOL);
const READ = toCall(domainPackContract, READ_TOOL);
const SUCCESS = { isError: false, content: "Booked." };
const ERROR = { errorCategory: "business", isRetryable: false, message: "Closed.", attempted_query: null };
const STORE = { isTemporary: false, storeKey: "riverside/12025550142", data: [] };

function decode(call: ToolCall, document: unknown): Answer {
  return domainPackContract.decodeReply(call, toReply(document), NOW);
}

function receive(body: JsonValue): IncomingCall {
  return requireValue(domainPackContract.decodeCall({ kind: "call", toolName: null }, {}, body));
}

/** Encodes the answer that a document decodes to, for the same caller. */
function echo(document: string): JsonValue {
  const answer = decode(WRITE, document);
  if (answer.kind !== "settled") throw new Error(JSON.stringify(answer));
  const incoming = receive(readJson(domainPackContract.encodeCall(WRITE).body));
  return readJson(domainPackContract.encodeReply(incoming, answer, null).body);
}

describe("a request", () => {
  it(`${requirement("domain-pack.envelope.seed")}: of the documentation is read field for field`, () => {
    const raw = JSON.parse(documentation.REQUEST);
    expect(receive(raw)).toEqual({
      toolName: "find_slots",
      arguments: { service: "brake-service", date: "2026-11-09" },
      contractVersion: null,
      operation: null,
      computedFingerprint: null,
      context: {
        contract: "domain-pack",
        workspace: null,
        conversation: "8a41c2e0",
        turn: null,
        subject: { channel: "phone", id: "12025550142" },
        locale: null,
        timezone: null,
        currentTime: null,
        domainId: "cogwheel-cycles",
        partnerId: "riverside",
        phone: "12025550142",
        contactId: null,
        countryCode: "1",
        language: "en",
        raw: raw.context,
      },
    });
  });

  it(`${requirement("domain-pack.execute.path")} ${requirement("domain-pack.execute.body")} ${requirement("domain-pack.execute.context")}: says what is called, and for whom`, () => {
    const { method, path, headers, body } = domainPackContract.encodeCall(WRITE);
    expect({ method, path, headers }).toEqual({
      method: "POST",
      path: "/v1/tools/execute",
      headers: { "content-type": "application/json" },
    });
    expect(readJson(body)).toEqual({
      toolName: "request.create",
      parameters: { reference: "R-1001", qty: 2 },
      context: {
        domainId: "cogwheel-cycles",
        partnerId: "riverside",
        sessionId: "cv_8a41c2e0",
        phone: "12025550142",
        contactId: "ct_7",
        countryCode: "1",
        language: "en",
        timezone: "Asia/Dubai",
        operationKey: OPERATION_ID,
      },
    });
  });

  it(`${requirement("domain-pack.execute.operation-key")}: names the operation of a write alone`, () => {
    expect(readJson(domainPackContract.encodeCall(READ).body)).not.toHaveProperty("context.operationKey");
  });

  it("leaves out what is not known", () => {
    const context = { ...CONTEXT, domainId: null, contactId: null, countryCode: null, language: null };
    const body = readJson(domainPackContract.encodeCall({ ...READ, context }).body);
    expect(body).toHaveProperty("context", {
      partnerId: "riverside",
      sessionId: "cv_8a41c2e0",
      phone: "12025550142",
      timezone: "Asia/Dubai",
    });
  });

  it("cannot be made without a phone", () => {
    const context = { ...CONTEXT, phone: null };
    expect(() => domainPackContract.encodeCall({ ...READ, context })).toThrow("set both on it");
  });

  it.each(["+12025550142", "0044 20 7946 0958", "00 1202…", " 12025550142 ", "٠١٢"])(
    `${requirement("domain-pack.execute.byte-for-byte")}: %j stays as it is, and is another contact`,
    (phone) => {
      const call = { ...WRITE, context: { ...CONTEXT, phone } };
      const body = readJson(domainPackContract.encodeCall(call).body);
      expect(body).toHaveProperty("context.phone", phone);
      expect(receive(body).context).toMatchObject({ phone, subject: { channel: "phone", id: phone } });
      expect(domainPackContract.fingerprint(call, OPERATION_ID)).not.toBe(WRITE.operation?.fingerprint);
      const storeKey = `riverside/${phone}`;
      expect(decode(call, { data: { ...SUCCESS, store: { ...STORE, storeKey } } })).toMatchObject({ kind: "settled" });
      expect(decode(call, { data: { ...SUCCESS, store: STORE } })).toMatchObject({ kind: "faulted" });
    },
  );

  it(`${requirement("domain-pack.execute.unknown-context")}: may hold context that nobody knows`, () => {
    const raw = JSON.parse(documentation.REQUEST);
    const context = { ...raw.context, toString: "x", loyalty: { tier: 2 } };
    expect(receive({ ...raw, context, more: 1 }).context.raw).toEqual(context);
  });

  it.each([undefined, null])("whose parameters are %j chose none", (parameters) => {
    expect(receive({ ...JSON.parse(documentation.REQUEST), parameters }).arguments).toEqual({});
  });

  it.each(["", "{}", [], 0, false])("whose parameters are %j is answered in words for the agent", (parameters) => {
    const body = { ...JSON.parse(documentation.REQUEST), parameters };
    const decoded = domainPackContract.decodeCall({ kind: "call", toolName: null }, {}, body);
    expect(decoded).toMatchObject({ ok: false, faults: [{ code: "invalid_arguments" }] });
    const problem = decoded.ok ? null : decoded.faults[0]!;
    const reply = domainPackContract.encodeProblem(problem!, null, "0af7651916cd43dd8448eb211c80319c");
    expect(domainPackContract.decodeReply(READ, reply, NOW)).toMatchObject({
      status: "refused",
      error: { category: "validation" },
    });
  });

  it.each([
    { toolName: undefined },
    { toolName: "" },
    { context: undefined },
    { context: { phone: 12_025_550_142, partnerId: "riverside" } },
    { context: { phone: "1" } },
    { context: { phone: "1", partnerId: "p", operationKey: 7 } },
    { context: { phone: "1", partnerId: "p", operationKey: "" } },
    { context: { phone: "1", partnerId: "p", language: 1 } },
  ])("that does not fit is refused: %j", (change) => {
    const body = JSON.parse(JSON.stringify({ ...JSON.parse(documentation.REQUEST), ...change }));
    const decoded = domainPackContract.decodeCall({ kind: "call", toolName: null }, {}, body);
    expect(decoded).toMatchObject({ ok: false, faults: [{ code: "invalid_request" }] });
  });

  it(`${requirement("domain-pack.execute.api-key")}: is authenticated by x-api-key`, () => {
    expect(domainPackContract.encodeAttempt("s", "0af7651916cd43dd8448eb211c80319c")).toMatchObject({
      "x-api-key": "s",
    });
  });
});

describe("an envelope", () => {
  it.each([
    { name: "a success", document: documentation.SUCCESS },
    { name: "a success with a store", document: documentation.STORE },
    { name: "an error", document: documentation.ERROR },
  ])(
    `${requirement("domain-pack.envelope.seed")}: $name of the documentation goes in and out field for field`,
    ({ document }) => {
      expect(JSON.stringify(echo(document))).toBe(JSON.stringify(JSON.parse(document)));
    },
  );

  it(`${requirement("domain-pack.envelope.success")}: is text for the agent and data for the caller`, () => {
    const { data } = JSON.parse(documentation.SUCCESS).data;
    expect(decode(READ, documentation.SUCCESS)).toMatchObject({
      kind: "settled",
      status: "succeeded",
      text: expect.stringMatching(/^3 free/),
      data,
    });
    expect(decode(READ, { data: { ...SUCCESS, data: null } })).toMatchObject({ data: null });
  });

  it(`${requirement("domain-pack.envelope.error")} ${requirement("domain-pack.envelope.message-unchanged")} ${requirement("domain-pack.answer.refused")}: is a refusal in the adapter's own words`, () => {
    const { content } = JSON.parse(documentation.ERROR).data;
    expect(decode(WRITE, documentation.ERROR)).toMatchObject({
      kind: "settled",
      status: "refused",
      error: {
        category: "business",
        retryable: false,
        message: content.message,
        attemptedQuery: "service=brake-service; date=2026-11-09",
        partialResults: { nextOpenDay: "2026-11-10", slots: [] },
      },
    });
  });

  it.each(["business", "validation", "permission"])(
    `${requirement("domain-pack.answer.refused")}: %s`,
    (errorCategory) => {
      expect(decode(WRITE, { data: { isError: true, content: { ...ERROR, errorCategory } } })).toMatchObject({
        status: "refused",
      });
    },
  );

  it(`${requirement("domain-pack.answer.transient")}: leaves a write open, in the adapter's own words`, () => {
    const document = { data: { isError: true, content: { ...ERROR, errorCategory: "transient", isRetryable: true } } };
    expect(decode(WRITE, document)).toMatchObject({
      kind: "faulted",
      effect: "unknown",
      error: { category: "transient", message: "Closed.", retryable: true },
    });
    expect(decode(READ, document)).toMatchObject({ kind: "faulted", effect: "none", error: { message: "Closed." } });
  });

  it("without attempted_query still tells its message", () => {
    const { attempted_query: _, ...content } = ERROR;
    expect(decode(WRITE, { data: { isError: true, content } })).toMatchObject({
      status: "refused",
      error: { attemptedQuery: null },
    });
  });

  it(`${requirement("domain-pack.envelope.internal")}: never says internal`, () => {
    const document = { data: { isError: true, content: { ...ERROR, errorCategory: "internal", message: "CANARY" } } };
    const answer = decode(WRITE, document);
    expect(answer).toMatchObject({ kind: "faulted", effect: "unknown", error: { category: "internal" } });
    expect(JSON.stringify(answer)).not.toContain("CANARY");
  });

  it.each([
    SUCCESS,
    { data: null },
    { data: [SUCCESS] },
    { data: { content: "x" } },
    { data: { isError: "false", content: "x" } },
    { data: { isError: 0, content: "x" } },
    { data: { isError: false } },
    { data: { isError: false, content: null } },
    { data: { isError: false, content: { text: "x" } } },
    { data: { isError: false, content: ERROR } },
    { data: { isError: true, content: "It is closed" } },
    { data: { isError: true, content: { ...ERROR, errorCategory: "Business" } } },
    { data: { isError: true, content: { ...ERROR, errorCategory: undefined } } },
    { data: { isError: true, content: { ...ERROR, isRetryable: "false" } } },
    { data: { isError: true, content: { ...ERROR, isRetryable: undefined } } },
    { data: { isError: true, content: { ...ERROR, message: "" } } },
    { data: { isError: true, content: { ...ERROR, message: undefined } } },
    { data: { isError: true, content: { ...ERROR, attempted_query: 7 } } },
  ])(`${requirement("domain-pack.answer.not-an-envelope")}: %j`, (document) => {
    expect(decode(WRITE, document)).toMatchObject({
      kind: "faulted",
      effect: "unknown",
      cause: { code: "invalid_envelope" },
      error: { category: "internal", retryable: false, message: expect.stringContaining("may have completed") },
    });
    expect(decode(READ, document)).toMatchObject({ kind: "faulted", effect: "none" });
  });

  it.each([403, 404, 409, 413, 429, 500, 503])(
    `${requirement("domain-pack.answer.not-an-envelope")}: a %i leaves a write open`,
    (status) => {
      const answer = domainPackContract.decodeReply(WRITE, toReply({ data: SUCCESS }, { status }), NOW);
      expect(answer).toMatchObject({ kind: "faulted", effect: "unknown", error: { category: "internal" } });
    },
  );

  it(`${requirement("domain-pack.answer.unauthorized")}: nothing happened`, () => {
    const answer = domainPackContract.decodeReply(WRITE, toReply({ data: SUCCESS }, { status: 401 }), NOW);
    expect(answer).toMatchObject({
      kind: "faulted",
      effect: "none",
      error: { category: "internal" },
      cause: { code: "unauthorized" },
    });
  });

  it("of a validation fault says what was attempted", () => {
    const incoming = receive(readJson(domainPackContract.encodeCall(READ).body));
    const reply: ToolReply = {
      status: "refused",
      text: null,
      evidence: [],
      data: undefined,
      store: null,
      error: { category: "validation", code: "qty", message: "Too many", retryable: false, attemptedQuery: "qty=2" },
    };
    expect(readJson(domainPackContract.encodeReply(incoming, reply, null).body)).toEqual({
      data: {
        isError: true,
        content: { errorCategory: "validation", isRetryable: false, message: "Too many", attempted_query: "qty=2" },
      },
    });
  });
});

describe("a store", () => {
  function store(changes: object): Answer {
    return decode(WRITE, JSON.parse(JSON.stringify({ data: { ...SUCCESS, store: { ...STORE, ...changes } } })));
  }

  it.each([
    "riverside/+12025550142",
    "riverside/12025550142 ",
    "Riverside/12025550142",
    "12025550142",
    "",
    7,
    null,
    undefined,
  ])(`${requirement("domain-pack.store.key")}: a durable one is not under %j`, (storeKey) => {
    expect(store({ storeKey })).toMatchObject({ kind: "faulted", cause: { faults: [{ code: "store" }] } });
  });

  it(`${requirement("domain-pack.store.key")}: a temporary one needs none, and one that is there is exact`, () => {
    expect(store({ isTemporary: true, storeKey: undefined })).toMatchObject({ store: { isTemporary: true } });
    expect(store({ isTemporary: true })).toMatchObject({ store: { isTemporary: true } });
    expect(store({ isTemporary: true, storeKey: "riverside/1" })).toMatchObject({ kind: "faulted" });
  });

  it(`${requirement("domain-pack.store.entries")}: holds entries and facts`, () => {
    const data = [
      { key: "a", value: "- **A**" },
      { key: "b", value: null },
    ];
    const facts = { toString: true, n: 1, s: "x" };
    expect(store({ data, facts })).toMatchObject({ store: { isTemporary: false, entries: data, facts } });
    expect(store({ data: undefined })).toMatchObject({ store: { entries: [], facts: {} } });
  });

  it.each([
    { isTemporary: undefined },
    { isTemporary: "false" },
    { data: {} },
    { data: ["a"] },
    { data: [{ key: "", value: "a" }] },
    { data: [{ key: "a" }] },
    { data: [{ key: "a", value: 7 }] },
    { data: [{ value: "a" }] },
    { data: [{ key: "a", value: "x".repeat(4096) }] },
    { data: [{ key: "a", value: "é".repeat(2048) }] },
    { data: Array.from({ length: 101 }, () => ({ key: "a", value: "b" })) },
    { facts: [] },
    { facts: Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`f${index}`, true])) },
  ])(`${requirement("domain-pack.store.entries")}: not %j`, (changes) => {
    expect(store(changes)).toMatchObject({ kind: "faulted", effect: "unknown" });
  });

  it(`${requirement("domain-pack.store.entries")}: 100 entries of 4 KiB and 100 facts fit`, () => {
    const data = Array.from({ length: 100 }, () => ({ key: "a", value: "x".repeat(4095) }));
    const facts = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`f${index}`, true]));
    expect(store({ data, facts })).toMatchObject({ kind: "settled" });
  });

  it(`${requirement("domain-pack.store.success-only")}: an error has none`, () => {
    expect(decode(WRITE, { data: { isError: true, content: ERROR, store: STORE } })).toMatchObject({
      status: "refused",
      store: null,
    });
    expect(decode(WRITE, { data: { ...SUCCESS, store: "riverside" } })).toMatchObject({ kind: "faulted" });
  });
});
