import { attemptInFlight, isFinal, isProvenIdle } from "./operation.ts";
import type { Attempt, AttemptEnd, FinalState, Operation } from "./operation.ts";
import { toTransitionFault } from "./operation-event.ts";
import type { OperationEvent, TransitionFault, TransitionFaultCode } from "./operation-event.ts";
import { faulty, ok } from "./result.ts";
import type { Result } from "./result.ts";

type Step = Operation | TransitionFaultCode;

/**
 * Moves an operation by one event, or says why that event cannot be.
 *
 * A final outcome never changes, whatever comes late; events that only confirm it are taken and change nothing else.
 */
export function applyEvent(operation: Operation, event: OperationEvent): Result<Operation, TransitionFault> {
  const step = toStep(operation, event);
  return typeof step === "string" ? faulty(toTransitionFault(step, operation, event)) : ok(step);
}

function toStep(operation: Operation, event: OperationEvent): Step {
  switch (event.type) {
    case "attempt_started":
      return startAttempt(operation);
    case "attempt_resent":
      return resendAttempt(operation);
    case "attempt_ended":
      return endAttempt(operation, event.attempt, event.end);
    case "attempt_answered":
      return answerAttempt(operation, event.attempt, event.outcome);
    case "deadline_passed":
      return passDeadline(operation);
    case "instance_lost":
      return loseInstance(operation);
    case "receipt_found":
      return believeReceipt(operation, event.outcome);
    case "receipt_voided":
      return believeReceipt(operation, "failed");
    case "window_closed":
      return operation.state === "unknown" ? { ...operation, unresolved: true } : misplaced(operation);
    case "person_resolved":
    default:
      return resolve(operation);
  }
}

function startAttempt(operation: Operation): Step {
  if (operation.state === "sent") return "attempt_in_flight";
  return operation.state === "prepared" ? { ...withAttempt(operation), state: "sent" } : misplaced(operation);
}

/** A re-sent operation stays `unknown` meanwhile: that is what can truthfully be said of it. */
function resendAttempt(operation: Operation): Step {
  if (operation.state === "sent") return "attempt_in_flight";
  if (operation.state !== "unknown") return misplaced(operation);
  if (operation.unresolved) return "resend_closed";
  return attemptInFlight(operation) === undefined ? withAttempt(operation) : "attempt_in_flight";
}

function withAttempt(operation: Operation): Operation {
  const attempt: Attempt = { number: operation.attempts.length + 1, end: null };
  return { ...operation, attempts: [...operation.attempts, attempt] };
}

function endAttempt(operation: Operation, number: number, end: Exclude<AttemptEnd, "answered">): Step {
  const ended = recordEnd(operation, number, end);
  if (typeof ended === "string") return ended;
  if (!isFinal(ended.state)) return conclude(ended);
  const recorded = ended.state !== "failed";
  return recorded && ended.attempts.every(isProvenIdle) ? "contradicts_outcome" : ended;
}

function answerAttempt(operation: Operation, number: number, outcome: FinalState): Step {
  if (isFinal(operation.state) && operation.state !== outcome) return "contradicts_outcome";
  const ended = recordEnd(operation, number, "answered");
  return typeof ended === "string" ? ended : settle(ended, outcome);
}

/** What is uncertain of an attempt may become known later; what is known stays. */
function recordEnd(operation: Operation, number: number, end: AttemptEnd): Step {
  const attempt = operation.attempts.find((each) => each.number === number);
  if (attempt === undefined) return "attempt_unknown";
  const open = attempt.end === null || attempt.end === "uncertain";
  if (!open && attempt.end !== end) return "attempt_already_ended";
  const attempts = operation.attempts.map((each) => (each.number === number ? { ...each, end } : each));
  return { ...operation, attempts };
}

/** Proof belongs to one attempt: `failed` needs all of them proven, and one uncertain attempt keeps `unknown`. */
function conclude(operation: Operation): Operation {
  if (attemptInFlight(operation) !== undefined) return operation;
  if (!operation.attempts.every(isProvenIdle)) return { ...operation, state: "unknown" };
  const unsent = operation.attempts.every((attempt) => attempt.end === "no_byte_sent");
  return unsent && operation.state !== "unknown" ? { ...operation, state: "prepared" } : settle(operation, "failed");
}

function settle(operation: Operation, state: FinalState): Operation {
  return { ...operation, state, unresolved: false };
}

function passDeadline(operation: Operation): Step {
  if (operation.state === "sent") return "attempt_in_flight";
  return operation.state === "prepared" ? settle(operation, "failed") : misplaced(operation);
}

function loseInstance(operation: Operation): Step {
  if (operation.state === "prepared") return settle(operation, "failed");
  const lost = attemptInFlight(operation);
  return lost === undefined ? operation : endAttempt(operation, lost.number, "uncertain");
}

function believeReceipt(operation: Operation, outcome: FinalState): Step {
  if (operation.state === "unknown") return settle(operation, outcome);
  if (!isFinal(operation.state)) return "wrong_state";
  return operation.state === outcome ? operation : "contradicts_outcome";
}

function resolve(operation: Operation): Step {
  if (operation.state !== "unknown") return misplaced(operation);
  return operation.unresolved ? operation : "still_looking";
}

function misplaced(operation: Operation): TransitionFaultCode {
  return isFinal(operation.state) ? "already_final" : "wrong_state";
}
