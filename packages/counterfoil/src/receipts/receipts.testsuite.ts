import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { requirement } from "../../../../test/requirement.ts";
import type { OperationKey, Receipts, RecordParams, Settlement } from "./receipts.ts";

/** A store under test, with one kind of business change that it can make and count. */
export interface ReceiptsHarness<Tx> {
  readonly receipts: Receipts<Tx>;
  readonly change: (tx: Tx, name: string) => void;
  /** The names of all changes that were committed. */
  readonly changes: () => readonly string[];
}

const NOW = new Date("2026-11-09T06:00:00Z");
const RETENTION_SECONDS = 86_400;
const KEY: OperationKey = { scope: "platform", operationId: "op_01KA0000000000000000000000" };

export function settlement(over: Partial<Settlement> = {}): Settlement {
  const recordedAt = over.recordedAt ?? NOW;
  return {
    state: "succeeded",
    action: "request.create",
    reply: Buffer.from('{"status":"succeeded"}'),
    recordedAt,
    expiresAt: new Date(recordedAt.getTime() + RETENTION_SECONDS * 1000),
    ...over,
  };
}

/** What every store of receipts keeps to. */
export function testReceipts<Tx>(name: string, open: (retentionSeconds: number) => ReceiptsHarness<Tx>): void {
  describe(`${name}, as every store`, () => {
    let harness: ReceiptsHarness<Tx> | undefined;
    const setUp = (): ReceiptsHarness<Tx> => (harness = open(RETENTION_SECONDS));
    afterEach(async () => {
      await harness?.receipts.close();
      harness = undefined;
    });

    const params = (over: Partial<RecordParams<Tx>> = {}): RecordParams<Tx> => ({
      ...KEY,
      fingerprint: "v1=:one:",
      startWithinMs: 2000,
      work: async () => settlement(),
      ...over,
    });
    const changing = (change: string, over: Partial<Settlement> = {}) =>
      params({
        work: async (tx) => {
          harness?.change(tx, change);
          return settlement(over);
        },
      });

    it(`${requirement("provider.receipt.with-change")} commits a change with its record`, async () => {
      const { receipts, changes } = setUp();
      expect(await receipts.record(changing("one"))).toMatchObject({ kind: "recorded" });
      expect(changes()).toEqual(["one"]);
      expect(await receipts.find(KEY)).toEqual({ ...KEY, fingerprint: "v1=:one:", ...settlement() });
    });

    it("keeps both halves of an async action inside", async () => {
      const { receipts, change, changes } = setUp();
      const work = async (tx: Tx) => {
        change(tx, "first");
        await sleep(20);
        change(tx, "second");
        return settlement();
      };
      const recording = receipts.record(params({ work }));
      await sleep(5);
      expect(changes()).toEqual([]);
      expect(await receipts.find(KEY)).toBeNull();
      await recording;
      expect(changes()).toEqual(["first", "second"]);
    });

    it("takes everything back when the work throws after an await, and lets the operation run again", async () => {
      const { receipts, change, changes } = setUp();
      const cause = new Error("the business system is down");
      const work = async (tx: Tx) => {
        change(tx, "first");
        await sleep(5);
        throw cause;
      };
      expect(await receipts.record(params({ work }))).toEqual({ kind: "rolled-back", cause });
      expect(changes()).toEqual([]);
      expect(await receipts.find(KEY)).toBeNull();
      expect(await receipts.record(changing("later"))).toMatchObject({ kind: "recorded" });
      expect(changes()).toEqual(["later"]);
    });

    it("refuses what a handler does after it has returned", async () => {
      const { receipts, change, changes } = setUp();
      let forgotten: Promise<void> | undefined;
      const work = async (tx: Tx) => {
        change(tx, "in time");
        forgotten = sleep(30).then(() => change(tx, "too late"));
        return settlement();
      };
      await receipts.record(params({ work }));
      await expect(forgotten).rejects.toThrow("the transaction is over");
      expect(changes()).toEqual(["in time"]);
    });

    it(`${requirement("provider.reply.refusal-recorded")} records a refusal without its change`, async () => {
      const { receipts, changes } = setUp();
      await receipts.record(changing("half done", { state: "refused" }));
      expect(changes()).toEqual([]);
      expect(await receipts.find(KEY)).toMatchObject({ state: "refused" });
      expect(await receipts.record(changing("again"))).toMatchObject({ kind: "known", record: { state: "refused" } });
      expect(changes()).toEqual([]);
    });

    it("records that an operation is void, for good", async () => {
      const { receipts, changes } = setUp();
      const voided = { state: "voided", action: null, reply: new Uint8Array() } as const;
      await receipts.record(params({ work: async () => settlement(voided) }));
      expect(await receipts.record(changing("late"))).toMatchObject({ kind: "known", record: { state: "voided" } });
      expect(changes()).toEqual([]);
    });

    it(`${requirement("provider.receipt.one-effect")} makes one change for 64 duplicates at once`, async () => {
      const { receipts, change, changes } = setUp();
      const work = async (tx: Tx) => {
        await sleep(20);
        change(tx, "one");
        return settlement();
      };
      const outcomes = await Promise.all(Array.from({ length: 64 }, () => receipts.record(params({ work }))));
      expect(outcomes.filter(({ kind }) => kind === "recorded")).toHaveLength(1);
      expect(outcomes.filter(({ kind }) => kind === "known")).toHaveLength(63);
      expect(changes()).toEqual(["one"]);
    });

    it("lets one of the waiting duplicates run when the first left no record", async () => {
      const { receipts, change, changes } = setUp();
      let runs = 0;
      const work = async (tx: Tx) => {
        runs += 1;
        await sleep(10);
        if (runs === 1) throw new Error("not yet");
        change(tx, "one");
        return settlement();
      };
      const outcomes = await Promise.all(Array.from({ length: 8 }, () => receipts.record(params({ work }))));
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual([...Array(6).fill("known"), "recorded", "rolled-back"]);
      expect(changes()).toEqual(["one"]);
    });

    it("answers a duplicate after a second, and a look-up at once, while an action is at work", async () => {
      const { receipts, change, changes } = setUp();
      const work = async (tx: Tx) => {
        await sleep(1300);
        change(tx, "slow");
        return settlement();
      };
      const first = receipts.record(params({ work }));
      const startedAt = performance.now();
      expect(await receipts.find(KEY)).toBeNull();
      expect(performance.now() - startedAt).toBeLessThan(200);
      expect(await receipts.record(params({ work }))).toEqual({ kind: "running" });
      expect(performance.now() - startedAt).toBeLessThan(1250);
      expect(await first).toMatchObject({ kind: "recorded" });
      expect(changes()).toEqual(["slow"]);
    });

    it("runs one action at a time, in the order they came, and tells one whose turn does not come", async () => {
      const { receipts } = setUp();
      const seen: string[] = [];
      const action = (id: string, startWithinMs: number) =>
        receipts.record(
          params({
            operationId: `operation-number-${id}`,
            startWithinMs,
            work: async () => {
              seen.push(`${id} begins`);
              await sleep(60);
              seen.push(`${id} ends`);
              return settlement();
            },
          }),
        );
      const outcomes = await Promise.all([action("1", 1000), action("2", 1000), action("3", 30)]);
      expect(seen).toEqual(["1 begins", "1 ends", "2 begins", "2 ends"]);
      expect(outcomes[2]).toEqual({ kind: "busy" });
    });

    it(`${requirement("provider.receipt.scope")} keeps scopes apart`, async () => {
      const { receipts, changes } = setUp();
      await receipts.record(changing("first"));
      const other = { ...KEY, scope: "another" };
      expect(await receipts.find(other)).toBeNull();
      expect(await receipts.record({ ...changing("second"), ...other })).toMatchObject({ kind: "recorded" });
      expect(changes()).toEqual(["first", "second"]);
    });

    it(`${requirement("provider.receipt.retention")} drops the reply at its expiry, and the rest as long after`, async () => {
      const { receipts, changes } = setUp();
      await receipts.record(changing("one"));
      await receipts.prune(after(RETENTION_SECONDS - 1));
      expect(await receipts.find(KEY)).toMatchObject({ reply: settlement().reply });
      await receipts.prune(after(RETENTION_SECONDS));
      expect(await receipts.find(KEY)).toMatchObject({ fingerprint: "v1=:one:", reply: new Uint8Array() });
      expect(await receipts.record(changing("again"))).toMatchObject({ kind: "known" });
      await receipts.prune(after(RETENTION_SECONDS + 7 * 86_400 - 1));
      expect(await receipts.find(KEY)).not.toBeNull();
      await receipts.prune(after(RETENTION_SECONDS + 7 * 86_400));
      expect(await receipts.find(KEY)).toBeNull();
      expect(changes()).toEqual(["one"]);
    });

    it("prunes by itself after a record", async () => {
      const { receipts } = setUp();
      await receipts.record(changing("one"));
      const later = settlement({ recordedAt: after(RETENTION_SECONDS + 60) });
      await receipts.record(params({ operationId: "another-operation", work: async () => later }));
      expect(await receipts.find(KEY)).toMatchObject({ reply: new Uint8Array() });
    });

    it("waits for the action at work before it closes", async () => {
      const { receipts, change, changes } = setUp();
      const work = async (tx: Tx) => {
        await sleep(30);
        change(tx, "one");
        return settlement();
      };
      const recording = receipts.record(params({ work }));
      await Promise.all([receipts.close(), receipts.close()]);
      await receipts.close();
      harness = undefined;
      expect(await recording).toMatchObject({ kind: "recorded" });
      expect(changes()).toEqual(["one"]);
    });

    it("is refused without a retention, or with one that dates cannot hold", () => {
      for (const seconds of [0, -1, 1.5, NaN, Number.MAX_SAFE_INTEGER])
        expect(() => open(seconds)).toThrow("retentionSeconds");
    });
  });
}

function after(seconds: number): Date {
  return new Date(NOW.getTime() + seconds * 1000);
}
