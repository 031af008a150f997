import { afterEach, describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import {
  CONTEXT,
  openDesk,
  read,
  toCall,
  toFingerprint,
  toLookup,
  NOW,
  TRACE_ID,
  VERSION,
} from "./adapter.testdata.ts";
import type { CallChange, Desk } from "./adapter.testdata.ts";
import { transient } from "./handler-reply.ts";

let desk: Desk | undefined;
const setUp = (): Desk => (desk = openDesk("memory"));
afterEach(async () => {
  await desk?.close();
});

const DEEP = `${"[".repeat(40)}${"]".repeat(40)}`;
const ROWS: readonly [title: string, change: CallChange, status: number, code: string, effect?: string][] = [
  [
    `${requirement("provider.error.unauthorized")} no credential`,
    { headers: { authorization: null } },
    401,
    "unauthorized",
  ],
  ["a credential of another", { headers: { authorization: "Bearer wrong" } }, 401, "unauthorized"],
  ["a secret of the other contract", { headers: { authorization: "Bearer CANARY-7f3a" } }, 401, "unauthorized"],
  [`${requirement("provider.error.invalid-json")} half a body`, { body: '{"arguments":' }, 400, "invalid_json"],
  ["an empty body", { body: "" }, 400, "invalid_json"],
  [`${requirement("json.duplicate-keys")} a key twice`, { body: '{"a":1,"a":2}' }, 400, "invalid_json"],
  [
    `${requirement("json.forbidden-keys")} a forbidden key`,
    { body: '{"__proto__":{"isAdmin":true}}' },
    400,
    "invalid_json",
  ],
  [`${requirement("json.depth")} a deep body`, { body: DEEP }, 400, "invalid_json"],
  [`${requirement("json.safe-integers")} a large id`, { body: '{"id":1524831183200260097}' }, 400, "invalid_json"],
  [`${requirement("provider.call.body")} no object`, { body: "null" }, 400, "invalid_request"],
  [`${requirement("provider.call.context")} no context`, { body: '{"arguments":{}}' }, 400, "invalid_request"],
  [`${requirement("provider.error.too-large")} a large body`, { body: `"${"x".repeat(262_144)}"` }, 413, "too_large"],
  [
    `${requirement("provider.error.unsupported-media-type")} text`,
    { headers: { "content-type": "text/json" } },
    415,
    "unsupported_media_type",
  ],
  [
    "another charset",
    { headers: { "content-type": "application/json; charset=latin1" } },
    415,
    "unsupported_media_type",
  ],
  ["a type that only starts so", { headers: { "content-type": "application/jsonx" } }, 415, "unsupported_media_type"],
  ["a compressed body", { headers: { "content-encoding": "gzip" } }, 415, "unsupported_media_type"],
  [`${requirement("provider.error.unknown-tool")} no such tool`, { tool: "request.delete" }, 404, "unknown_tool"],
  ["a name of Object.prototype", { tool: "constructor" }, 404, "unknown_tool"],
  [
    `${requirement("provider.error.contract-version-mismatch")} no version`,
    { headers: { "contract-version": null } },
    409,
    "contract_version_mismatch",
  ],
  ["another version", { headers: { "contract-version": "2025-01-01" } }, 409, "contract_version_mismatch"],
  [
    `${requirement("provider.error.invalid-arguments")} a missing argument`,
    { arguments: { qty: 1 } },
    422,
    "invalid_arguments",
  ],
  [
    `${requirement("schema.arguments-as-sent")} a number as text`,
    { arguments: { service: "x", qty: "3" } },
    422,
    "invalid_arguments",
  ],
  ["arguments as an array", { arguments: [] }, 422, "invalid_arguments"],
  ["arguments as text", { arguments: "{}" }, 422, "invalid_arguments"],
  ["a refinement of the library", { arguments: { service: "none" } }, 422, "invalid_arguments"],
  [
    `${requirement("provider.error.operation-required")} no operation`,
    { headers: { "operation-id": null } },
    400,
    "operation_required",
  ],
  ["no fingerprint", { fingerprint: null }, 400, "operation_required"],
  ["a malformed operation", { operationId: "1" }, 400, "operation_required"],
  [
    `${requirement("provider.error.fingerprint-mismatch")} another fingerprint`,
    { fingerprint: toFingerprint({ arguments: {} }) },
    400,
    "fingerprint_mismatch",
  ],
  [
    `${requirement("provider.error.transient")} the backend is down`,
    { arguments: { service: "x", mode: "transient" } },
    503,
    "unavailable",
  ],
  [
    "a read takes too long",
    { tool: "request.status", arguments: { reference: "R-1", mode: "slow" } },
    503,
    "unavailable",
  ],
  [
    `${requirement("provider.error.internal")} the handler throws`,
    { arguments: { service: "x", mode: "throw" } },
    500,
    "internal",
  ],
  [
    `${requirement("provider.evidence.fails-closed")} evidence that is not sound`,
    { arguments: { service: "x", mode: "bad-evidence" } },
    500,
    "internal",
  ],
  ["data that is no JSON", { arguments: { service: "x", mode: "bad-data" } }, 500, "internal"],
  [
    `${requirement("provider.receipt.old-operation")} an operation older than any tombstone`,
    { operationId: "op_01GZZZZZZZZZZZZZZZZZZZZZZZ" },
    410,
    "operation_expired",
    "unknown",
  ],
];

describe(`${requirement("provider.error.problem")} ${requirement("provider.check.no-trace")} the error table`, () => {
  it.each(ROWS)("%s", async (_title, change, status, code, effect = "none") => {
    const { adapter, changes } = setUp();
    const answer = await read(await adapter.fetch(toCall(change)));
    expect(answer).toMatchObject({ status, body: { code, status, effect, trace_id: TRACE_ID } });
    expect(answer.headers["content-type"]).toBe("application/problem+json");
    expect(changes()).toEqual([]);
    const lookup = await read(
      await adapter.fetch(toLookup(change.operationId ? { operationId: change.operationId } : {})),
    );
    expect(lookup.status).toBeGreaterThanOrEqual(404);
  });

  it("says which versions are served", async () => {
    const { adapter } = setUp();
    const answer = await read(await adapter.fetch(toCall({ headers: { "contract-version": "2025-01-01" } })));
    expect(answer.body.supported).toEqual([VERSION]);
  });

  it("names every fault of the arguments, with its place and what to send", async () => {
    const { adapter } = setUp();
    const answer = await read(await adapter.fetch(toCall({ arguments: { qty: "3", extra: 1 } })));
    const keywords = answer.body.errors.map(({ keyword }: Record<string, string>) => keyword);
    expect(keywords.sort()).toEqual(["additionalProperties", "required", "type"]);
    expect(answer.body.errors).toContainEqual({ pointer: "/qty", keyword: "type", message: expect.any(String) });
  });

  it("gives a refinement the place that the library names", async () => {
    const { adapter } = setUp();
    const answer = await read(await adapter.fetch(toCall({ arguments: { service: "none" } })));
    expect(answer.body.errors).toEqual([{ pointer: "/service", keyword: "refinement", message: "Choose a service." }]);
  });

  it("says when to come back", async () => {
    const { adapter } = setUp();
    const answer = await adapter.fetch(toCall({ arguments: { service: "x", mode: "transient" } }));
    expect(answer.headers.get("retry-after")).toBe("7");
  });

  it(`${requirement("provider.error.operation-in-progress")} waits a second for a running operation`, async () => {
    const { adapter, changes } = setUp();
    const slow = { arguments: { service: "x", mode: "slow" } };
    const first = adapter.fetch(toCall(slow));
    const second = await read(await adapter.fetch(toCall(slow)));
    expect(second).toMatchObject({ status: 409, body: { code: "operation_in_progress", effect: "unknown" } });
    expect(second.headers["retry-after"]).toMatch(/^\d+$/);
    expect((await first).status).toBe(200);
    expect(changes()).toEqual(["x"]);
  });

  it(`${requirement("provider.error.operation-expired")} answers 410 when a receipt is past its retention`, async () => {
    const { adapter, redeploy, changes } = setUp();
    await adapter.fetch(toCall());
    const later = redeploy({ now: () => new Date(NOW.getTime() + 30 * 86_400_000) });
    const answer = await read(await later.fetch(toCall()));
    expect(answer).toMatchObject({ status: 410, body: { code: "operation_expired", effect: "unknown" } });
    expect(await read(await later.fetch(toLookup()))).toMatchObject({ status: 410 });
    expect(changes()).toEqual(["brake-service"]);
  });

  it.each(["application/json;charset=UTF-8", 'application/json; charset="utf-8"', "Application/JSON"])(
    `${requirement("json.media-type")} takes %s`,
    async (type) => {
      const { adapter } = setUp();
      expect((await adapter.fetch(toCall({ headers: { "content-type": type } }))).status).toBe(200);
    },
  );

  it(`${requirement("json.request-size")} stops reading a body that never ends`, async () => {
    const { adapter } = setUp();
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    expect((await adapter.fetch(toCall({ body }))).status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it("takes absent and null arguments as none", async () => {
    const { adapter, changes } = setUp();
    for (const args of [undefined, null]) {
      const fingerprint = toFingerprint({ tool: "request.cancel", arguments: {} });
      const body = JSON.stringify({ arguments: args, context: CONTEXT });
      expect((await adapter.fetch(toCall({ tool: "request.cancel", fingerprint, body }))).status).toBe(200);
    }
    expect(changes()).toEqual(["cancel"]);
  });

  it.each([NaN, -3, 1.5, Infinity])("never asks to come back after %s seconds", (retryAfterSeconds) => {
    expect(transient({ message: "Not now.", retryAfterSeconds }).retryAfterSeconds).toBe(1);
  });

  it("answers 404 and 405 as problems", async () => {
    const { adapter } = setUp();
    const nowhere = await read(await adapter.fetch(new Request("http://desk.test/elsewhere")));
    expect(nowhere).toMatchObject({ status: 404, body: { code: "not_found", effect: "none" } });
    const wrong = await read(await adapter.fetch(toCall({ method: "GET" })));
    expect(wrong).toMatchObject({ status: 405, headers: { allow: "POST" }, body: { code: "method_not_allowed" } });
    const put = await adapter.fetch(toLookup({ method: "PUT" }));
    expect(put.headers.get("allow")).toBe("GET, HEAD");
  });
});
