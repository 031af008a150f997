import type { AttemptEnd, Operation } from "./operation.ts";

/** What an adapter's own record or valid reply may say of an operation. */
export type RecordedOutcome = "succeeded" | "refused";

/** Everything that moves an operation. The first attempt and each one after `unknown` are named apart, so that no re-send happens by accident. */
export type OperationEvent =
  /** The row of an attempt is committed; its first byte may leave from now on. */
  | { readonly type: "attempt_started" }
  /** The same for the stored request of an `unknown` operation, where the contract makes that safe. */
  | { readonly type: "attempt_resent" }
  /** An attempt came back without a valid reply, or later knowledge proves what it did. */
  | { readonly type: "attempt_ended"; readonly attempt: number; readonly end: Exclude<AttemptEnd, "answered"> }
  /** An attempt came back with a valid reply, however late. */
  | { readonly type: "attempt_answered"; readonly attempt: number; readonly outcome: RecordedOutcome }
  /** The time for the call is over. */
  | { readonly type: "deadline_passed" }
  /** The gateway instance that held the operation is gone, and whatever it had in flight with it. */
  | { readonly type: "instance_lost" }
  /** The adapter's receipt says how it ended. */
  | { readonly type: "receipt_found"; readonly outcome: RecordedOutcome }
  /** The adapter says, by the receipt or by `operation_voided`, that it did not and will not happen. */
  | { readonly type: "receipt_voided" }
  /** The receipt may be gone by now: nobody looks any more by itself. */
  | { readonly type: "window_closed" }
  /** A person has looked and left a note, which proves nothing to the log. */
  | { readonly type: "person_resolved" };

/** Why an event cannot be what happened, or may not happen. */
export type TransitionFaultCode =
  /** The event has no meaning in this state. */
  | "wrong_state"
  /** The operation has a final outcome, which never changes. */
  | "already_final"
  /** The event claims another outcome than the one recorded: the adapter breaks its contract, an operator should look. */
  | "contradicts_outcome"
  /** There is one attempt at a time. */
  | "attempt_in_flight"
  /** The operation is unresolved: nothing is sent any more. */
  | "resend_closed"
  /** No attempt has this number. */
  | "attempt_unknown"
  /** The attempt has ended otherwise, with proof. */
  | "attempt_already_ended"
  /** The operation is still looked up: a person decides only what is unresolved. */
  | "still_looking";

export interface TransitionFault {
  readonly code: TransitionFaultCode;
  readonly state: Operation["state"];
  readonly event: OperationEvent["type"];
  readonly message: string;
}

const MESSAGES: Readonly<Record<TransitionFaultCode, string>> = {
  wrong_state: "The event has no meaning in this state.",
  already_final: "The operation has its final outcome; read it instead.",
  contradicts_outcome:
    "The event claims another outcome than the recorded one, which stands. Ask the adapter's operator.",
  attempt_in_flight: "An attempt is in flight: wait for its end.",
  resend_closed: "The operation is unresolved and is not sent again: a person decides.",
  attempt_unknown: "The operation has no attempt of this number.",
  attempt_already_ended: "The attempt has ended otherwise, with proof.",
  still_looking: "The operation is still looked up: it can be resolved once it is unresolved.",
};

export function toTransitionFault(
  code: TransitionFaultCode,
  operation: Operation,
  event: OperationEvent,
): TransitionFault {
  return { code, state: operation.state, event: event.type, message: MESSAGES[code] };
}
