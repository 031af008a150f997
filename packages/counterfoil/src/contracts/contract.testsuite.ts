import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { ProblemError } from "../core/error.ts";
import { CALL_LIMITS } from "../core/json-limits.ts";
import type { JsonValue } from "../core/json.ts";
import { toOutcome } from "../core/outcome.ts";
import type { SettledAnswer } from "../core/outcome.ts";
import { parseJson } from "../core/parse-json.ts";
import {
  NOW,
  OPERATION_ID,
  READ_TOOL,
  requireValue,
  toCall,
  toReceipt,
  toRefusal,
  toReply,
  toSuccess,
  WRITE_TOOL,
} from "./contract.testdata.ts";
import type { Contract, IncomingCall, ReceiptAnswer, ToolCall, ToolReply, WireReply } from "./contract.ts";

export interface ContractCase {
  readonly contract: Contract;
  /** Which members of a tool's answer the contract carries. */
  readonly carries: { readonly evidence: boolean; readonly data: boolean; readonly store: boolean };
  /** A valid envelope of a success, as another implementation would write it. */
  toSuccessDocument(call: ToolCall): JsonValue;
}

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
const CREDENTIAL = "CANARY-7f3a";
const TOOLS = [
  { name: "a reading tool", tool: READ_TOOL },
  { name: "a mutating tool", tool: WRITE_TOOL },
] as const;

