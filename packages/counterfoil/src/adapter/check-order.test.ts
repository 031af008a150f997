import { describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import { openDesk, read, STORES, toCall } from "./adapter.testdata.ts";
import type { CallChange } from "./adapter.testdata.ts";

/** One breach of each check, in the order of the contract; breaches are independent, so that any two can be combined. */
const BREACHES: readonly [code: string, change: CallChange][] = [
  ["unauthorized", { headers: { authorization: "Bearer wrong" } }],
  ["unsupported_media_type", { headers: { "content-type": "text/plain" } }],
  ["invalid_json", { body: "{" }],
  ["operation_conflict", { operationId: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B00" }],
  ["unknown_tool", { tool: "request.delete" }],
  ["contract_version_mismatch", { headers: { "contract-version": "2025-01-01" } }],
  ["invalid_arguments", { arguments: { qty: "3" } }],
  ["fingerprint_mismatch", { fingerprint: "v1=:another:" }],
];

const PAIRS = BREACHES.flatMap(([code, change], at) =>
  BREACHES.slice(at + 1).map(([later, other]) => [code, later, combine(change, other)] as const),
);

function combine(one: CallChange, other: CallChange): CallChange {
  return { ...one, ...other, headers: { ...one.headers, ...other.headers } };
}

describe(`${requirement("provider.check.order")} the order of checks`, () => {
  it.each(PAIRS)("%s wins over %s", async (code, _later, change) => {
    const { adapter, changes, close } = openDesk("memory");
    const taken = { operationId: "op_01J9ZK3V7Q8R6T5W4X2Y1A0B00", arguments: { service: "taken" } };
    await adapter.fetch(toCall(taken));
    expect(await read(await adapter.fetch(toCall(change)))).toMatchObject({ body: { code } });
    expect(changes()).toEqual(["taken"]);
    await close();
  });

  it.each(STORES)(
    `${requirement("provider.check.arguments-first")} reads and changes no business record for arguments that break the schema, over %s receipts`,
    async (store) => {
      const { adapter, calls, changes, close } = openDesk(store);
      const wrong: readonly CallChange[] = [
        { arguments: { service: "x", qty: 0 } },
        { arguments: { service: "none" } },
        { tool: "request.status", arguments: { reference: "" } },
        { tool: "request.status", arguments: { reference: "R-1", extra: true } },
      ];
      for (const change of wrong) expect((await adapter.fetch(toCall(change))).status).toBe(422);
      expect([calls, changes()]).toEqual([[], []]);
      await adapter.fetch(toCall({ tool: "request.status", arguments: { reference: "R-1" } }));
      expect(calls).toEqual(["request.status"]);
      await close();
    },
  );

  it("asks for a tool and a version before it judges arguments that are no object", async () => {
    const { adapter, close } = openDesk("memory");
    const list = { arguments: [] };
    expect(await read(await adapter.fetch(toCall({ ...list, tool: "nothing" })))).toMatchObject({ status: 404 });
    const old = { ...list, headers: { "contract-version": "2025-01-01" } };
    expect(await read(await adapter.fetch(toCall(old)))).toMatchObject({ status: 409 });
    await close();
  });

  const UNREADABLE: readonly [what: string, change: CallChange][] = [
    ["arguments that are no object", { arguments: [] }],
    ["no context", { body: JSON.stringify({ arguments: {} }) }],
    ["no fingerprint", { fingerprint: null }],
    ["a malformed fingerprint", { fingerprint: "a b" }],
  ];
  it.each(UNREADABLE)("asks whether an operation is recorded before it refuses %s", async (_what, change) => {
    const { adapter, close } = openDesk("memory");
    await adapter.fetch(toCall());
    const answer = await read(await adapter.fetch(toCall(change)));
    expect(answer).toMatchObject({ status: 409, body: { code: "operation_conflict", effect: "unknown" } });
    await close();
  });

  it("ignores the operation headers of a read", async () => {
    const { adapter, close } = openDesk("memory");
    const change = { tool: "request.status", arguments: { reference: "R-1" }, fingerprint: "v1=:another:" };
    expect((await adapter.fetch(toCall(change))).status).toBe(200);
    await close();
  });
});
