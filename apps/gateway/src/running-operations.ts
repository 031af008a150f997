/** The operations that this process has under way, for repeats to wait on. */
export interface RunningOperations {
  begin(operationId: string): void;
  end(operationId: string): void;
  has(operationId: string): boolean;
  /** Resolves when the operation ends here, or at the limit; one that another process has under way is waited for in full. */
  settled(operationId: string, limitMs: number): Promise<void>;
  /** Resolves when nothing is under way; for shutdown. */
  idle(limitMs: number): Promise<void>;
}

export function createRunningOperations(): RunningOperations {
  const running = new Map<string, { readonly done: Promise<void>; readonly resolve: () => void }>();
  return {
    begin(operationId) {
      const { promise, resolve } = withResolver();
      running.set(operationId, { done: promise, resolve });
    },
    end(operationId) {
      running.get(operationId)?.resolve();
      running.delete(operationId);
    },
    has: (operationId) => running.has(operationId),
    async settled(operationId, limitMs) {
      await raceLimit(running.get(operationId)?.done ?? new Promise<void>(() => {}), limitMs);
    },
    async idle(limitMs) {
      await raceLimit(Promise.all([...running.values()].map(({ done }) => done)), limitMs);
    },
  };
}

function withResolver(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

async function raceLimit(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((done) => {
    timer = setTimeout(done, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