/** What every contract owes both sides of the wire. */
export function testContract(contractCase: ContractCase): void {
  const { contract, carries } = contractCase;
  const toSuccessDocument = (call: ToolCall): JsonValue => contractCase.toSuccessDocument(call);

  describe.each(TOOLS)("a call of $name", ({ tool }) => {
    it("arrives as it was sent", () => {
      fc.assert(
        fc.property(fc.dictionary(plainKeys, jsonValues, { maxKeys: 5 }), (args) => {
          const call = toCall(contract, tool, { arguments: args });
          expect(toComparable(receive(contract, call), call)).toEqual(toSent(call));
        }),
      );
    });

    it("keeps every byte of whom it is for", () => {
      fc.assert(
        fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (id) => {
          const call = toCall(contract, tool);
          const odd = { ...call, context: { ...call.context, phone: id, subject: { channel: "whatsapp", id } } };
          expect(receive(contract, odd).context.subject.id).toBe(id);
        }),
      );
    });

    it("holds nothing of the credential", () => {
      const { headers, path, body } = contract.encodeCall(toCall(contract, tool));
      expect(JSON.stringify({ headers, path }) + new TextDecoder().decode(body)).not.toContain(CREDENTIAL);
    });
  });

  describe("an attempt", () => {
    it("carries the credential that the adapter reads", () => {
      const headers = contract.encodeAttempt(CREDENTIAL, TRACE_ID);
      expect(contract.readCredential(headers)).toBe(CREDENTIAL);
      expect(headers["traceparent"]).toMatch(new RegExp(`^00-${TRACE_ID}-(?!0{16})[0-9a-f]{16}-01$`));
      expect(contract.readCredential({})).toBeNull();
    });

    it.each([`${CREDENTIAL}\n`, `${CREDENTIAL}\r\nX-A: 1`, ` ${CREDENTIAL}`, `${CREDENTIAL}—`, "x".repeat(20_000), ""])(
      `${requirement("http.header-values")}: refuses credential %#, and does not repeat it`,
      (credential) => {
        expect(() => contract.encodeAttempt(credential, TRACE_ID)).toThrow(/^The credential (?!.*CANARY)/);
      },
    );

    it.each(["", "0".repeat(32), TRACE_ID.toUpperCase(), `${TRACE_ID}\n`])("refuses trace id %j", (traceId) => {
      expect(() => contract.encodeAttempt(CREDENTIAL, traceId)).toThrow("trace id");
    });
  });

  describe.each(TOOLS)("an answer of $name", ({ tool }) => {
    const call = toCall(contract, tool);

    it.each([
      { status: "succeeded", reply: toSuccess(call) },
      { status: "refused", reply: toRefusal(call) },
    ])("settles the call when it is $status", ({ reply }) => {
      const answer = contract.decodeReply(call, answerWith(contract, call, reply), NOW);
      expect(answer).toEqual(toExpected(call, reply));
    });

    it("is read as another implementation would write it", () => {
      expect(contract.decodeReply(call, toReply(toSuccessDocument(call)), NOW)).toMatchObject({ status: "succeeded" });
    });

    it("may hold members that nobody knows", () => {
      const document = Object.assign({}, toSuccessDocument(call), { vendor: { x: 1 } });
      expect(contract.decodeReply(call, toReply(document), NOW)).toMatchObject({ status: "succeeded" });
    });

    it("says that it is a replay", () => {
      const reply = toReply(toSuccessDocument(call));
      const replay = { ...reply, headers: { ...reply.headers, "operation-replayed": "true" } };
      expect(contract.decodeReply(call, replay, NOW)).toMatchObject({ kind: "settled", replayed: true });
    });

    it.each(hostileReplies(toReply(toSuccessDocument(call))))("is no success: $name", ({ reply, cause }) => {
      const answer = contract.decodeReply(call, reply, NOW);
      expect(answer).toMatchObject({
        kind: "faulted",
        effect: tool.mutating ? "unknown" : "none",
        cause: { code: cause },
      });
      expect(toOutcome(answer, tool.mutating)).toBe(tool.mutating ? "unknown" : "failed");
      expect(JSON.stringify(answer)).not.toContain("CANARY");
    });

    it("never throws, and never takes rubbish for a success", () => {
      const headers = fc.constantFrom(
        {},
        { "content-type": "application/json" },
        { "content-type": "application/problem+json" },
      );
      fc.assert(
        fc.property(fc.integer({ min: 100, max: 599 }), headers, jsonValues, (status, replyHeaders, document) => {
          const answer = contract.decodeReply(call, toReply(document, { status, headers: replyHeaders }), NOW);
          expect(answer.kind).toBe("faulted");
        }),
      );
    });

    it(`${requirement("http.no-redirects")}: a redirect is a faulty answer`, () => {
      const headers = { location: "https://elsewhere.example.test/", "content-type": "application/json" };
      const reply = toReply(toSuccessDocument(call), { status: 302, headers });
      expect(contract.decodeReply(call, reply, NOW)).toMatchObject({ kind: "faulted" });
    });

    it("of status 401 had no effect", () => {
      const answer = contract.decodeReply(call, toReply("", { status: 401, headers: {} }), NOW);
      expect(answer).toMatchObject({ kind: "faulted", effect: "none", error: { category: "internal" } });
    });

    it("with a transient error fails a read and leaves the words to the agent", () => {
      const error = {
        category: "transient",
        code: "transient",
        message: "The diary is down",
        retryable: true,
      } as const;
      const reply = contract.encodeTransient(receive(contract, call), error, TRACE_ID);
      const answer = contract.decodeReply(call, reply, NOW);
      expect(answer).toMatchObject({
        kind: "faulted",
        error: { category: "transient", message: error.message, retryable: true },
      });
    });

    it("tells the agent which argument was at fault", () => {
      const errors = [
        { pointer: "/qty", keyword: "type", message: 'expected an integer, got a string: send 3, not "3"' },
      ];
      const problem = new ProblemError("invalid_arguments", "The arguments do not fit", { extras: { errors } });
      const reply = contract.encodeProblem(problem, receive(contract, call), TRACE_ID);
      const answer = contract.decodeReply(call, reply, NOW);
      expect(answer.error).toMatchObject({
        category: "validation",
        message: expect.stringContaining("/qty: expected an integer"),
      });
    });

    it("with a fault of the adapter is told in a fixed sentence", () => {
      const problem = new ProblemError("internal", "CANARY: stack and path", { effect: "unknown" });
      const answer = contract.decodeReply(
        call,
        contract.encodeProblem(problem, receive(contract, call), TRACE_ID),
        NOW,
      );
      expect(answer).toMatchObject({ kind: "faulted", error: { category: "internal" } });
      expect(JSON.stringify(answer)).not.toContain("CANARY");
    });
  });

  describe("a receipt", () => {
    const call = toCall(contract, WRITE_TOOL);
    const ask = (reply: WireReply): ReceiptAnswer => contract.decodeReceipt(call, reply, NOW);
    const recorded = (reply: ToolReply): Uint8Array => answerWith(contract, call, reply).body;

    it("is asked for at a door of its own", () => {
      const { method, path, headers } = contract.encodeLookup(call.operation!);
      expect(contract.route(method, path)).toEqual({ kind: "receipt", operationId: OPERATION_ID });
      expect(headers["request-fingerprint"]).toBe(call.operation!.fingerprint);
    });

    it.each([
      { state: "succeeded", reply: toSuccess(call) },
      { state: "refused", reply: toRefusal(call) },
    ] as const)("settles the call by the recorded reply: $state", ({ state, reply }) => {
      const answer = ask(contract.encodeReceipt({ state, receipt: toReceipt(call), reply: recorded(reply) }));
      const expected: SettledAnswer = { ...toExpected(call, reply), receipt: toReceipt(call), replayed: true };
      expect(answer).toEqual({ kind: "settled", answer: expected, withheld: [] });
    });

    it("shows the recorded bytes as they are", () => {
      const reply = new TextEncoder().encode('{ "status" : "succeeded","n":1.0 }');
      const { body, headers } = contract.encodeReceipt({ state: "succeeded", receipt: toReceipt(call), reply });
      expect(new TextDecoder().decode(body)).toContain('"reply":{ "status" : "succeeded","n":1.0 }}');
      expect(headers["cache-control"]).toBe("no-store");
    });

    it("settles the call although its recorded reply is not sound, which is withheld", () => {
      const reply = new TextEncoder().encode('"done"');
      const answer = ask(contract.encodeReceipt({ state: "succeeded", receipt: toReceipt(call), reply }));
      expect(answer).toMatchObject({ kind: "settled", answer: { status: "succeeded", evidence: [], text: null } });
      expect(answer).toHaveProperty("withheld.length", 1);
    });

    it("of another state than its recorded reply withholds the reply", () => {
      const record = { state: "refused", receipt: toReceipt(call), reply: recorded(toSuccess(call)) } as const;
      expect(ask(contract.encodeReceipt(record))).toMatchObject({
        kind: "settled",
        answer: { status: "refused", error: { category: "business" } },
        withheld: [{ code: "state_mismatch" }],
      });
    });

    it.each([{ operation_id: "op_other_0123456789" }, { request_fingerprint: "v1=:x:" }, { recorded_at: "yesterday" }])(
      "that is not the one of the call proves nothing: %j",
      (change) => {
        const receipt = { ...toReceipt(call), ...change };
        const record = { state: "succeeded", receipt, reply: recorded(toSuccess(call)) } as const;
        expect(ask(contract.encodeReceipt(record))).toMatchObject({ kind: "faulted" });
        expect(ask(contract.encodeReceipt({ state: "voided", receipt }))).toMatchObject({ kind: "faulted" });
      },
    );

    it("may say that the operation is voided or pending", () => {
      const { action: _, ...receipt } = toReceipt(call);
      expect(ask(contract.encodeReceipt({ state: "voided", receipt }))).toEqual({ kind: "voided" });
      expect(ask(contract.encodeReceipt({ state: "pending" }))).toEqual({ kind: "pending", retryAfterSeconds: null });
    });

    it.each([
      { value: "2", seconds: 2 },
      ...["Wed, 21 Oct 2037 07:28:00 GMT", "-3", "1.5", "NaN", "Infinity", "120junk", "", "9999999999"].map(
        (value) => ({
          value,
          seconds: null,
        }),
      ),
    ])("pending with Retry-After $value waits $seconds seconds", ({ value, seconds }) => {
      const reply = contract.encodeReceipt({ state: "pending" });
      const headers = { ...reply.headers, "retry-after": value };
      expect(ask({ ...reply, headers })).toEqual({ kind: "pending", retryAfterSeconds: seconds });
    });

    it.each([
      { code: "receipt_not_found", kind: "absent" },
      { code: "operation_conflict", kind: "conflict" },
      { code: "operation_expired", kind: "expired" },
      { code: "operation_in_progress", kind: "pending" },
      { code: "internal", kind: "faulted" },
      { code: "unauthorized", kind: "faulted" },
    ] as const)("answered $code is $kind", ({ code, kind }) => {
      expect(ask(contract.encodeProblem(new ProblemError(code, "Told"), null, TRACE_ID))).toMatchObject({ kind });
    });

    it.each([404, 409, 410, 500, 302, 204])("answered by a bare %i says nothing", (status) => {
      expect(ask(toReply("<html>", { status, headers: {} }))).toMatchObject({ kind: "faulted" });
    });
  });

  it("answers nothing at paths of others, and says which method a door takes", () => {
    expect(contract.route("GET", "/")).toBeNull();
    expect(contract.route("POST", "/tools/")).toBeNull();
    expect(contract.route("POST", "/tools/a/b")).toBeNull();
    expect(contract.route("POST", "/tools/%E0%A4%A")).toBeNull();
    expect(contract.route("DELETE", contract.encodeCall(toCall(contract, READ_TOOL)).path)).toEqual({
      kind: "wrong-method",
      allow: "POST",
    });
  });

  function toExpected(call: ToolCall, reply: ToolReply): SettledAnswer {
    return {
      ...reply,
      kind: "settled",
      evidence: carries.evidence ? reply.evidence : [],
      data: carries.data ? reply.data : undefined,
      store: carries.store ? reply.store : null,
      error: reply.error === null ? null : { ...reply.error, ...(carries.evidence ? {} : { attemptedQuery: null }) },
      receipt: carries.evidence && call.tool.mutating ? toReceipt(call) : null,
      replayed: false,
    };
  }
}

