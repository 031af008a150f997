import { expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import type { MemoryTransaction } from "./memory.ts";
import { memoryReceipts } from "./memory.ts";
import { settlement, testReceipts } from "./receipts.testsuite.ts";

testReceipts("memoryReceipts", (retentionSeconds) => {
  const changes: string[] = [];
  return {
    receipts: memoryReceipts({ retentionSeconds }),
    change: (tx: MemoryTransaction, name) => tx.onCommit(() => changes.push(name)),
    changes: () => changes,
  };
});

it(`${requirement("provider.error.commit-unknown")} does not know what became of a change that throws`, async () => {
  const receipts = memoryReceipts({ retentionSeconds: 60 });
  const cause = new Error("half of it is done");
  const outcome = await receipts.record({
    scope: "platform",
    operationId: "an-operation-of-ours",
    fingerprint: "v1=:one:",
    startWithinMs: 100,
    work: async (tx) => {
      tx.onCommit(() => {
        throw cause;
      });
      return settlement();
    },
  });
  expect(outcome).toEqual({ kind: "uncertain", cause });
});
