import { PRUNE_EVERY_MS, PRUNE_LIMIT, requireRetention } from "./retention.ts";
import { toForgottenAt } from "./receipts.ts";
import type {
  OperationKey,
  OperationRecord,
  Receipts,
  ReceiptsOptions,
  RecordOutcome,
  RecordParams,
  Settlement,
} from "./receipts.ts";
import { RunningActions } from "./running-actions.ts";
import { Turns } from "./turns.ts";

/** What an action on in-memory records works with. Every use after the action has returned throws. */
export interface MemoryTransaction {
  /** Makes a change exactly when, and only if, the action is recorded as succeeded. It must not throw. */
  onCommit(change: () => void): void;
}

/**
 * Receipts that live as long as the process, for tests and for adapters whose business records do so too.
 *
 * Actions run one at a time.
 */
export function memoryReceipts(options: ReceiptsOptions): Receipts<MemoryTransaction> {
  return new MemoryReceipts(options);
}

class MemoryReceipts implements Receipts<MemoryTransaction> {
  readonly retentionSeconds: number;
  readonly #records = new Map<string, OperationRecord>();
  readonly #running = new RunningActions();
  readonly #turns = new Turns();
  #prunedAtMs = 0;

  constructor({ retentionSeconds }: ReceiptsOptions) {
    this.retentionSeconds = requireRetention(retentionSeconds);
  }

  async find(key: OperationKey): Promise<OperationRecord | null> {
    return this.#records.get(toText(key)) ?? null;
  }

  record(params: RecordParams<MemoryTransaction>): Promise<RecordOutcome> {
    return this.#running.once(params, () => this.#attempt(params));
  }

  async #attempt(params: RecordParams<MemoryTransaction>): Promise<RecordOutcome> {
    const release = await this.#turns.take(params.startWithinMs);
    if (release === null) return { kind: "busy" };
    try {
      const record = this.#records.get(toText(params));
      return record === undefined ? await this.#run(params) : { kind: "known", record };
    } finally {
      release();
    }
  }

  async #run({ scope, operationId, fingerprint, work }: RecordParams<MemoryTransaction>): Promise<RecordOutcome> {
    const changes: (() => void)[] = [];
    let over = false;
    const tx: MemoryTransaction = {
      onCommit(change) {
        if (over) throw new Error("the transaction is over: await everything an action does before it returns");
        changes.push(change);
      },
    };
    let settlement: Settlement;
    try {
      settlement = await work(tx);
    } catch (cause) {
      return { kind: "rolled-back", cause };
    } finally {
      over = true;
    }
    return this.#commit({ scope, operationId, fingerprint, ...settlement }, changes);
  }

  /** Without an `await` between change and record, nobody can see one without the other. */
  #commit(record: OperationRecord, changes: readonly (() => void)[]): RecordOutcome {
    try {
      if (record.state === "succeeded") for (const change of changes) change();
    } catch (cause) {
      return { kind: "uncertain", cause };
    }
    this.#records.set(toText(record), record);
    if (record.recordedAt.getTime() >= this.#prunedAtMs + PRUNE_EVERY_MS) this.#prune(record.recordedAt);
    return { kind: "recorded", record };
  }

  async prune(now: Date): Promise<void> {
    this.#prune(now);
  }

  #prune(now: Date): void {
    this.#prunedAtMs = now.getTime();
    const expired = [...this.#records].filter(([, record]) => record.expiresAt <= now);
    const buried = expired.filter(([, record]) => toForgottenAt(record, this.retentionSeconds) > now);
    const forgotten = expired.filter(([, record]) => toForgottenAt(record, this.retentionSeconds) <= now);
    const withReply = buried.filter(([, record]) => record.reply.length > 0);
    for (const [key] of forgotten.slice(0, PRUNE_LIMIT)) this.#records.delete(key);
    for (const [key, record] of withReply.slice(0, PRUNE_LIMIT)) {
      this.#records.set(key, { ...record, reply: new Uint8Array() });
    }
  }

  async close(): Promise<void> {
    const release = await this.#turns.take(CLOSE_WITHIN_MS);
    release?.();
  }
}

const CLOSE_WITHIN_MS = 30_000;

function toText({ scope, operationId }: OperationKey): string {
  return JSON.stringify([scope, operationId]);
}