const plainKeys = fc
  .string({ minLength: 1, maxLength: 8 })
  .filter((key) => !["__proto__", "constructor", "prototype"].includes(key));
const jsonValues: fc.Arbitrary<JsonValue> = fc
  .json({ maxDepth: 3 })
  .filter((text) => parseJson(new TextEncoder().encode(text), CALL_LIMITS).ok)
  .map(readWithoutNegativeZero);

/** Zero has no sign in canonical JSON, so that a difference of it is none. */
function readWithoutNegativeZero(text: string): JsonValue {
  return JSON.parse(JSON.stringify(JSON.parse(text)));
}

function receive(contract: Contract, call: ToolCall): IncomingCall {
  const request = contract.encodeCall(call);
  const route = contract.route(request.method, request.path);
  if (route?.kind !== "call") throw new Error("The call has no door");
  const body = parseJson(request.body, CALL_LIMITS);
  const incoming = contract.decodeCall(route, request.headers, body.ok ? body.value : null);
  return requireValue(incoming);
}

function answerWith(contract: Contract, call: ToolCall, reply: ToolReply): WireReply {
  const receipt = call.tool.mutating ? toReceipt(call) : null;
  return contract.encodeReply(receive(contract, call), reply, receipt);
}

/** What of a call the other side has to see; context members that a contract does not carry are null there. */
function toComparable(incoming: IncomingCall, call: ToolCall): object {
  const { contract: _contract, raw: _raw, subject, ...carried } = incoming.context;
  const sent: Readonly<Record<string, unknown>> = { ...call.context };
  return {
    ...incoming,
    context: {
      ...Object.fromEntries(Object.entries(carried).map(([key, value]) => [key, value ?? sent[key]])),
      subjectId: subject.id,
    },
  };
}

