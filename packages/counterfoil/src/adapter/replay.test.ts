import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import {
  ARGUMENTS,
  NOW,
  openDesk,
  OPERATION_ID,
  read,
  STORES,
  toCall,
  toExecute,
  toLookup,
} from "./adapter.testdata.ts";
import type { CallChange, Desk } from "./adapter.testdata.ts";

const KEYED = { context: { operationKey: OPERATION_ID } };
const SENDERS = [
  ["provider", () => toCall()],
  ["domain-pack", () => toExecute("request.create", ARGUMENTS, KEYED)],
] as const;

describe.each(STORES)("an operation over %s receipts", (store) => {
  let desk: Desk | undefined;
  const setUp = (): Desk => (desk = openDesk(store));
  afterEach(async () => {
    await desk?.close();
    desk = undefined;
  });

  it.each(SENDERS)(
    `${requirement("provider.receipt.one-effect")} has one effect for 64 duplicates over %s`,
    async (_name, send) => {
      const { adapter, changes } = setUp();
      const answers = await Promise.all(Array.from({ length: 64 }, async () => read(await adapter.fetch(send()))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers["operation-replayed"] === "true")).toHaveLength(63);
      expect(changes()).toEqual(["brake-service"]);
    },
  );

  it(`${requirement("provider.check.replay-outlives-tool")} ${requirement("provider.reply.replayed")} replays the same bytes whatever has changed since`, async () => {
    const { adapter, redeploy, changes } = setUp();
    const first = await read(await adapter.fetch(toCall()));
    expect(first.headers).not.toHaveProperty("operation-replayed");
    const changed = [{ withoutCreate: true }, { renamed: true }, { contractVersion: "2027-01-01" }].map(redeploy);
    for (const later of changed) {
      const replay = await read(await later.fetch(toCall()));
      expect(replay).toMatchObject({ status: 200, text: first.text });
      expect(replay.headers["operation-replayed"]).toBe("true");
    }
    expect(changes()).toEqual(["brake-service"]);
  });

  it(`${requirement("provider.fingerprint.volatile")} replays when only time, turn and trace differ`, async () => {
    const { adapter } = setUp();
    const first = await read(await adapter.fetch(toCall()));
    const context = { turn: "4", current_time: "2026-11-09T10:01:30+04:00", conversation: "cv_2", locale: "ar" };
    const again = toCall({ context, headers: { "trace-id": "1".repeat(32) } });
    expect((await read(await adapter.fetch(again))).text).toBe(first.text);
  });

  const OTHERS: readonly [what: string, change: CallChange][] = [
    ["other arguments", { arguments: { service: "full-service" } }],
    ["another tool", { tool: "request.cancel", arguments: {} }],
    ["another subject", { context: { subject: { channel: "whatsapp", id: "+12025550142" } } }],
    ["another workspace", { context: { workspace: "ws_43" } }],
    ["a text composed differently", { arguments: { ...ARGUMENTS, note: ARGUMENTS.note.normalize("NFD") } }],
    ["its own fingerprint over other arguments", { arguments: {}, fingerprint: "recorded" }],
  ];
  it.each(OTHERS)(`${requirement("provider.error.operation-conflict")} conflicts with %s`, async (_what, change) => {
    const { adapter, changes } = setUp();
    const first = await read(await adapter.fetch(toCall()));
    const fingerprint = change.fingerprint === "recorded" ? first.body.receipt.request_fingerprint : undefined;
    const other = await read(await adapter.fetch(toCall({ ...change, fingerprint })));
    expect(other).toMatchObject({ status: 409, body: { code: "operation_conflict", effect: "unknown" } });
    expect(other.text).not.toContain("brake-service");
    expect(changes()).toEqual(["brake-service"]);
  });

  it.each([undefined, ""])("conflicts when it comes again with the fingerprint %j", async (sent) => {
    const { adapter, changes } = setUp();
    await adapter.fetch(toCall());
    const again = toCall();
    const headers = new Headers(again.headers);
    headers.delete("request-fingerprint");
    if (sent === "") headers.set("request-fingerprint", sent);
    const other = await read(await adapter.fetch(new Request(again, { headers })));
    expect(other).toMatchObject({ status: 409, body: { code: "operation_conflict" } });
    expect(changes()).toEqual(["brake-service"]);
  });

  it("conflicts when its id comes over the other contract", async () => {
    const { adapter, changes } = setUp();
    await adapter.fetch(toCall());
    const other = await read(await adapter.fetch(toExecute("request.create", ARGUMENTS, KEYED)));
    expect(other).toMatchObject({ status: 409, body: { code: "operation_conflict" } });
    expect(changes()).toEqual(["brake-service"]);
  });

  it(`${requirement("provider.receipt.scope")} is unrelated to the same id of another caller`, async () => {
    const { adapter, changes } = setUp();
    const other = { authorization: "Bearer another-token" };
    await adapter.fetch(toCall());
    const unknown = await read(await adapter.fetch(toLookup({ headers: other })));
    expect(unknown).toMatchObject({ status: 404, body: { code: "receipt_not_found" } });
    const never = await read(
      await adapter.fetch(toLookup({ headers: other, operationId: "op_01J9ZK3V7Q8R6T5W4X2Y1A0000" })),
    );
    expect({ ...never.body, trace_id: "" }).toEqual({ ...unknown.body, trace_id: "" });
    const args = { arguments: { service: "full-service" }, headers: other };
    expect((await read(await adapter.fetch(toCall(args)))).headers).not.toHaveProperty("operation-replayed");
    expect(changes()).toEqual(["brake-service", "full-service"]);
  });

  it(`${requirement("provider.receipt.rotation")} stays with its caller when the secret is rotated`, async () => {
    const { adapter, changes } = setUp();
    const first = await read(await adapter.fetch(toCall()));
    const next = await read(await adapter.fetch(toCall({ headers: { authorization: "Bearer the-next-token" } })));
    expect(next.text).toBe(first.text);
    expect(changes()).toEqual(["brake-service"]);
  });

  it(`${requirement("provider.reply.refusal-recorded")} stays refused in the same words`, async () => {
    const { adapter, changes } = setUp();
    const refusal = { arguments: { service: "x", mode: "refuse" } };
    const first = await read(await adapter.fetch(toCall(refusal)));
    expect(first.body).toMatchObject({
      status: "refused",
      error: {
        category: "business",
        code: "not_offered",
        retryable: false,
        partial_results: { offered: ["brake-service"] },
      },
      evidence: [{ kind: "action", result: "refused", operation_id: OPERATION_ID }],
      receipt: { action: "request.create" },
    });
    const again = await read(await adapter.fetch(toCall(refusal)));
    expect(again.text).toBe(first.text);
    const lookup = await read(await adapter.fetch(toLookup(refusal)));
    expect(lookup).toMatchObject({ status: 200, body: { state: "refused" } });
    const voided = await read(await adapter.fetch(toLookup({ ...refusal, suffix: "/void" })));
    expect(voided.body).toEqual(lookup.body);
    expect(changes()).toEqual([]);
  });

  it.each(["transient", "throw"])(
    `${requirement("provider.reply.transient-not-recorded")} may run again after an end without effect (%s)`,
    async (mode) => {
      const { adapter, changes } = setUp();
      expect((await adapter.fetch(toCall({ arguments: { service: "x", mode } }))).status).toBeGreaterThanOrEqual(500);
      expect((await adapter.fetch(toCall())).status).toBe(200);
      expect(changes()).toEqual(["brake-service"]);
    },
  );

  it(`${requirement("provider.receipt.lookup")} is looked up as it was answered`, async () => {
    const { adapter, redeploy } = setUp();
    const before = await read(await adapter.fetch(toLookup()));
    expect(before).toMatchObject({ status: 404, body: { code: "receipt_not_found", effect: "none" } });
    const first = await read(await adapter.fetch(toCall()));
    const lookup = await read(await redeploy({ contractVersion: "2027-01-01" }).fetch(toLookup()));
    expect(lookup).toMatchObject({
      status: 200,
      headers: { "cache-control": "no-store" },
      body: { state: "succeeded" },
    });
    expect(lookup.body).toMatchObject({ receipt: first.body.receipt, reply: first.body });
    expect(lookup.text).toContain(first.text);
    const other = await read(await adapter.fetch(toLookup({ fingerprint: "v1=:another:" })));
    expect(other).toMatchObject({ status: 409, body: { code: "operation_conflict" } });
    expect((await adapter.fetch(toLookup({ fingerprint: "" }))).status).toBe(400);
  });

  it(`${requirement("provider.receipt.void")} ${requirement("provider.error.operation-voided")} never happens once it is voided`, async () => {
    const { adapter, changes } = setUp();
    const voided = await read(await adapter.fetch(toLookup({ suffix: "/void" })));
    expect(voided).toMatchObject({ status: 200, body: { state: "voided", receipt: { operation_id: OPERATION_ID } } });
    const late = await read(await adapter.fetch(toCall()));
    expect(late.body).toMatchObject({
      code: "operation_voided",
      effect: "none",
    });
    expect((await read(await adapter.fetch(toLookup()))).body).toEqual(voided.body);
    expect(changes()).toEqual([]);
  });

  it("is not voided while it runs, and not once it has happened", async () => {
    const { adapter, changes } = setUp();
    const slow = { arguments: { service: "x", mode: "slow" } };
    const running = adapter.fetch(toCall(slow));
    await sleep(50);
    const early = await read(await adapter.fetch(toLookup({ ...slow, suffix: "/void" })));
    expect(early).toMatchObject({ status: 409, body: { code: "operation_in_progress", effect: "unknown" } });
    await running;
    const late = await read(await adapter.fetch(toLookup({ ...slow, suffix: "/void" })));
    expect(late).toMatchObject({ status: 200, body: { state: "succeeded" } });
    expect(changes()).toEqual(["x"]);
  });

  it(`${requirement("provider.receipt.old-operation")} never runs when it is older than its receipt could be`, async () => {
    const { redeploy, changes } = setUp();
    const later = redeploy({ now: () => new Date(NOW.getTime() + 60 * 86_400_000) });
    expect((await later.fetch(toCall())).status).toBe(410);
    expect((await later.fetch(toLookup())).status).toBe(410);
    expect((await later.fetch(toLookup({ suffix: "/void" }))).status).toBe(410);
    expect((await later.fetch(toCall({ operationId: "an-id-without-any-age" }))).status).toBe(200);
    expect(changes()).toEqual(["brake-service"]);
  });

  it("stays expired when the clock is set back after its reply was dropped", async () => {
    const { adapter, redeploy } = setUp();
    await adapter.fetch(toCall());
    const ahead = redeploy({ now: () => new Date(NOW.getTime() + 31 * 86_400_000) });
    await ahead.fetch(toCall({ operationId: "an-operation-that-prunes" }));
    expect((await adapter.fetch(toCall())).status).toBe(410);
    expect((await adapter.fetch(toLookup())).status).toBe(410);
  });

  it(`${requirement("provider.reply.envelope")} is answered with evidence and a receipt`, async () => {
    const { adapter } = setUp();
    const { body } = await read(await adapter.fetch(toCall()));
    const at = NOW.toISOString();
    const request_fingerprint = "v1=:zpTYEsX5MaoNdSStXwquOZ/okvTC4XXLDi10sR8hyIM=:";
    expect(body).toEqual({
      status: "succeeded",
      text: "brake-service is asked for.",
      evidence: [
        {
          id: "action",
          kind: "action",
          as_of: at,
          action: "request.create",
          operation_id: OPERATION_ID,
          request_fingerprint,
          result: "done",
          effected_at: at,
        },
      ],
      receipt: {
        operation_id: OPERATION_ID,
        request_fingerprint,
        action: "request.create",
        recorded_at: at,
        expires_at: new Date(NOW.getTime() + 30 * 86_400_000).toISOString(),
      },
    });
  });
});
