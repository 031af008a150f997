import type { Outcome } from "./outcome.ts";

/** Where an operation stands: on its way (`prepared`, `sent`), or with an outcome, of which only `unknown` may still change. */
export const OPERATION_STATES = ["prepared", "sent", "succeeded", "refused", "failed", "unknown"] as const;
export type OperationState = (typeof OPERATION_STATES)[number];

export type FinalState = Exclude<Outcome, "unknown">;

/** How far an attempt got: before a byte left, after, or after the headers of an answer came. */
export type AttemptPhase = "before_send" | "after_send" | "after_headers";

/**
 * What one attempt came to.
 *
 * - `no_byte_sent`: no byte of the request left (DNS, connect, TLS, a guard of our own)
 * - `no_effect`: the adapter was reached and proved that this attempt changed nothing
 * - `uncertain`: timeout, reset, an answer that proves nothing, or the instance that made it is gone
 * - `answered`: a valid reply settled the operation
 */
export type AttemptEnd = "no_byte_sent" | "no_effect" | "uncertain" | "answered";

/** One sending of an operation's stored request. */
export interface Attempt {
  /** From 1 on, in order of their start. */
  readonly number: number;
  /** Null while it is in flight. */
  readonly end: AttemptEnd | null;
}

/** One intended business change, as far as the log of its attempts and look-ups goes. */
export interface Operation {
  readonly state: OperationState;
  /** Set on `unknown` alone: nobody looks any more by itself, a person decides. */
  readonly unresolved: boolean;
  readonly attempts: readonly Attempt[];
}

/** An operation whose intent is recorded and of which nothing was sent. */
export const PREPARED_OPERATION: Operation = { state: "prepared", unresolved: false, attempts: [] };

export function isFinal(state: OperationState): state is FinalState {
  return state === "succeeded" || state === "refused" || state === "failed";
}

/** The attempt in flight; there is at most one. */
export function attemptInFlight(operation: Operation): Attempt | undefined {
  return operation.attempts.find((attempt) => attempt.end === null);
}

/** Whether an attempt is known to have changed nothing. */
export function isProvenIdle(attempt: Attempt): boolean {
  return attempt.end === "no_byte_sent" || attempt.end === "no_effect";
}
