import { DeliveryFault } from "./delivery.ts";

/** The one deadline of a delivery, over name look-up, connecting, sending, headers and body alike. */
export interface Deadline {
  /** Aborts with a `timeout` fault. */
  readonly signal: AbortSignal;
  clear(): void;
}

/** Node fires timers beyond this at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function startDeadline(timeoutMs: number): Deadline {
  const controller = new AbortController();
  const fault = () => new DeliveryFault("timeout", `No complete reply within ${timeoutMs} ms.`);
  const delayMs = timeoutMs > 0 ? Math.min(timeoutMs, LONGEST_TIMER_MS) : 0;
  const timer = setTimeout(() => controller.abort(fault()), delayMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/**
 * Waits for work that ends by a call of `resolve` or `reject`, but no longer than the signal allows.
 *
 * `begin` may give back what is to be undone when the signal comes first; it runs before the promise rejects.
 */
export function untilAborted<Value>(
  signal: AbortSignal,
  begin: (resolve: (value: Value) => void, reject: (error: Error) => void) => (() => void) | void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    let undo: (() => void) | void;
    const onAbort = () => {
      undo?.();
      reject(toError(signal.reason));
    };
    signal.addEventListener("abort", onAbort, { once: true });
    const end = () => signal.removeEventListener("abort", onAbort);
    undo = begin(
      (value) => {
        end();
        resolve(value);
      },
      (error) => {
        end();
        reject(error);
      },
    );
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DeliveryFault("timeout", "The delivery was given up.");
}