function toSent(call: ToolCall): object {
  const { subject, ...context } = call.context;
  return {
    toolName: call.tool.name,
    arguments: call.arguments,
    contractVersion: call.contractVersion,
    operation: call.operation,
    computedFingerprint: call.operation?.fingerprint ?? null,
    context: { ...context, subjectId: subject.id },
  };
}

interface HostileReply {
  readonly name: string;
  readonly reply: WireReply;
  /** The operator's word for it. */
  readonly cause: string;
}

function hostileReplies(good: WireReply): readonly HostileReply[] {
  const text = new TextDecoder().decode(good.body);
  const withText = (body: string): WireReply => ({ ...good, body: new TextEncoder().encode(body) });
  const withHeaders = (headers: WireReply["headers"]): WireReply => ({ ...good, headers });
  return [
    { name: "a status that is not 200", reply: { ...good, status: 201 }, cause: "status" },
    { name: "a bare 500", reply: { ...good, status: 500 }, cause: "status" },
    { name: "a proxy's 502", reply: toReply("<html>CANARY</html>", { status: 502, headers: {} }), cause: "status" },
    {
      name: "HTML",
      reply: { ...withText("<html>CANARY"), headers: { "content-type": "text/html" } },
      cause: "media_type",
    },
    { name: "HTML that says it is JSON", reply: withText("<html>CANARY"), cause: "invalid_json" },
    { name: "no content type", reply: withHeaders({}), cause: "media_type" },
    {
      name: "another charset",
      reply: withHeaders({ "content-type": "application/json; charset=latin1" }),
      cause: "media_type",
    },
    { name: "gzip", reply: withHeaders({ ...good.headers, "content-encoding": "gzip" }), cause: "content_encoding" },
    { name: "nothing", reply: withText(""), cause: "invalid_json" },
    { name: "half of it", reply: withText(text.slice(0, text.length / 2)), cause: "invalid_json" },
    { name: "two of it", reply: withText(text + text), cause: "invalid_json" },
    { name: "a byte order mark", reply: withText(`\uFEFF${text}`), cause: "invalid_json" },
    { name: "a duplicate key", reply: withText(text.replace(/}$/, ',"a":1,"a":2}')), cause: "invalid_json" },
    {
      name: "a rounded integer",
      reply: withText(text.replace(/}$/, ',"id":1524831183200260097}')),
      cause: "invalid_json",
    },
    {
      name: "a polluting key",
      reply: withText(text.replace(/}$/, ',"__proto__":{"isAdmin":true}}')),
      cause: "invalid_json",
    },
    { name: "half a surrogate pair", reply: withText(text.replace(/}$/, ',"a":"\\ud800"}')), cause: "invalid_json" },
    { name: "10 MiB", reply: withText(text + " ".repeat(10 * 1024 * 1024)), cause: "too_large" },
    { name: "a bare success string", reply: withText('"The booking is made"'), cause: "invalid_envelope" },
    { name: "true", reply: withText("true"), cause: "invalid_envelope" },
    { name: "an empty object", reply: withText("{}"), cause: "invalid_envelope" },
    { name: "an array of it", reply: withText(`[${text}]`), cause: "invalid_envelope" },
  ];
}
