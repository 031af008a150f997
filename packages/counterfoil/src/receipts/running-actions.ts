import type { OperationKey, RecordOutcome } from "./receipts.ts";

/** How long a duplicate waits for the attempt that runs (provider contract §2.2). */
const WAIT_MS = 1000;

/** The operations at work in this process: a duplicate waits for the one that runs instead of queueing to run itself. */
export class RunningActions {
  readonly #running = new Map<string, Promise<RecordOutcome>>();

  /** Runs the attempt, or takes over what a concurrent one records. */
  async once({ scope, operationId }: OperationKey, attempt: () => Promise<RecordOutcome>): Promise<RecordOutcome> {
    const key = JSON.stringify([scope, operationId]);
    const giveUpAt = performance.now() + WAIT_MS;
    for (;;) {
      const running = this.#running.get(key);
      if (running === undefined) return this.#start(key, attempt);
      const outcome = await within(giveUpAt - performance.now(), running);
      if (outcome === undefined) return { kind: "running" };
      if ("record" in outcome) return { kind: "known", record: outcome.record };
      // It left no record, so whoever comes first from here on runs.
    }
  }

  async #start(key: string, attempt: () => Promise<RecordOutcome>): Promise<RecordOutcome> {
    const running = attempt();
    this.#running.set(key, running);
    try {
      return await running;
    } finally {
      this.#running.delete(key);
    }
  }
}

async function within<Value>(waitMs: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(waitMs, 0), undefined);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
